// The dialog for a new game: rules, who plays, how strong.

import { explained } from "./rules/words.js";
import { keep, kept } from "./store.js";
import { PERSON } from "./table.js";
import { text } from "./texts.js";

const DEFAULTS = { rules: "kiswahili", who: "computer", level: "easy", side: "S", model: "" };

/** Writes paragraphs `[topic, text]` into an element. */
export function showRules(root, paragraphs) {
  root.replaceChildren(...paragraphs.flatMap(([topic, words]) => {
    const heading = document.createElement("h3");
    heading.textContent = topic;
    const paragraph = document.createElement("p");
    paragraph.textContent = words;
    return [heading, paragraph];
  }));
}

export class NewGame {
  /** `onStart(game, players)`. */
  constructor(dialog, rulesets, onStart) {
    Object.assign(this, { dialog, rulesets, onStart });
    this.form = dialog.querySelector("form");
    this.wish = { ...DEFAULTS, ...kept("wish", {}) };
    this.form.addEventListener("change", () => this.changed());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      dialog.close();
      this.begin();
    });
  }

  get ruleset() {
    return this.rulesets.find((ruleset) => ruleset.name === this.wish.rules) ?? this.rulesets[0];
  }

  open() {
    this.fill();
    this.dialog.showModal();
  }

  /** Shows the wish in the form. */
  fill() {
    const { form, wish } = this;
    const options = this.rulesets.map((ruleset) => new Option(ruleset.name, ruleset.name));
    form.elements.rules.replaceChildren(...options);
    form.elements.rules.value = this.ruleset.name;
    for (const name of ["who", "side"]) form.elements[name].value = wish[name];
    this.fillLevels();
    this.fillModels();
    this.showConsequences();
  }

  fillLevels() {
    const { levels } = this.ruleset;
    const known = levels.some((level) => level.name === this.wish.level);
    if (!known) this.wish.level = levels[0].name;
    const items = levels.map((level) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      Object.assign(input, { type: "radio", name: "level", value: level.name });
      input.checked = level.name === this.wish.level;
      const words = document.createElement("span");
      words.textContent = text(level.name);
      label.append(input, words);
      return label;
    });
    this.form.querySelector(".levels").replaceChildren(...items);
  }

  fillModels() {
    const { models } = this.ruleset;
    const select = this.form.elements.model;
    const own = new Option(text("ownModel"), "");
    select.replaceChildren(own, ...models.map((model) => new Option(model, model)));
    select.value = models.includes(this.wish.model) ? this.wish.model : "";
    this.form.querySelector(".models").hidden = models.length === 0;
  }

  changed() {
    const { form, wish } = this;
    const other = form.elements.rules.value !== wish.rules;
    for (const name of ["rules", "who", "side", "level", "model"]) {
      wish[name] = form.elements[name].value;
    }
    if (other) {
      this.fillLevels();
      this.fillModels();
    }
    this.showConsequences();
  }

  showConsequences() {
    const { form, wish, ruleset } = this;
    form.querySelector(".about").textContent = text(`about_${ruleset.name}`);
    showRules(form.querySelector(".explained"), explained(ruleset));
    form.querySelector(".computer").hidden = wish.who === "people";
    form.querySelector(".side").hidden = wish.who !== "computer";
    const level = ruleset.levels.find(({ name }) => name === wish.level);
    const rating = level?.rating ? text("rating", level.rating) : "";
    const untrained = ruleset.trained || wish.model ? "" : text("noModel");
    form.querySelector(".rating").textContent = [rating, untrained].filter(Boolean).join(" ");
  }

  /** The players that the wish means. */
  players() {
    const { who, level, side, model } = this.wish;
    const named = this.ruleset.models.includes(model) ? { model } : {};
    const computer = { kind: "level", level, ...named };
    if (who === "people") return { S: PERSON, N: PERSON };
    if (who === "watch") return { S: computer, N: computer };
    return side === "S" ? { S: PERSON, N: computer } : { S: computer, N: PERSON };
  }

  begin() {
    keep("wish", this.wish);
    this.onStart({ rules: this.ruleset.name, start: null, moves: [] }, this.players());
  }
}
