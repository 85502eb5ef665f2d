// Pits and where they are on the screen.
//
// A pit is a side (`S`, `N`) and its place in the ring of its owner: 0–7 is the
// inner row from the owner's left, 8–15 the outer row from the right.

export const SIDES = ["S", "N"];
export const NYUMBA = 4;

export function other(side) {
  return side === "S" ? "N" : "S";
}

/** `A5`, `B1`: as the owner counts. */
export function pitName(ring) {
  return ring < 8 ? `A${ring + 1}` : `B${16 - ring}`;
}

/** Whether a pit is a kichwa, and a kimbi. */
export const isKichwa = (ring) => ring === 0 || ring === 7;
export const isKimbi = (ring) => ring < 8 && (ring < 2 || ring > 5);

/** The pit at a row (0 at the top) and column, with `bottom` the side below. */
export function pitAt(row, column, bottom) {
  switch (row) {
    case 0:
      return { side: other(bottom), ring: 8 + column };
    case 1:
      return { side: other(bottom), ring: 7 - column };
    case 2:
      return { side: bottom, ring: column };
    default:
      return { side: bottom, ring: 15 - column };
  }
}

/** The inverse of `pitAt`. */
export function placeOf(side, ring, bottom) {
  const inner = ring < 8;
  if (side === bottom) {
    return { row: inner ? 2 : 3, column: inner ? ring : 15 - ring };
  }
  return { row: inner ? 1 : 0, column: inner ? 7 - ring : ring - 8 };
}
