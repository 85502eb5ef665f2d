// Setting up a position: seeds, hands, nyumba, who is to move. The server says
// whether the rules know it.

import { fetchGame } from "./api.js";
import { countOf } from "./board.js";
import { NYUMBA, SIDES, pitName } from "./pits.js";
import { errorText, sideName, text } from "./texts.js";

/** Milliseconds without a change before the server is asked. */
const PATIENCE = 250;
const ALL_SEEDS = 64;

export class Editor {
  /** `onEnd(start | null)` gets the position to play from, as text. */
  constructor(root, view, onEnd) {
    Object.assign(this, { root, view, onEnd });
    this.active = false;
    this.fields = Object.fromEntries(
      ["count", "handS", "handN", "nyumbaS", "nyumbaN", "moverS", "moverN", "words"].map((name) => [
        name,
        root.querySelector(`[name=${name}], #edit-${name}`),
      ]),
    );
    const on = (selector, event, handler) =>
      root.querySelector(selector).addEventListener(event, handler);
    on(".less", "click", () => this.add(-1));
    on(".more", "click", () => this.add(1));
    on(".empty", "click", () => this.empty());
    on(".start", "click", () => this.reset());
    on(".play", "click", () => this.end(this.words()));
    on(".leave", "click", () => this.end(null));
    this.fields.count.addEventListener("input", () => this.setCount(this.fields.count.value));
    for (const name of ["handS", "handN", "nyumbaS", "nyumbaN", "moverS", "moverN"]) {
      this.fields[name].addEventListener("input", () => this.readMarks());
    }
    this.fields.words.addEventListener("change", () => this.readWords());
  }

  /** Begins with what the table shows. */
  begin(told, ruleset) {
    this.rules = told.rules;
    this.switches = ruleset.switches;
    this.active = true;
    document.body.classList.add("editing");
    this.chosen = null;
    this.take(told.board);
    this.root.hidden = false;
    this.fields.handS.closest(".hands").hidden = this.switches.hand === 0;
    this.fields.nyumbaS.closest(".houses").hidden = this.switches.nyumba === null;
    this.show();
  }

  /** Leaves the board to others. */
  close() {
    this.active = false;
    this.root.hidden = true;
    document.body.classList.remove("editing");
  }

  end(start) {
    this.close();
    this.onEnd(start);
  }

  take(board) {
    this.pits = { S: [...board.south], N: [...board.north] };
    this.hands = [...board.hands];
    this.nyumba = [...board.nyumba];
    this.mover = board.mover;
  }

  choose(side, ring) {
    this.chosen = { side, ring };
    this.show();
    this.fields.count.value = this.pits[side][ring];
  }

  add(seeds) {
    if (this.chosen) this.setCount(this.pits[this.chosen.side][this.chosen.ring] + seeds);
  }

  setCount(count) {
    if (!this.chosen) return;
    const { side, ring } = this.chosen;
    this.pits[side][ring] = bounded(count, ALL_SEEDS);
    if (ring === NYUMBA && this.pits[side][ring] === 0) this.nyumba[SIDES.indexOf(side)] = false;
    this.show();
  }

  empty() {
    this.pits = { S: Array(16).fill(0), N: Array(16).fill(0) };
    this.nyumba = [false, false];
    this.hands = [0, 0];
    this.show();
  }

  async reset() {
    const told = await fetchGame({ rules: this.rules, moves: [] });
    this.take(told.board);
    this.show();
  }

  readMarks() {
    const { fields } = this;
    this.hands = [bounded(fields.handS.value, 32), bounded(fields.handN.value, 32)];
    this.nyumba = [fields.nyumbaS.checked, fields.nyumbaN.checked];
    this.mover = fields.moverS.checked ? "S" : "N";
    this.show();
  }

  async readWords() {
    try {
      const told = await fetchGame({ rules: this.rules, start: this.fields.words.value.trim(), moves: [] });
      this.take(told.board);
      this.show();
    } catch (error) {
      this.judge(`${text("errorSaid")} ${error.message}`, false);
    }
  }

  /** The position as text. */
  words() {
    const { S, N } = this.pits;
    const rows = [N.slice(8), N.slice(0, 8).reverse(), S.slice(0, 8), S.slice(8).reverse()];
    const owners = SIDES.filter((_, place) => this.nyumba[place]).join("") || "-";
    return `${rows.map((row) => row.join(",")).join("/")} ${this.mover} ${this.hands.join(",")} ${owners} - 0`;
  }

  show() {
    const { fields, chosen } = this;
    const board = {
      south: this.pits.S,
      north: this.pits.N,
      hands: this.hands,
      nyumba: this.nyumba,
      mover: this.mover,
      takasia: null,
      hasNyumba: this.switches.nyumba !== null,
    };
    this.view.show(board);
    if (chosen) this.view.addMark(chosen.side, chosen.ring, "chosen");
    const name = chosen ? `${pitName(chosen.ring)}, ${sideName(chosen.side)}` : "";
    this.root.querySelector(".which").textContent = chosen
      ? text("editSeeds", { name })
      : text("editChoose");
    if (chosen && document.activeElement !== fields.count) {
      fields.count.value = countOf(board, chosen.side, chosen.ring);
    }
    for (const control of this.root.querySelectorAll(".seedcount :is(button, input)")) {
      control.disabled = !chosen;
    }
    SIDES.forEach((side, place) => {
      if (document.activeElement !== fields[`hand${side}`]) fields[`hand${side}`].value = this.hands[place];
      fields[`nyumba${side}`].checked = this.nyumba[place];
      fields[`nyumba${side}`].disabled = this.pits[side][NYUMBA] === 0;
      fields[`mover${side}`].checked = this.mover === side;
    });
    const total = [...this.pits.S, ...this.pits.N, ...this.hands].reduce((sum, n) => sum + n, 0);
    const totalText = this.root.querySelector(".total");
    totalText.textContent = text("editTotal", { n: total });
    totalText.classList.toggle("wrong", total !== ALL_SEEDS);
    fields.words.value = this.words();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PATIENCE);
  }

  async ask() {
    if (!this.active) return;
    const words = this.words();
    try {
      const told = await fetchGame({ rules: this.rules, start: words, moves: [] });
      if (words !== this.words()) return;
      const over = told.result !== null;
      this.judge(over ? text("editOver") : text("editFine", { n: told.legal.length }), !over);
    } catch (error) {
      this.judge(errorText(error), false);
    }
  }

  judge(words, playable) {
    const verdict = this.root.querySelector(".verdict");
    verdict.textContent = words;
    verdict.classList.toggle("wrong", !playable);
    this.root.querySelector(".play").disabled = !playable;
  }

  /** The labels in the language of the moment. */
  relabel() {
    if (this.active) this.show();
  }

  onKey(key) {
    if (key === "+" || key === "=") this.add(1);
    else if (key === "-") this.add(-1);
    else if (key === "Escape") this.end(null);
    else return false;
    return true;
  }
}

function bounded(value, most) {
  const count = Math.trunc(Number(value));
  return Number.isFinite(count) ? Math.min(most, Math.max(0, count)) : 0;
}
