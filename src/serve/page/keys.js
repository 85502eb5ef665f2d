// The keyboard, beside the arrows that the board itself knows.

const KEYS = {
  n: "new-game",
  u: "undo",
  r: "redo",
  h: "hint",
  a: "analysis",
  t: "flip",
  s: "skip",
  ",": "earlier",
  ".": "later",
  "?": "help",
};

/** Calls the actions by name. */
export function listenToKeys(actions, editor, isLooking) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    if (editor.active) {
      if (editor.onKey(event.key)) event.preventDefault();
      return;
    }
    if (event.key === "Escape" && isLooking()) {
      actions.back();
      return;
    }
    const action = KEYS[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
}
