// Games as text: shown, copied, saved, opened, loaded.

import { fetchLoaded } from "./api.js";
import { errorText, text } from "./texts.js";

export class Files {
  /** `onLoaded(told)` gets a game that the server has read. */
  constructor(dialog, onLoaded) {
    Object.assign(this, { dialog, onLoaded });
    this.area = dialog.querySelector("textarea");
    this.message = dialog.querySelector(".message");
    const on = (selector, event, handler) =>
      dialog.querySelector(selector).addEventListener(event, handler);
    on(".copy", "click", () => this.copy());
    on(".download", "click", () => this.download());
    on(".load", "click", () => this.load());
    on("input[type=file]", "change", (event) => this.read(event.target));
  }

  open(words) {
    this.area.value = words;
    this.message.textContent = "";
    this.dialog.showModal();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.area.value);
    } catch {
      // Pages without a certificate may not write to the clipboard themselves.
      this.area.select();
      document.execCommand("copy");
    }
    this.message.textContent = text("copied");
  }

  download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.area.value], { type: "text/plain" }));
    link.download = `bao-${new Date().toISOString().slice(0, 10)}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async read(input) {
    const [file] = input.files;
    if (!file) return;
    this.area.value = await file.text();
    input.value = "";
    await this.load();
  }

  async load() {
    try {
      const told = await fetchLoaded(this.area.value);
      this.dialog.close();
      this.onLoaded(told);
    } catch (error) {
      this.message.textContent = errorText(error);
    }
  }
}
