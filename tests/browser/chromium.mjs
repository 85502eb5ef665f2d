// A headless Chromium, spoken to by its DevTools protocol: no packages needed.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The first line of a stream that matches. */
async function lineOf(stream, pattern) {
  for await (const line of createInterface({ input: stream })) {
    const found = line.match(pattern);
    if (found) return found;
  }
  throw new Error(`it ended without a line like ${pattern}`);
}

/** Starts a program and waits for a line on one of its streams. */
export async function start(program, args, stream, pattern) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const failed = new Promise((_, reject) => child.on("error", reject));
  const found = await Promise.race([lineOf(child[stream], pattern), failed]);
  child.stdout.resume();
  child.stderr.resume();
  return { child, found };
}

export class Browser {
  static async launch(program) {
    const profile = mkdtempSync(join(tmpdir(), "bingwa-chromium-"));
    const { child, found } = await start(
      program,
      [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--remote-debugging-port=0",
        `--user-data-dir=${profile}`,
        "about:blank",
      ],
      "stderr",
      /DevTools listening on (ws:\S+)/,
    );
    const socket = new WebSocket(found[1]);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    return new Browser(child, profile, socket);
  }

  constructor(child, profile, socket) {
    Object.assign(this, { child, profile, socket });
    this.sent = 0;
    this.waiting = new Map();
    this.pages = new Map();
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
  }

  receive({ id, result, error, method, params, sessionId }) {
    if (id !== undefined) {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    } else {
      this.pages.get(sessionId)?.happened(method, params);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    this.sent += 1;
    const id = this.sent;
    this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** A page of its own: nothing is shared with the others. */
  async page({ width, height, language, touch = false, dark = false, calm = false }) {
    const { browserContextId } = await this.send("Target.createBrowserContext");
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, { touch, width });
    this.pages.set(sessionId, page);
    await page.send("Page.enable");
    await page.send("Runtime.enable");
    await page.send("Log.enable");
    const metrics = { width, height, deviceScaleFactor: 1, mobile: touch };
    await page.send("Emulation.setDeviceMetricsOverride", metrics);
    if (touch) await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const { userAgent } = await this.send("Browser.getVersion");
    await page.send("Emulation.setUserAgentOverride", { userAgent, acceptLanguage: language });
    const features = [
      { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
      { name: "prefers-reduced-motion", value: calm ? "reduce" : "no-preference" },
    ];
    await page.send("Emulation.setEmulatedMedia", { features });
    return page;
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    await new Promise((resolve) => {
      if (this.child.exitCode !== null) resolve();
      else this.child.on("exit", resolve);
    });
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const PATIENCE = 30_000;

class Page {
  constructor(browser, sessionId, kind) {
    Object.assign(this, { browser, sessionId, ...kind });
    /** What the page complained about. */
    this.complaints = [];
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  happened(method, params) {
    if (method === "Page.loadEventFired") {
      this.onLoad?.();
    } else if (method === "Runtime.exceptionThrown") {
      const { exceptionDetails: details } = params;
      this.complaints.push(details.exception?.description ?? details.text);
    } else if (method === "Runtime.consoleAPICalled" && params.type === "error") {
      this.complaints.push(params.args.map((arg) => arg.description ?? arg.value).join(" "));
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      this.complaints.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
  }

  async open(url) {
    const loaded = new Promise((resolve) => (this.onLoad = resolve));
    await this.send("Page.navigate", { url });
    await loaded;
  }

  /** What an expression gives in the page. */
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  /** Waits until an expression is true in the page. */
  async until(expression) {
    const end = Date.now() + PATIENCE;
    while (!(await this.value(`Boolean(${expression})`))) {
      if (Date.now() > end) throw new Error(`waited in vain for ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Presses the middle of an element as a finger or mouse does: what covers it
   *  gets it. */
  async press(selector) {
    const place = await this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (!element) return null;
      element.scrollIntoView({ block: "nearest" });
      const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    })()`);
    if (!place) throw new Error(`there is no ${selector}`);
    const [x, y] = place;
    if (this.touch) {
      await this.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
      await this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    } else {
      const button = { x, y, button: "left", clickCount: 1 };
      await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
      await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...button });
      await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...button });
    }
  }

  /** Presses a key: a letter or sign, or a name like `Enter`. */
  async key(key) {
    const codes = { Enter: 13, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Tab: 9 };
    const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
    const windowsVirtualKeyCode = codes[key] ?? key.toUpperCase().charCodeAt(0);
    const event = { key, text, windowsVirtualKeyCode };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  async picture(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(file, Buffer.from(data, "base64"));
  }
}
