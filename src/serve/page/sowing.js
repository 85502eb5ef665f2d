// A move, drawn seed by seed from the engine's events.

import { countOf } from "./board.js";
import { other, SIDES } from "./pits.js";

/** Milliseconds a seed, at the first lap. */
const PACE = { slow: 380, normal: 190, fast: 70, none: 0 };
/** Each lap goes a little quicker than the one before, down to this share. */
const QUICKER = 0.93;
const QUICKEST = 0.02;
/** A shorter wait is none: several seeds fall at once. */
const SHORTEST = 8;

/** Waits, but no longer than until the signal. */
function wait(milliseconds, signal) {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}

/** Draws a move on the view, which shows the board before it. `onLap(lap,
 *  captured)` is told as it goes. Ends early when the signal is given or nobody
 *  looks. Gives the seeds of all pits and hands as the events left them. */
export async function sow(view, last, speed, signal, onHands, onLap) {
  const mover = last.mover;
  const pits = { S: [...last.before.south], N: [...last.before.north] };
  const hands = [...last.before.hands];
  const pace = PACE[speed];
  const hidden = () => signal.aborted || pace === 0 || document.hidden;
  let share = 1;
  let debt = 0;
  let lap = 0;
  let captured = 0;
  let held = 0;
  const pause = async (beats) => {
    debt += pace * share * beats;
    if (hidden() || debt < SHORTEST) return;
    const due = debt;
    debt = 0;
    await wait(due, signal);
  };
  const set = (side, ring, count) => {
    pits[side][ring] = count;
    if (!hidden()) view.setSeeds(side, ring, count);
  };
  const hand = (side, ring) => {
    if (!hidden()) view.moveHand(side, ring, held, pace * share * 0.7);
  };
  for (const step of last.events) {
    switch (step.event) {
      case "placed": {
        hands[SIDES.indexOf(mover)] -= 1;
        onHands(hands);
        held = 1;
        hand(mover, step.pit);
        await pause(2);
        set(mover, step.pit, pits[mover][step.pit] + 1);
        held = 0;
        break;
      }
      case "lifted":
        held += step.seeds;
        set(mover, step.pit, pits[mover][step.pit] - step.seeds);
        hand(mover, step.pit);
        await pause(1.5);
        break;
      case "captured": {
        held += step.seeds;
        captured += step.seeds;
        set(other(mover), step.pit, pits[other(mover)][step.pit] - step.seeds);
        view.addMark(other(mover), step.pit, "struck");
        hand(other(mover), step.pit);
        await pause(2.5);
        view.clearMarks("struck");
        break;
      }
      case "sown": {
        lap += 1;
        onLap(lap, captured);
        // In a capture the seeds taken are sown; where nothing was lifted before,
        // a single seed comes from the hand.
        let ring = step.first;
        for (let left = step.seeds; left > 0; left -= 1) {
          held = left - 1;
          hand(mover, ring);
          await pause(1);
          set(mover, ring, pits[mover][ring] + 1);
          ring = (ring + step.step + 16) % 16;
        }
        share = Math.max(QUICKEST, share * QUICKER);
        break;
      }
      case "safari":
        await pause(2);
        break;
      default:
        break;
    }
  }
  if (!hidden()) await pause(1.5);
  view.hideHand();
  return { pits, hands };
}

/** Whether the events led where the engine says: a check of the drawing. */
export function agrees(sown, board) {
  return SIDES.every((side) => sown.pits[side].every((n, ring) => n === countOf(board, side, ring)));
}
