// Plays on the page of `bingwa serve` in headless Chromium, as people do: by mouse,
// by finger and by keyboard, in each language, on a desk and on a phone, and takes
// a picture of every screen.
//
//   node tests/browser/play.mjs PROGRAM [PICTURES]
//
// PROGRAM is the built `bingwa`; PICTURES a folder [default: target/browser].
// Needs Node 20 or later and Chromium (CHROMIUM names it, default `chromium`).
// Exits with 0 if all is well or there is no Chromium, and says which.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

if (typeof WebSocket === "undefined") {
  // Node 20 has it behind a flag.
  const again = spawnSync(process.execPath, ["--experimental-websocket", ...process.argv.slice(1)], {
    stdio: "inherit",
  });
  process.exit(again.status ?? 1);
}
const { Browser, start } = await import("./chromium.mjs");

const [program, pictures = "target/browser"] = process.argv.slice(2);
if (!program) {
  console.error("give the program: node tests/browser/play.mjs target/debug/bingwa");
  process.exit(2);
}
const chromium = process.env.CHROMIUM ?? "chromium";
if (spawnSync(chromium, ["--version"]).status !== 0) {
  console.log(`browser test SKIPPED: there is no ${chromium}`);
  process.exit(0);
}
mkdirSync(pictures, { recursive: true });

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844, touch: true };
/** More moves than any of these games has. */
const MOST_TURNS = 300;

/** What every page must keep to, whatever it shows. */
async function check(page, name) {
  await page.picture(join(pictures, `${name}.png`));
  const wide = await page.value("document.documentElement.scrollWidth");
  assert.ok(wide <= page.width, `${name}: ${wide} pixels wide`);
  const unnamed = await page.value(`[...document.querySelectorAll("button, select, input, textarea")]
    .filter((e) => e.checkVisibility() && !e.textContent.trim() && !e.ariaLabel && !e.labels?.length)
    .map((e) => e.outerHTML)`);
  assert.deepEqual(unnamed, [], `${name}: without a name for those who hear the page`);
  const lost = await page.value("/undefined|\\\\{\\\\w+\\\\}|NaN/.exec(document.body.innerText)?.[0] ?? null");
  assert.equal(lost, null, `${name}: a text is not filled in`);
  assert.deepEqual(page.complaints, [], name);
}

/** Starts a game by the dialog. */
async function begin(page, { rules, level, who = "computer", side = "S" }) {
  await page.press("[data-do=new-game]");
  await page.until("document.querySelector('#new-game').open");
  await page.value(`(() => {
    const form = document.querySelector("#new-game form");
    form.elements.rules.value = ${JSON.stringify(rules)};
    form.elements.rules.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await page.press(`[name=who][value=${who}]`);
  if (who !== "people") await page.press(`.levels label:has([value=${level}])`);
  if (who === "computer") await page.press(`.side label:has([value=${side}])`);
  const name = await page.value("document.querySelector('#new-game .about').textContent");
  assert.ok(name.length > 10);
  await page.press("#new-game [type=submit]");
  await page.until("!document.querySelector('#new-game').open");
}

async function setting(page, name, value) {
  await page.value(`(() => {
    const input = document.querySelector("#settings [name=${name}]");
    input.value = ${JSON.stringify(value)};
    input.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
}

const READY = "document.querySelector('.pit.legal') || document.body.classList.contains('over')";
const isOver = (page) => page.value("document.body.classList.contains('over')");

/** Plays one move of a person's by pressing; which one depends on the turn. */
async function moveByPressing(page, turn) {
  const pits = await page.value(
    "[...document.querySelectorAll('.pit.legal')].map((p) => `[data-side=${p.dataset.side}][data-ring='${p.dataset.ring}']`)",
  );
  await page.press(`.pit${pits[turn % pits.length]}`);
  await page.until("!document.querySelector('#choices').hidden");
  const count = await page.value("document.querySelectorAll('.choice').length");
  await page.press(`.choice:nth-child(${(turn % count) + 1})`);
}

async function moveByKeys(page, turn) {
  // Tab comes to a playable pit, and so does the end of a move.
  if (turn === 0) await page.value("document.querySelector('.pit[tabindex=\"0\"]').focus()");
  await page.until("document.activeElement.matches('.pit.legal')");
  // A step beside it may be playable, too.
  const way = turn % 2 ? ["ArrowRight", "ArrowLeft"] : ["ArrowUp", "ArrowDown"];
  await page.key(way[0]);
  if (!(await page.value("document.activeElement.matches('.pit.legal')"))) await page.key(way[1]);
  await page.key("Enter");
  await page.until("!document.querySelector('#choices').hidden");
  if (turn % 2) await page.key("ArrowRight");
  await page.key("Enter");
}

/** Plays to the end; `onTurn(turn)` may look in between. */
async function playOn(page, move, onTurn = async () => {}) {
  let turn = 0;
  for (; turn < MOST_TURNS; turn += 1) {
    await page.until(READY);
    if (await isOver(page)) break;
    await onTurn(turn);
    const before = await page.value("document.querySelectorAll('#moves button').length");
    await move(page, turn);
    await page.until(`document.querySelectorAll('#moves button').length > ${before}`);
  }
  assert.ok(await isOver(page), "the game does not end");
  const status = await page.value("document.querySelector('#status').textContent");
  assert.ok(status.length > 10);
  return { turns: turn, status };
}

/** Every dialog and panel, by its button. */
async function lookAround(page, name) {
  for (const dialog of ["new-game", "rules", "files", "settings", "help"]) {
    await page.press(`[data-do=${dialog}]`);
    await page.until(`document.querySelector("#${dialog}").open`);
    await check(page, `${name}-${dialog}`);
    await page.press(`#${dialog} .close`);
    await page.until(`!document.querySelector("#${dialog}").open`);
  }
  await page.press("[data-do=edit]");
  await page.until("!document.querySelector('#editor').hidden");
  await page.press(".pit[data-side=S][data-ring='4']");
  await page.press("#editor .more");
  await page.until("!document.querySelector('#editor .play').disabled");
  await check(page, `${name}-editor`);
  await page.press("#editor .leave");
  await page.until(READY);
}

/** A new game and a loaded one end the setting up. */
async function leaveTheEditor(page) {
  const editing = "document.body.classList.contains('editing')";
  const begins = [
    () => begin(page, { rules: "easy", who: "people" }),
    async () => {
      await page.press("[data-do=files]");
      await page.press("#files .load");
    },
  ];
  for (const start of begins) {
    await page.press("[data-do=edit]");
    await page.until(editing);
    await start();
    await page.until(`!(${editing}) && document.querySelector("#editor").hidden`);
    await page.until(READY);
    const before = await page.value("document.querySelectorAll('#moves button').length");
    await moveByPressing(page, 0);
    await page.until(`document.querySelectorAll('#moves button').length > ${before}`);
    await page.until(READY);
  }
}

/** Whatever game the browser has kept, there is one to play. */
async function comeBack(page, url) {
  const game = { rules: "easy", start: null, moves: [] };
  for (const kept of [{ game }, { game, players: {} }, { game: {}, players: { S: {}, N: {} } }, 7]) {
    const text = JSON.stringify(JSON.stringify(kept));
    await page.value(`localStorage.setItem("bingwa.game", ${text})`);
    await page.open(url);
    await page.until("document.querySelector('.pit.legal')");
  }
}

/** English, mouse, desk: kiswahili, with analysis, hint, taking back, looking
 *  back, saving and loading. */
async function withMouse(page, url) {
  await page.open(url);
  await page.until(READY);
  assert.equal(await page.value("document.documentElement.lang"), "en");
  await begin(page, { rules: "kiswahili", level: "beginner" });
  await page.until(READY);
  await check(page, "en-desk-start");
  await page.press(".pit.legal");
  await page.until("!document.querySelector('#choices').hidden");
  await check(page, "en-desk-choices");
  await page.press(".choice");
  await page.until("!document.querySelector('.sower').hidden");
  await page.picture(join(pictures, "en-desk-sowing.png"));
  await page.until(READY);
  await checkRules(page);
  await setting(page, "speed", "none");
  const played = await playOn(page, moveByPressing, async (turn) => {
    if (turn === 1) {
      await page.press("#study .switch");
      await page.until("document.querySelector('.lines li')");
      await page.press("#hint");
      await page.until("document.querySelector('.pit.hinted')");
      await check(page, "en-desk-analysis");
      const before = await page.value("document.querySelectorAll('#moves button').length");
      await page.press("#undo");
      await page.until(`document.querySelectorAll('#moves button').length === ${before - 2}`);
      await page.press("#redo");
      await page.until(`document.querySelectorAll('#moves button').length === ${before}`);
      await page.until(READY);
      await page.press("#moves button");
      await page.until("document.body.classList.contains('looking')");
      await check(page, "en-desk-looking");
      await page.press("[data-do=back]");
      await page.until(READY);
    }
  });
  await page.until("document.querySelectorAll('#study .curve').length === 1");
  await check(page, "en-desk-over");
  const moves = await page.value("document.querySelector('#moves').innerText");
  await page.press("[data-do=files]");
  const saved = await page.value("document.querySelector('#files textarea').value");
  assert.match(saved, /\[Rules "kiswahili"\]/);
  await page.press("#files .close");
  await begin(page, { rules: "easy", who: "people" });
  await page.until("!document.body.classList.contains('over')");
  await page.press("[data-do=files]");
  await page.value(`document.querySelector('#files textarea').value = ${JSON.stringify(saved)}`);
  await page.press("#files .load");
  await page.until("document.body.classList.contains('over')");
  assert.equal(await page.value("document.querySelector('#moves').innerText"), moves);
  await page.open(url);
  await page.until("document.body.classList.contains('over')");
  await begin(page, { rules: "kiswahili", level: "easy" });
  await page.until(READY);
  await lookAround(page, "en-desk");
  await leaveTheEditor(page);
  await comeBack(page, url);
  return played;
}

/** Swahili, finger, phone: kujifunza from the north side. */
async function withFinger(page, url) {
  await page.open(url);
  await page.until(READY);
  assert.equal(await page.value("document.documentElement.lang"), "sw");
  await begin(page, { rules: "kujifunza", level: "beginner", side: "N" });
  await page.until("document.querySelector('#seat-bottom').dataset.side === 'N'");
  await page.until(READY);
  await check(page, "sw-phone-start");
  await setting(page, "speed", "fast");
  const played = await playOn(page, moveByPressing, async (turn) => {
    if (turn !== 1) return;
    await page.press(".pit.legal");
    await page.until("!document.querySelector('#choices').hidden");
    await check(page, "sw-phone-choices");
    await page.press("#status");
    await setting(page, "speed", "none");
    await page.press("#study .switch");
    await page.until("document.querySelector('.lines li')");
    await check(page, "sw-phone-analysis");
  });
  await check(page, "sw-phone-over");
  await begin(page, { rules: "kiswahili", level: "easy" });
  await page.until(READY);
  await lookAround(page, "sw-phone");
  return played;
}

/** German, keyboard, dark: two people at one board, and the computer alone. */
async function withKeys(page, url) {
  await page.open(url);
  await page.until(READY);
  assert.equal(await page.value("document.documentElement.lang"), "de");
  await begin(page, { rules: "leaflet", who: "people" });
  await page.until(READY);
  await check(page, "de-dark-start");
  const played = await playOn(page, moveByKeys, async (turn) => {
    if (turn === 2) {
      await page.key("u");
      await page.until("document.querySelectorAll('#moves button').length === 1");
      await page.key("r");
      await page.until("document.querySelectorAll('#moves button').length === 2");
      await page.key("t");
      await page.until("document.querySelector('#seat-bottom').dataset.side === 'N'");
      await page.until(READY);
      await page.key("a");
      await page.until("document.querySelector('.lines li')");
      await check(page, "de-dark-turned");
    }
  });
  await check(page, "de-dark-over");
  await lookAroundWhenOver(page);
  return played;
}

async function lookAroundWhenOver(page) {
  await begin(page, { rules: "malawi", who: "watch", level: "expert" });
  await page.until("document.querySelectorAll('#moves button').length > 4");
  await begin(page, { rules: "malawi", level: "strong" });
  await page.until(READY);
  await lookAround(page, "de-dark");
}

/** The rules in German and Swahili have a paragraph for each English one, and
 *  every switch that changes the English words changes theirs. */
async function checkRules(page) {
  const faults = await page.value(`(async () => {
    const { rulesets } = await (await fetch("/api/rules")).json();
    const languages = { de: await import("/rules/de.js"), sw: await import("/rules/sw.js") };
    const words = (explain, switches) => JSON.stringify(explain(switches));
    const others = {
      lone_kichwa: ["forbidden", "allowed"], empty_inner_mid_move: ["loss", "ignore"],
      endless: ["illegal", "stop", "loss"], start: ["alone", "free"], takata_end: ["stop", "choice"],
      mtaji: ["ordinary", "special"],
    };
    const changed = (key, value) =>
      typeof value === "boolean" ? !value
        : typeof value === "number" ? value + 1
        : Array.isArray(value) ? value.map((n) => n + 1)
        : others[key]?.find((word) => word !== value);
    const faults = [];
    for (const { name, switches, explained } of rulesets) {
      for (const [language, { explain }] of Object.entries(languages)) {
        const now = explain(switches);
        if (now.length !== explained.length) faults.push([language, name, now.length]);
        if (/undefined|null|NaN/.test(words(explain, switches))) faults.push([language, name]);
      }
    }
    // Zanzibar's nyumba makes all of its switches matter, kiswahili the rest.
    for (const name of ["kiswahili", "zanzibar"]) {
      const { switches } = rulesets.find((ruleset) => ruleset.name === name);
      const table = [
        ...Object.entries(switches).map(([key, value]) => [key, { ...switches, [key]: changed(key, value) }]),
        ...Object.entries(switches.nyumba).map(([key, value]) => [key, {
          ...switches, nyumba: { ...switches.nyumba, [key]: changed(key, value) },
        }]),
      ].filter(([key]) => !["nyumba", "capture", "must_capture"].includes(key) && switches[key] !== null);
      for (const [language, { explain }] of Object.entries(languages)) {
        for (const [key, other] of table) {
          if (words(explain, other) === words(explain, switches)) faults.push([language, name, key]);
        }
      }
    }
    return faults;
  })()`);
  assert.deepEqual(faults, []);
}

const { child: server, found } = await start(
  program,
  ["serve", "--port", "0", "--rate", "1000"],
  "stdout",
  /^(http:\S+)$/,
);
const browser = await Browser.launch(chromium);
let failed = false;
try {
  const url = found[1];
  const plays = [
    ["English, mouse, kiswahili", { ...DESK, language: "en" }, withMouse],
    ["Swahili, finger, kujifunza", { ...PHONE, language: "sw" }, withFinger],
    ["German, keys, leaflet", { ...DESK, language: "de", dark: true, calm: true }, withKeys],
  ];
  for (const [name, kind, play] of plays) {
    const page = await browser.page(kind);
    try {
      const { turns, status } = await play(page, url);
      console.log(`${name}: ${turns} moves of a person, ${status}`);
    } catch (error) {
      failed = true;
      await page.picture(join(pictures, "failed.png"));
      console.error(`${name}: FAILED`, error, page.complaints);
    }
  }
  for (const [language, kind, size] of [
    ["de", PHONE, "phone"],
    ["sw", DESK, "desk"],
    ["en", { ...PHONE, dark: true }, "phone-dark"],
    ["en", { width: 320, height: 640, touch: true }, "small"],
    ["en", { width: 820, height: 1180, touch: true }, "tablet"],
  ]) {
    const page = await browser.page({ ...kind, language, calm: true });
    try {
      await page.open(url);
      await page.until(READY);
      await check(page, `${language}-${size}-start`);
      await lookAround(page, `${language}-${size}`);
    } catch (error) {
      failed = true;
      await page.picture(join(pictures, "failed.png"));
      console.error(`${language} ${size}: FAILED`, error, page.complaints);
    }
  }
} finally {
  await browser.close();
  server.kill();
}
console.log(failed ? "browser test FAILED" : `browser test passed; pictures in ${pictures}`);
process.exit(failed ? 1 : 0);
