// The rules in the page's language. English comes from the program itself, which
// derives each sentence from a switch; so do the tables beside this file.

import { currentLanguage } from "../texts.js";
import { explain as explainDe } from "./de.js";
import { explain as explainSw } from "./sw.js";

/** Paragraphs `[topic, text]` for a rule set as `/api/rules` gives it. */
export function explained(ruleset) {
  switch (currentLanguage()) {
    case "de":
      return explainDe(ruleset.switches);
    case "sw":
      return explainSw(ruleset.switches);
    default:
      return ruleset.explained;
  }
}

/** `2 each` or `0 0 0 0 6 2 2 0`. */
export function row(counts, each) {
  return counts.every((n) => n === counts[0]) ? each(counts[0]) : counts.join(" ");
}
