// The board: 32 pits as buttons, with seeds, marks and the hand that sows.

import { SIDES, NYUMBA, isKichwa, isKimbi, other, pitAt, pitName, placeOf } from "./pits.js";
import { seedsPicture, showSeeds } from "./seeds.js";
import { seedsText, sideName, text } from "./texts.js";

/** The ring's places, those in the middle of the board first. */
const FROM_THE_MIDDLE = [4, 3, 5, 2, 6, 1, 7, 0, 11, 12, 10, 13, 9, 14, 8, 15];

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardView {
  /** `onPit(side, ring)` is told which pit is chosen. */
  constructor(root, onPit) {
    this.root = root;
    this.onPit = onPit;
    this.bottom = "S";
    this.board = null;
    this.choices = new Map();
    this.focused = { row: 2, column: 4 };
    root.addEventListener("keydown", (event) => this.onKey(event));
    root.addEventListener("click", (event) => {
      const pit = event.target.closest(".pit");
      if (pit) this.onPit(pit.dataset.side, Number(pit.dataset.ring));
    });
    this.build();
  }

  build() {
    this.pits = { S: [], N: [] };
    this.root.replaceChildren();
    for (let row = 0; row < 4; row += 1) {
      const group = document.createElement("div");
      group.className = `row ${row < 2 ? "far" : "near"} ${row % 3 === 0 ? "outer" : "inner"}`;
      group.setAttribute("role", "group");
      for (let column = 0; column < 8; column += 1) {
        group.append(this.buildPit(row, column));
      }
      this.root.append(group);
    }
    this.hand = document.createElement("div");
    this.hand.className = "sower";
    this.hand.hidden = true;
    this.handSeeds = seedsPicture();
    this.handCount = document.createElement("span");
    this.hand.append(this.handSeeds, this.handCount);
    this.root.append(this.hand);
    this.focusable(this.focused.row, this.focused.column);
  }

  buildPit(row, column) {
    const { side, ring } = pitAt(row, column, this.bottom);
    const pit = document.createElement("button");
    pit.type = "button";
    pit.className = "pit";
    pit.tabIndex = -1;
    Object.assign(pit.dataset, { side, ring });
    const seeds = seedsPicture();
    const count = document.createElement("span");
    count.className = "count";
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = pitName(ring);
    pit.append(seeds, count, name);
    pit.addEventListener("focus", () => this.focusable(row, column));
    this.pits[side][ring] = pit;
    return pit;
  }

  /** Turns the board so that this side is below. */
  setBottom(side) {
    if (side === this.bottom) return;
    const inside = this.root.contains(document.activeElement);
    this.bottom = side;
    this.build();
    if (this.board) this.show(this.board, this.choices);
    if (inside) this.pitOn(this.focused.row, this.focused.column).focus();
  }

  /** Shows a board; `choices` maps a ring place of the mover to its moves. */
  show(board, choices = new Map()) {
    this.board = board;
    this.choices = choices;
    for (const side of SIDES) {
      for (let ring = 0; ring < 16; ring += 1) {
        this.setSeeds(side, ring, countOf(board, side, ring));
        this.mark(side, ring);
      }
    }
    this.clearMarks("hinted", "taken", "landing", "chosen", "played", "struck");
    this.relabel();
  }

  mark(side, ring) {
    const { board } = this;
    const pit = this.pits[side][ring];
    const house = ring === NYUMBA && board.hasNyumba;
    pit.classList.toggle("nyumba", house);
    pit.classList.toggle("owned", house && board.nyumba[SIDES.indexOf(side)]);
    pit.classList.toggle("takasia", board.mover === side && board.takasia === ring);
    const playable = board.mover === side && this.choices.has(ring);
    pit.classList.toggle("legal", playable);
    pit.setAttribute("aria-disabled", String(!playable));
  }

  /** Writes the labels anew, in the language of the moment. */
  relabel() {
    const rows = this.root.querySelectorAll(".row");
    const owners = [other(this.bottom), this.bottom];
    rows.forEach((row, number) => {
      const side = sideName(owners[number < 2 ? 0 : 1]);
      row.setAttribute("aria-label", text(number % 3 === 0 ? "rowOuter" : "rowInner", { side }));
    });
    if (!this.board) return;
    for (const side of SIDES) {
      this.pits[side].forEach((pit, ring) => {
        pit.title = this.label(side, ring);
        pit.setAttribute("aria-label", pit.title);
      });
    }
  }

  label(side, ring) {
    const { board } = this;
    const parts = [pitName(ring), sideName(side), seedsText(countOf(board, side, ring))];
    if (ring === NYUMBA && board.hasNyumba) {
      parts.push(text(board.nyumba[SIDES.indexOf(side)] ? "nyumba" : "nyumbaLost"));
    }
    if (isKichwa(ring)) parts.push(text("kichwa"));
    else if (isKimbi(ring)) parts.push(text("kimbi"));
    if (board.mover === side) {
      if (board.takasia === ring) parts.push(text("takasia"));
      const moves = this.choices.get(ring)?.length ?? 0;
      if (moves === 1) parts.push(text("choices1"));
      else if (moves > 1) parts.push(text("choicesN", { n: moves }));
    }
    return parts.join(", ");
  }

  setSeeds(side, ring, count) {
    const pit = this.pits[side][ring];
    const turn = (ring * 13 + (side === "S" ? 0 : 7)) % 6;
    showSeeds(pit.querySelector(".seeds"), count, turn);
    pit.querySelector(".count").textContent = count === 0 ? "" : count;
  }

  addMark(side, ring, name) {
    this.pits[side][ring].classList.add(name);
  }

  clearMarks(...names) {
    for (const pit of this.root.querySelectorAll(".pit")) pit.classList.remove(...names);
  }

  /** Moves the hand over a pit, with so many seeds in it, within so many
   *  milliseconds. */
  moveHand(side, ring, seeds, duration) {
    const pit = this.pits[side][ring];
    const left = pit.offsetLeft + pit.offsetWidth / 2;
    const top = pit.offsetTop + pit.offsetHeight / 2;
    this.hand.hidden = false;
    this.hand.style.transitionDuration = `${duration}ms`;
    this.hand.style.transform = `translate(${left}px, ${top}px) translate(-50%, -64%)`;
    this.setHand(seeds);
  }

  setHand(seeds) {
    showSeeds(this.handSeeds, seeds, 1);
    this.handCount.textContent = seeds;
  }

  hideHand() {
    this.hand.hidden = true;
  }

  focusable(row, column) {
    const old = this.pitOn(this.focused.row, this.focused.column);
    old.tabIndex = -1;
    this.focused = { row, column };
    this.pitOn(row, column).tabIndex = 0;
  }

  pitOn(row, column) {
    const { side, ring } = pitAt(row, column, this.bottom);
    return this.pits[side][ring];
  }

  /** Makes a playable pit the one that Tab comes to; who is on the board goes
   *  there at once. */
  focusPlayable() {
    if (this.choices.size === 0) return;
    if (!this.pitOn(this.focused.row, this.focused.column).matches(".legal")) {
      const ring = FROM_THE_MIDDLE.find((place) => this.choices.has(place));
      const { row, column } = placeOf(this.board.mover, ring, this.bottom);
      this.focusable(row, column);
    }
    if (this.root.contains(document.activeElement)) {
      this.pitOn(this.focused.row, this.focused.column).focus({ preventScroll: true });
    }
  }

  onKey(event) {
    const way = ARROWS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = Math.min(3, Math.max(0, this.focused.row + way[0]));
    const column = (this.focused.column + way[1] + 8) % 8;
    this.pitOn(row, column).focus();
  }
}

/** The seeds of a pit of a board as the server tells it. */
export function countOf(board, side, ring) {
  return (side === "S" ? board.south : board.north)[ring];
}
