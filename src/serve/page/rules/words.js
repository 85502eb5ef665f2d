// The rules in the page's language. English comes from the program itself, which
// derives each sentence from a switch; so does `paragraphs.js` for the other two.

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
