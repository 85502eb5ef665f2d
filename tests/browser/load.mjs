// Hundreds of games at once on one `bingwa serve`, as so many pages would play
// them; prints how long answers took and what the server used.
//
//   node tests/browser/load.mjs PROGRAM [GAMES] [LEVEL]
//
// Each of GAMES clients [300] has a connection of its own and plays one game of
// kiswahili from beginning to end, the computer (LEVEL [strong]) on both sides: a
// thought, the board after it, and South's chance for the graph, without a pause in
// between.

import { readFileSync } from "node:fs";
import http from "node:http";

import { start } from "./chromium.mjs";

const [program, games = "300", level = "strong"] = process.argv.slice(2);
if (!program) {
  console.error("give the program: node tests/browser/load.mjs target/release/bingwa");
  process.exit(2);
}
const count = Number(games);

// A busy server refuses after a while; these clients shall be refused only by
// their number, not by their address, which they share.
const { child: server, found } = await start(
  program,
  ["serve", "--port", "0", "--rate", "1000000"],
  "stdout",
  /^(http:\S+)$/,
);
const url = new URL(found[1]);

/** Memory of the server in MiB: now (`VmRSS`) or at most (`VmHWM`). */
function memory(which) {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(status.match(new RegExp(`${which}:\\s+(\\d+)`))[1]) / 1024;
}

/** Seconds of CPU that the server has used. */
function cpu() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const times = { "/api/think": [], "/api/game": [], "/api/graph": [] };
let refused = 0;

function post(agent, path, body) {
  const text = JSON.stringify(body);
  const begun = performance.now();
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const options = { host: url.hostname, port: url.port, path, method: "POST", agent, headers };
    const request = http.request(options, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        times[path].push(performance.now() - begun);
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(parts)) });
      });
    });
    request.on("error", reject);
    request.end(text);
  });
}

async function ask(agent, path, body) {
  for (;;) {
    const answer = await post(agent, path, body);
    if (answer.status === 200) return answer.body;
    if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${answer.body.error}`);
    refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function play(seed) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const game = { rules: "kiswahili", moves: [] };
  for (;;) {
    const { move } = await ask(agent, "/api/think", { ...game, level, seed });
    game.moves.push(move);
    const told = await ask(agent, "/api/game", game);
    await ask(agent, "/api/graph", { ...game, from: game.moves.length });
    if (told.result !== null) break;
  }
  agent.destroy();
  return game.moves.length;
}

const before = memory("VmRSS");
const [begun, cpuBegun] = [performance.now(), cpu()];
const lengths = await Promise.all(Array.from({ length: count }, (_, seed) => play(seed)));
const seconds = (performance.now() - begun) / 1000;
const used = cpu() - cpuBegun;

const moves = lengths.reduce((sum, length) => sum + length, 0);
const requests = Object.values(times).reduce((sum, list) => sum + list.length, 0);
console.log(`${count} games at once, level ${level}: ${moves} moves, ${requests} requests`);
console.log(`${seconds.toFixed(1)} s, ${(requests / seconds).toFixed(0)} requests/s, ` +
  `${(moves / seconds).toFixed(0)} moves/s, refused and asked again: ${refused}`);
console.log(`server: ${used.toFixed(1)} CPU-seconds, ${(1000 * used / moves).toFixed(2)} ms a move; ` +
  `memory ${before.toFixed(0)} MiB before, at most ${memory("VmHWM").toFixed(0)}, ` +
  `after ${memory("VmRSS").toFixed(0)}`);
for (const [path, list] of Object.entries(times)) {
  list.sort((a, b) => a - b);
  const at = (share) => list[Math.floor(share * (list.length - 1))].toFixed(0);
  console.log(`${path}: median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, longest ${at(1)} ms`);
}
server.kill();
