// The page's words: one language at a time, changed without loading anew.

import en from "./texts/en.js";
import sw from "./texts/sw.js";
import de from "./texts/de.js";

const TABLES = { en, sw, de };

export const LANGUAGES = { en: "English", sw: "Kiswahili", de: "Deutsch" };

let language = "en";

/** The first language of the browser that the page knows. */
export function preferredLanguage() {
  const wanted = navigator.languages ?? [navigator.language];
  const short = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return short.find((tag) => tag in TABLES) ?? "en";
}

export function setLanguage(tag) {
  language = tag in TABLES ? tag : "en";
  document.documentElement.lang = language;
  fill();
}

export function currentLanguage() {
  return language;
}

/** The text of a key, with `{name}` replaced. */
export function text(key, values = {}) {
  const pattern = TABLES[language][key] ?? TABLES.en[key];
  if (pattern === undefined) throw new Error(`no text ${key}`);
  return pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function sideName(side) {
  return text(side === "S" ? "south" : "north");
}

/** `1 seed`, `5 seeds`. */
export function seedsText(n) {
  return n < 2 ? text(`seed${n}`) : text("seeds", { n });
}

/** What became of a question: the server refused, or did not answer. */
export function errorText(error) {
  return error.status ? `${text("errorSaid")} ${error.message}` : text("errorNetwork");
}

/** Writes the texts of all elements that name one: content, label or tooltip. */
function fill() {
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-side-text]")) {
    const { sideText, side } = element.dataset;
    element.textContent = text(sideText, { side: sideName(side) });
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = text(element.dataset.label);
    element.setAttribute("aria-label", label);
    if (element.matches("button, a")) element.title = label;
  }
}
