// The seeds of a pit, drawn. A seed keeps its place while others come and go.

const SVG = "http://www.w3.org/2000/svg";

/** Seeds that lie beside each other; more lie on top of them. */
const LAYER = 13;
/** Drawn seeds; the number beside them counts all. */
const MOST = 3 * LAYER;
const GOLDEN_ANGLE = 2.399963;

/** The place of a seed in a pit of radius 50, a sunflower's spiral turned a
 *  little differently in each pit. */
function place(number, turn) {
  const inLayer = number % LAYER;
  const layer = Math.floor(number / LAYER);
  const radius = (11 - 1.5 * layer) * Math.sqrt(inLayer + 0.5);
  const angle = inLayer * GOLDEN_ANGLE + turn + layer;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

/** An empty picture of a pit's seeds. */
export function seedsPicture() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("seeds");
  return svg;
}

/** Makes the picture show so many seeds. */
export function showSeeds(svg, count, turn) {
  const shown = Math.min(count, MOST);
  while (svg.childElementCount > shown) svg.lastElementChild.remove();
  while (svg.childElementCount < shown) {
    svg.append(seed(svg.childElementCount, turn));
  }
}

function seed(number, turn) {
  const { x, y } = place(number, turn);
  const use = document.createElementNS(SVG, "use");
  const kind = (number * 7 + Math.round(turn * 5)) % 3;
  use.setAttribute("href", `#seed-${kind}`);
  const tilt = Math.round(number * 67 + turn * 40) % 180;
  use.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${tilt})`);
  return use;
}
