// South's chance to win along the game, as a curve.

import { text } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 300;
const HEIGHT = 90;

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Draws the chances (0 to 1, one a position) with a mark at `at`; a click asks
 *  for that move. */
export function drawGraph(svg, chances, at, onLook) {
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  const now = Math.round(100 * (chances[at] ?? 0.5));
  svg.setAttribute("aria-label", text("graphLabel", { n: now }));
  const steps = Math.max(10, chances.length - 1);
  const x = (ply) => (ply / steps) * WIDTH;
  const y = (chance) => HEIGHT * (1 - chance);
  const points = chances.map((chance, ply) => `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`);
  const parts = [];
  if (points.length > 0) {
    const last = x(chances.length - 1).toFixed(1);
    const area = `0,${HEIGHT} ${points.join(" ")} ${last},${HEIGHT}`;
    parts.push(element("polygon", { points: area, class: "area" }));
    parts.push(element("polyline", { points: points.join(" "), class: "curve" }));
  }
  parts.push(element("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }));
  if (chances[at] !== undefined) {
    parts.push(element("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "now" }));
  }
  svg.replaceChildren(...parts);
  svg.onclick = (event) => {
    const box = svg.getBoundingClientRect();
    onLook(Math.round(((event.clientX - box.left) / box.width) * steps));
  };
}
