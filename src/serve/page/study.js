// Analysis: who stands how, the best moves, the chances along the game.

import { fetchAnalysis, fetchGraph } from "./api.js";
import { drawGraph } from "./graph.js";
import { keep, kept } from "./store.js";
import { sideName, text } from "./texts.js";

const LINES = 3;
const SIMULATIONS = 6000;
/** Moves of a line that are shown: further ahead it is a guess. */
const SHOWN = 6;

export class Study {
  /** `onFailed(error, again)`; `onLook(ply)` when the graph is chosen. */
  constructor(root, table, onFailed, onLook) {
    Object.assign(this, { root, table, onFailed, onLook });
    this.on = kept("analysis", false);
    this.under = new AbortController();
    /** South's chances by move, and the moves they belong to. */
    this.chances = [];
    this.known = null;
    this.found = null;
    this.foundFor = null;
    this.toggle = root.querySelector("#analysis");
    this.toggle.checked = this.on;
    this.toggle.addEventListener("change", () => this.switch(this.toggle.checked));
    this.show();
  }

  switch(on = !this.on) {
    this.on = on;
    this.toggle.checked = on;
    keep("analysis", on);
    this.show();
    this.follow();
  }

  /** Studies what the table shows now. */
  async follow() {
    this.under.abort();
    this.under = new AbortController();
    const { signal } = this.under;
    const { table } = this;
    if (!this.on || !table.told || table.sowing) return;
    this.forget();
    this.show();
    try {
      await this.completeGraph(signal);
      this.show();
      await this.analyze(signal);
      this.show();
    } catch (error) {
      if (!signal.aborted) this.onFailed(error, () => this.follow());
    }
  }

  /** Who judges, to be compared. */
  get judge() {
    return JSON.stringify(this.table.judge());
  }

  /** What the lines on show must be for. */
  get wanted() {
    const { rules, position } = this.table.shown;
    return `${rules} ${position} ${this.judge}`;
  }

  /** Keeps the chances of the moves that are still those of the game. */
  forget() {
    const { judge, known } = this;
    const { rules, start, moves } = this.table.told;
    const same = known?.rules === rules && known.start === start && known.judge === judge;
    let common = 0;
    if (same) {
      while (common < moves.length && known.moves[common] === moves[common]) common += 1;
      common += 1;
    }
    this.chances = this.chances.slice(0, common);
    this.known = { rules, start, moves, judge };
  }

  async completeGraph(signal) {
    const { game, told } = this.table;
    if (this.chances.length > told.moves.length) return;
    const question = { ...game, ...this.table.judge(), from: this.chances.length };
    const { south } = await fetchGraph(question, signal);
    this.chances.push(...south);
  }

  async analyze(signal) {
    const { wanted } = this;
    const { shown, game } = this.table;
    if (this.foundFor === wanted) return;
    this.found = null;
    this.foundFor = null;
    if (shown.result !== null) return;
    const question = {
      ...game,
      moves: shown.moves,
      ...this.table.judge(),
      lines: LINES,
      simulations: SIMULATIONS,
    };
    this.found = await fetchAnalysis(question, signal);
    this.foundFor = wanted;
  }

  show() {
    const { root, table } = this;
    root.classList.toggle("on", this.on);
    root.querySelector(".off").hidden = this.on;
    root.querySelector(".body").hidden = !this.on;
    if (!this.on || !table.told) return;
    const at = table.shown.moves.length;
    const fresh = this.foundFor === this.wanted;
    this.showChance(this.chances[at] ?? 0.5, this.chances[at] !== undefined);
    drawGraph(root.querySelector(".graph"), this.chances, at, this.onLook);
    this.showLines(fresh ? this.found.lines : []);
  }

  showChance(south, known) {
    const bar = this.root.querySelector(".bar");
    const n = Math.round(100 * south);
    bar.querySelector(".south").style.width = `${n}%`;
    const label = (side, share) => (known ? text("chanceOf", { side: sideName(side), n: share }) : "");
    this.root.querySelector(".chance-south").textContent = label("S", n);
    this.root.querySelector(".chance-north").textContent = label("N", 100 - n);
  }

  showLines(lines) {
    const list = this.root.querySelector(".lines");
    list.replaceChildren(...lines.map((line) => {
      const item = document.createElement("li");
      const move = document.createElement("b");
      move.textContent = line.move;
      const worth = document.createElement("span");
      worth.className = "worth";
      worth.textContent = worthText(line.value);
      const rest = document.createElement("span");
      rest.className = "rest";
      const more = line.line.length > SHOWN ? " …" : "";
      rest.textContent = line.line.slice(1, SHOWN).join(" ") + more;
      item.append(move, worth, rest);
      return item;
    }));
  }
}

function worthText(value) {
  if (value.proven) {
    const key = { win: "winsIn", loss: "losesIn", draw: "drawsIn" }[value.proven.result];
    return text(key, { n: value.proven.moves });
  }
  return `${Math.round(100 * value.win_probability)} %`;
}
