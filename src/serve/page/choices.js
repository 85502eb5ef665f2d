// The ways a chosen pit can be played: a small menu beside it.

import { text } from "./texts.js";

/** Where a choice's seeds go on the screen: the player above sees left and right
 *  exchanged. */
function isRightward(choice, side, bottom) {
  return (choice.way > 0) === (side === bottom);
}

/** Pixels of a narrow screen. */
const NARROW = 700;

export class ChoicesMenu {
  /** `onPreview(choice | null)` while looking, `onChoose(choice)`, `onLeave()`. */
  constructor(root, { onPreview, onChoose, onLeave }) {
    this.root = root;
    this.handlers = { onPreview, onChoose, onLeave };
    root.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("pointerdown", (event) => {
      if (!root.hidden && !root.contains(event.target) && !event.target.closest(".pit")) this.close();
    });
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** Opens beside a pit. `result` of a choice is told for its mover. */
  open(pit, side, choices, bottom) {
    this.pit = pit;
    const ordered = [...choices].sort((a, b) => {
      const place = (choice) => (isRightward(choice, side, bottom) ? 2 : 0) + (choice.safari ? 1 : 0);
      return place(a) - place(b);
    });
    const offersSafari = (choice) => ordered.some((c) => c.safari && c.way === choice.way);
    this.root.replaceChildren(...ordered.map((choice) => {
      const rightward = isRightward(choice, side, bottom);
      return this.item(choice, side, rightward, offersSafari(choice));
    }));
    this.root.hidden = false;
    this.place(pit);
    this.root.firstElementChild.focus({ preventScroll: true });
  }

  item(choice, side, rightward, offersSafari) {
    const item = document.createElement("button");
    item.type = "button";
    item.className = `choice ${rightward ? "rightward" : "leftward"}`;
    item.setAttribute("role", "menuitem");
    item.dataset.move = choice.move;
    const arrow = document.createElement("span");
    arrow.className = "arrow";
    arrow.setAttribute("aria-hidden", "true");
    arrow.textContent = rightward ? "→" : "←";
    const words = document.createElement("span");
    words.className = "words";
    const what = choice.captured > 0
      ? text("captures", { n: choice.captured })
      : text("noCapture");
    const parts = [what];
    if (choice.safari) parts.push(text("safari"));
    else if (offersSafari) parts.push(text("stays"));
    if (choice.result === side) parts.push(text("wins"));
    else if (choice.result === "S" || choice.result === "N") parts.push(text("loses"));
    words.textContent = parts.join(", ");
    if (choice.result === side) item.classList.add("winning");
    const direction = text(rightward ? "toTheRight" : "toTheLeft");
    item.setAttribute("aria-label", `${choice.move}, ${direction}, ${parts.join(", ")}`);
    item.append(arrow, words);
    item.addEventListener("click", () => {
      this.hide();
      this.handlers.onChoose(choice);
    });
    for (const event of ["focus", "pointerenter"]) {
      item.addEventListener(event, () => this.handlers.onPreview(choice));
    }
    return item;
  }

  /** Under the pit, or above it where there is no room; on narrow screens beside
   *  the board, which it would cover. Within the window. */
  place(pit) {
    const narrow = window.innerWidth < NARROW;
    const at = pit.getBoundingClientRect();
    const around = narrow ? pit.closest(".board").getBoundingClientRect() : at;
    const own = this.root.getBoundingClientRect();
    const left = at.left + at.width / 2 - own.width / 2;
    const widest = document.documentElement.clientWidth - own.width - 6;
    const below = around.bottom + 8;
    const isUpper = narrow && pit.closest(".far");
    const fits = below + own.height < window.innerHeight - 6 && !isUpper;
    const top = fits ? below : around.top - own.height - 8;
    this.root.style.left = `${Math.max(6, Math.min(left, widest)) + window.scrollX}px`;
    this.root.style.top = `${top + window.scrollY}px`;
  }

  hide() {
    this.root.hidden = true;
    this.handlers.onPreview(null);
  }

  close() {
    if (!this.isOpen) return;
    const inside = this.root.contains(document.activeElement);
    this.hide();
    if (inside) this.pit.focus({ preventScroll: true });
    this.handlers.onLeave();
  }

  onKey(event) {
    const items = [...this.root.children];
    const at = items.indexOf(document.activeElement);
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step) {
      event.preventDefault();
      items[(at + step + items.length) % items.length].focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.key === "Tab") {
      this.close();
    }
  }
}
