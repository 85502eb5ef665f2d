// The page: puts its parts together.

import { fetchRules } from "./api.js";
import { BoardView } from "./board.js";
import { ChoicesMenu } from "./choices.js";
import { Editor } from "./editor.js";
import { Files } from "./files.js";
import { listenToKeys } from "./keys.js";
import { showMoves } from "./movelist.js";
import { NewGame, showRules } from "./newgame.js";
import { explained } from "./rules/words.js";
import { showHand, showSeats } from "./seats.js";
import { Settings } from "./settings.js";
import { kept } from "./store.js";
import { Study } from "./study.js";
import { PERSON, Table } from "./table.js";
import { errorText, text } from "./texts.js";
import { other, SIDES } from "./pits.js";

const $ = (selector) => document.querySelector(selector);
const seats = { top: $("#seat-top"), bottom: $("#seat-bottom") };

const settings = new Settings($("#settings"), (name) => {
  if (name === "language") relabel();
});
const { rulesets } = await fetchRules().catch(failedAtStart);

const view = new BoardView($("#board"), choosePit);
const table = new Table(view, settings, {
  drawn,
  status: (words) => ($("#status").textContent = words),
  note,
  hands: (hands) => {
    SIDES.forEach((side, place) => {
      const root = Object.values(seats).find((seat) => seat.dataset.side === side);
      showHand(root, hands[place]);
    });
  },
  failed,
  hasNyumba: (told) => rulesetOf(told).switches.nyumba !== null,
  mustCapture: (told) => rulesetOf(told).switches.must_capture,
});
const menu = new ChoicesMenu($("#choices"), {
  onPreview: preview,
  onChoose: (choice) => {
    $("#board").focus({ preventScroll: true });
    table.play(choice.move);
  },
  onLeave: () => view.clearMarks("chosen"),
});
const study = new Study($("#study"), table, failed, (ply) => table.look(ply));
const newGame = new NewGame($("#new-game"), rulesets, (game, players) => begin(game, players));
const files = new Files($("#files"), (told) => {
  const players = table.personsSide ? table.players : { S: PERSON, N: PERSON };
  begin({ rules: told.rules, start: told.start, moves: told.moves }, players);
  note(text("loaded"));
});
const editor = new Editor($("#editor"), view, (start) => {
  if (start) begin({ rules: table.game.rules, start, moves: [] }, table.players);
  else table.backToGame();
});

/** The rule set of a game: one of the server's, or one of its own. */
function rulesetOf(told) {
  return told.custom ?? rulesets.find((ruleset) => ruleset.name === told.rules);
}

function begin(game, players, seed) {
  menu.close();
  editor.close();
  const side = players.S.kind === "level" && players.N.kind === "person" ? "N" : "S";
  view.setBottom(side);
  return table.begin(game, players, seed);
}

/** Everything beside the board, after it has changed. */
function drawn() {
  if (table.sowing && menu.isOpen) menu.close();
  document.body.classList.toggle("sowing", table.sowing);
  document.body.classList.toggle("looking", table.looked !== null);
  document.body.classList.toggle("over", table.isOver && !table.looked && !table.sowing);
  $("#rules-name").textContent = table.told.rules;
  showSeats(seats, table, view.bottom);
  showMoves($("#moves"), table, (ply) => table.look(ply));
  $("#undo").disabled = !table.canUndo;
  $("#redo").disabled = table.undone.length === 0;
  $("#hint").disabled = !table.isPersonsTurn;
  for (const part of document.querySelectorAll("#study .advice")) {
    part.hidden = table.shown.result !== null;
  }
  hideError();
  study.follow();
}

/** A pit is chosen: to play, or to be edited. */
function choosePit(side, ring) {
  if (editor.active) {
    editor.choose(side, ring);
    return;
  }
  view.clearMarks("chosen");
  const choices = table.isPersonsTurn && table.mover === side ? view.choices.get(ring) : undefined;
  if (!choices) {
    menu.close();
    return;
  }
  view.addMark(side, ring, "chosen");
  menu.open(view.pits[side][ring], side, choices, view.bottom);
}

/** Tells what has happened; whoever hears the page is told how it stands, too. */
function note(words) {
  $("#note").textContent = words;
  if (words) $("#said").textContent = `${words} ${$("#status").textContent}`;
}

/** Shows what a choice would take and where it would end. */
function preview(choice) {
  view.clearMarks("taken", "landing");
  if (!choice) return;
  for (const ring of choice.taken) view.addMark(other(table.mover), ring, "taken");
  if (choice.last !== null) view.addMark(table.mover, choice.last, "landing");
}

function flip() {
  menu.close();
  if (table.sowing) table.skip();
  view.setBottom(other(view.bottom));
  if (!editor.active) table.draw();
  else editor.show();
}

function edit() {
  menu.close();
  table.attempt(async () => editor.begin(table.shown, rulesetOf(table.shown)));
}

function openRules() {
  const ruleset = rulesetOf(table.told);
  $("#rules .name").textContent = table.told.rules;
  showRules($("#rules .explained"), explained(ruleset));
  $("#rules").showModal();
}

function relabel() {
  view.relabel();
  editor.relabel();
  if (table.told && !editor.active && !table.sowing) table.draw();
}

function failed(error, again) {
  console.error(error);
  const asked = error.status !== undefined;
  $("#error .words").textContent = asked ? errorText(error) : String(error.message);
  $("#error").hidden = false;
  $("#error .again").hidden = !again;
  $("#error .again").onclick = () => {
    hideError();
    again();
  };
}

function failedAtStart(error) {
  failed(error, () => location.reload());
  throw error;
}

function hideError() {
  $("#error").hidden = true;
}

const actions = {
  "new-game": () => newGame.open(),
  edit,
  files: () => files.open(table.told.text),
  rules: openRules,
  help: () => $("#help").showModal(),
  settings: () => $("#settings").showModal(),
  undo: () => table.undo(),
  redo: () => table.redo(),
  hint: () => table.hint(),
  flip,
  skip: () => table.skip(),
  again: () => newGame.begin(),
  back: () => table.backToGame(),
  from: () => table.playFromHere(),
  analysis: () => study.switch(),
  earlier: () => table.look(table.shown.moves.length - 1),
  later: () => table.look(table.shown.moves.length + 1),
};

for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => actions[button.dataset.do]());
}
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
  // A click beside the dialog closes it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
listenToKeys(actions, editor, () => table.looked !== null);
window.addEventListener("resize", () => menu.close());

/** Goes on with the game of the last visit; false if that cannot be: what was kept
 *  may be of another version of the program. */
async function goOn() {
  const saved = kept("game", null);
  if (!saved) return false;
  try {
    await begin(saved.game, saved.players, saved.seed);
  } catch {
    return false;
  }
  return table.told !== null;
}

if (!(await goOn())) {
  newGame.fill();
  hideError();
  newGame.begin();
}
