// The game on the table: whose turn it is, what is played, taken back, looked at.
//
// The game itself is a rule set, a start and moves; the server says what becomes
// of it. Whatever is under way (an answer, a thought, a sowing) is given up when
// something else begins.

import { fetchAnalysis, fetchGame, fetchMove } from "./api.js";
import { other } from "./pits.js";
import { agrees, sow } from "./sowing.js";
import { keep } from "./store.js";
import { sideName, text } from "./texts.js";

/** Milliseconds: the computer's answer does not come quicker than a person can
 *  follow, nor do its games with itself ask more often than the server allows. */
const SHORTEST_THOUGHT = 400;
const SHORTEST_ALONE = 250;
/** Simulations for a hint. */
const HINT_SIMULATIONS = 8000;

export const PERSON = { kind: "person" };

export class Table {
  /** `on` has the handlers `drawn()`, `status(words)` (how the game stands),
   *  `note(words)` (what has just happened), `hands(hands)` and
   *  `failed(error, again)`. */
  constructor(view, settings, on) {
    Object.assign(this, { view, settings, on });
    this.players = { S: PERSON, N: PERSON };
    this.game = null;
    this.told = null;
    this.looked = null;
    this.undone = [];
    this.thinking = false;
    this.under = new AbortController();
    this.skipping = new AbortController();
  }

  // What is so.

  /** What is on the board: the game, or an earlier move of it. */
  get shown() {
    return this.looked ?? this.told;
  }

  get mover() {
    return this.told.board.mover;
  }

  get isOver() {
    return this.told.result !== null;
  }

  get isPersonsTurn() {
    return !this.looked && !this.isOver && this.players[this.mover].kind === "person" && !this.sowing;
  }

  get hasPerson() {
    return Object.values(this.players).some((player) => player.kind === "person");
  }

  /** The side the person has, against the computer. */
  get personsSide() {
    const [south, north] = [this.players.S.kind, this.players.N.kind];
    if (south === north) return null;
    return south === "person" ? "S" : "N";
  }

  get canUndo() {
    return this.told !== null && this.undoCount() > 0;
  }

  /** Moves to take back so that a person is to move again; 0 where none can be. */
  undoCount() {
    const { moves } = this.told;
    for (let back = 1; back <= moves.length; back += 1) {
      const mover = back % 2 === 0 ? this.mover : other(this.mover);
      if (this.players[mover].kind === "person") return back;
    }
    return 0;
  }

  // What may be done.

  begin(game, players, seed = Math.floor(Math.random() * 2 ** 32)) {
    this.players = players;
    this.seed = seed;
    this.undone = [];
    return this.set(game);
  }

  play(move, undone = []) {
    this.undone = undone;
    return this.set({ ...this.game, moves: [...this.game.moves, move] }, true);
  }

  undo() {
    if (!this.canUndo) return;
    const left = this.told.moves.length - this.undoCount();
    this.undone = [...this.told.moves.slice(left), ...this.undone];
    this.set({ ...this.game, moves: this.told.moves.slice(0, left) });
  }

  redo() {
    if (this.undone.length === 0) return;
    const again = this.personsSide === null ? 1 : Math.min(2, this.undone.length);
    const moves = [...this.told.moves, ...this.undone.slice(0, again)];
    this.undone = this.undone.slice(again);
    this.set({ ...this.game, moves }, true);
  }

  /** Shows the board after so many moves. */
  async look(ply) {
    const { moves } = this.told;
    const wanted = Math.min(Math.max(ply, 0), moves.length);
    const from = this.shown.moves.length;
    if (wanted === moves.length) {
      if (this.looked) await this.backToGame(wanted === from + 1);
      return;
    }
    await this.attempt(async (signal) => {
      const told = await fetchGame({ ...this.game, moves: moves.slice(0, wanted) }, signal);
      this.looked = told;
      this.on.note("");
      if (wanted === from + 1) await this.animate(told, signal);
      if (!signal.aborted) this.draw();
    }, () => this.look(ply));
  }

  backToGame(animated = false) {
    return this.set(this.game, animated);
  }

  playFromHere() {
    if (!this.looked) return;
    const { moves } = this.looked;
    this.undone = this.told.moves.slice(moves.length);
    this.set({ ...this.game, moves });
  }

  skip() {
    this.skipping.abort();
  }

  async hint() {
    if (!this.isPersonsTurn) return;
    await this.attempt(async (signal) => {
      const question = { ...this.game, ...this.judge(), lines: 1, simulations: HINT_SIMULATIONS };
      const found = await fetchAnalysis(question, signal);
      const [line] = found.lines;
      const choice = this.told.legal.find((legal) => legal.move === line.move);
      this.view.clearMarks("hinted");
      this.view.addMark(this.mover, choice.pit, "hinted");
      const n = Math.round(100 * line.value.win_probability);
      this.on.note(text("hintIs", { move: line.move, n }));
    }, () => this.hint());
  }

  /** The model that judges, where a player has one named. */
  judge() {
    const model = this.players.S.model ?? this.players.N.model;
    return model ? { model } : {};
  }

  // How it goes.

  async set(game, animated = false) {
    await this.attempt(async (signal) => {
      const told = await fetchGame({ ...game, names: this.names() }, signal);
      this.game = { rules: told.rules, start: told.start, moves: told.moves };
      this.told = told;
      this.looked = null;
      keep("game", { game: this.game, players: this.players, seed: this.seed });
      if (animated && told.last) await this.animate(told, signal);
      if (signal.aborted) return;
      this.thinking = !this.isOver && this.players[this.mover].kind === "level";
      this.draw();
      this.on.note(this.lastInWords());
      if (this.thinking) await this.think(signal);
    }, () => this.set(game, animated));
  }

  /** Gives up what is under way and does something else in its place. */
  async attempt(work, again) {
    this.under.abort();
    this.skipping.abort();
    this.under = new AbortController();
    const { signal } = this.under;
    this.thinking = false;
    this.sowing = false;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.thinking = false;
      if (this.told) this.draw();
      this.on.failed(error, again);
    }
  }

  async animate(told, signal) {
    this.sowing = true;
    this.skipping = new AbortController();
    const { last } = told;
    const speed = this.settings.speed;
    this.view.show({ ...last.before, hasNyumba: this.on.hasNyumba(told) });
    this.on.drawn();
    const side = sideName(last.mover);
    this.on.status(`${side}: ${last.move}`);
    this.on.note("");
    const onLap = (lap, captured) =>
      this.on.status(text("sowingLap", { side, move: last.move, lap, captured }));
    const sown = await sow(this.view, last, speed, this.skipping.signal, this.on.hands, onLap);
    if (signal.aborted) return;
    this.sowing = false;
    if (!agrees(sown, told.board)) throw new Error(`the drawing of ${last.move} went astray`);
  }

  draw() {
    const { shown } = this;
    const choices = new Map();
    if (this.isPersonsTurn) {
      for (const legal of shown.legal) {
        choices.set(legal.pit, [...(choices.get(legal.pit) ?? []), legal]);
      }
    }
    this.view.show({ ...shown.board, hasNyumba: this.on.hasNyumba(shown) }, choices);
    if (shown.last) this.markLast(shown.last);
    this.view.focusPlayable();
    this.on.drawn();
    this.on.status(this.situation());
  }

  markLast(last) {
    const start = last.events.find((step) => "pit" in step && step.event !== "captured");
    if (start) this.view.addMark(last.mover, start.pit, "played");
  }

  async think(signal) {
    this.on.status(this.situation());
    const { level, model } = this.players[this.mover];
    const question = { ...this.game, level, seed: this.seed, ...(model ? { model } : {}) };
    const hurried = this.hasPerson ? 0 : SHORTEST_ALONE;
    const pause = this.settings.speed === "none" ? hurried : SHORTEST_THOUGHT;
    const [{ move }] = await Promise.all([
      fetchMove(question, signal),
      new Promise((resolve) => setTimeout(resolve, pause)),
    ]);
    if (signal.aborted) return;
    // Moves taken back stay playable while the computer answers as it did.
    const undone = this.undone[0] === move ? this.undone.slice(1) : [];
    this.play(move, undone);
  }

  names() {
    const name = (player) => (player.kind === "person" ? "person" : `bingwa, ${player.level}`);
    return [name(this.players.S), name(this.players.N)];
  }

  // In words.

  situation() {
    if (this.looked) {
      return text("viewing", { n: this.looked.moves.length, of: this.told.moves.length });
    }
    if (this.isOver) return this.resultInWords();
    if (this.players[this.mover].kind === "level") return text("computerThinks");
    const side = sideName(this.mover);
    const words = this.personsSide ? text("yourMove") : text("sideMoves", { side });
    const forced = this.told.legal.length > 0 && this.told.legal.every((legal) => legal.captured > 0);
    const must = forced && this.on.mustCapture(this.told);
    return this.hasPerson && must ? `${words} ${text("mustCapture")}` : words;
  }

  resultInWords() {
    const { result, reason } = this.told;
    if (result === "draw") return `${text("drawn")}. ${text("whyMoveLimit")}`;
    const loser = sideName(other(result));
    const why = { inner_row: "whyInnerRow", no_move: "whyNoMove", endless: "whyEndless" }[reason];
    const praise = this.personsSide === result ? ` ${text("youWon")}` : "";
    return `${text("won", { side: sideName(result) })}. ${text(why, { side: loser })}${praise}`;
  }

  /** The last move; empty at the start. */
  lastInWords() {
    const { last } = this.told;
    if (!last) return "";
    const side = sideName(last.mover);
    const { move, captured } = last;
    return captured > 0
      ? text("played", { side, move, captured })
      : text("playedNone", { side, move });
  }
}
