// Asking the server.

/** The server refused, or did not answer (`status` 0). */
export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const TRIES = 4;

async function once(path, body, signal) {
  const options = body === undefined
    ? { signal }
    : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    };
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError(0, "");
  }
  const answer = await response.json();
  if (!response.ok) throw new ServerError(response.status, answer.error);
  return answer;
}

/** Asks, and asks again where the server is only busy. */
async function ask(path, body, signal) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await once(path, body, signal);
    } catch (error) {
      const busy = error.status === 429 || error.status === 503;
      if (!busy || tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * tried));
      signal?.throwIfAborted();
    }
  }
}

export const fetchRules = () => ask("/api/rules");
export const fetchGame = (game, signal) => ask("/api/game", game, signal);
export const fetchLoaded = (text) => ask("/api/load", { text });
export const fetchMove = (question, signal) => ask("/api/think", question, signal);
export const fetchAnalysis = (question, signal) => ask("/api/analyze", question, signal);
export const fetchGraph = (question, signal) => ask("/api/graph", question, signal);
