// What the browser keeps between visits: settings and the game under way.

const PREFIX = "bingwa.";

/** What was kept under a name, or the default. */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Keeps something; a browser that keeps nothing is no reason to fail. */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without.
  }
}
