// Who sits above and below the board: name, seeds in hand, whose turn it is.

import { other, SIDES } from "./pits.js";
import { sideName, text } from "./texts.js";

/** How a player is called. */
export function playerName(player, side, alone) {
  if (player.kind === "level") return `${text("computer")}, ${text(player.level)}`;
  return alone ? text("person") : sideName(side);
}

/** Shows both seats as the table has them. */
export function showSeats(roots, table, bottom) {
  const { shown } = table;
  for (const [place, side] of [["bottom", bottom], ["top", other(bottom)]]) {
    const root = roots[place];
    root.dataset.side = side;
    const player = table.players[side];
    const turn = !table.looked && !table.isOver && table.mover === side;
    const winner = !table.looked && table.told.result === side;
    root.classList.toggle("turn", turn && !table.sowing);
    root.classList.toggle("winner", winner);
    root.querySelector(".who").textContent = playerName(player, side, table.personsSide === side);
    const state = winner ? "winner" : turn ? (table.thinking ? "thinking" : "toMove") : null;
    const named = player.kind === "person" && table.personsSide === null;
    const words = named ? [] : [sideName(side)];
    if (state && !table.sowing) words.push(text(state));
    root.querySelector(".state").textContent = words.join(" · ");
    showHand(root, shown.board.hands[SIDES.indexOf(side)]);
  }
}

/** Shows the seeds in one hand. */
export function showHand(root, count) {
  const hand = root.querySelector(".inhand");
  hand.hidden = count === 0;
  if (count === 0) return;
  hand.querySelector(".number").textContent = text("inHand", { n: count });
  const seeds = hand.querySelector(".loose");
  while (seeds.childElementCount > count) seeds.lastElementChild.remove();
  while (seeds.childElementCount < count) seeds.append(document.createElement("i"));
}
