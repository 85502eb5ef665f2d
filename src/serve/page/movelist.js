// The moves so far, in pairs; each shows the board after it.

import { text } from "./texts.js";

/** Fills the list; `onLook(ply)` is told which move is wanted. */
export function showMoves(root, table, onLook) {
  const { moves } = table.told;
  const at = table.shown.moves.length;
  const northBegins = startsWithNorth(table.told);
  root.replaceChildren();
  if (moves.length === 0) {
    const none = document.createElement("p");
    none.className = "quiet";
    none.textContent = text("noMoves");
    root.append(none);
    return;
  }
  const list = document.createElement("ol");
  let pair = null;
  moves.forEach((move, index) => {
    const half = index + (northBegins ? 1 : 0);
    if (half % 2 === 0 || pair === null) {
      pair = document.createElement("li");
      const number = document.createElement("span");
      number.className = "number";
      number.textContent = `${Math.floor(half / 2) + 1}.`;
      pair.append(number);
      if (half % 2 === 1) pair.append(document.createElement("span"));
      list.append(pair);
    }
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    if (index + 1 === at) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => onLook(index + 1));
    pair.append(button);
  });
  root.append(list);
  const current = list.querySelector("[aria-current]");
  // Only the list scrolls, never the page.
  if (current) root.scrollTop = current.offsetTop - root.clientHeight / 2;
}

function startsWithNorth(told) {
  const mover = told.board.mover;
  const even = told.moves.length % 2 === 0;
  return (mover === "N") === even;
}
