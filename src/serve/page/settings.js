// What the page looks like and how quickly it sows; kept by the browser.

import { keep, kept } from "./store.js";
import { LANGUAGES, preferredLanguage, setLanguage } from "./texts.js";

export class Settings {
  /** `onChange(name)` after a setting has changed and works. */
  constructor(dialog, onChange) {
    this.dialog = dialog;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.values = {
      language: preferredLanguage(),
      theme: "auto",
      speed: still ? "none" : "normal",
      names: window.matchMedia("(min-width: 700px)").matches,
      ...kept("settings", {}),
    };
    const form = dialog.querySelector("form");
    const languages = Object.entries(LANGUAGES).map(([tag, name]) => new Option(name, tag));
    form.elements.language.replaceChildren(...languages);
    for (const name of ["language", "theme", "speed"]) form.elements[name].value = this.values[name];
    form.elements.names.checked = this.values.names;
    form.addEventListener("change", (event) => {
      const { name, type, value, checked } = event.target;
      this.values[name] = type === "checkbox" ? checked : value;
      keep("settings", this.values);
      this.apply();
      onChange(name);
    });
    this.apply();
  }

  get speed() {
    return this.values.speed;
  }

  apply() {
    const { language, theme, names } = this.values;
    setLanguage(language);
    document.documentElement.dataset.theme = theme;
    document.documentElement.classList.toggle("with-names", names);
  }
}
