// The theme: the system's, until one is chosen.

const KEY = "theme";
/** The query for the system's theme, asked anew each time: who reads one takes its next event away. */
const systemLight = () => matchMedia("(prefers-color-scheme: light)");

/** The chosen theme, "light" or "dark", or "system". */
export function choice() {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** The theme that is shown, "light" or "dark". */
export function theme() {
  if (choice() !== "system") return choice();
  return systemLight().matches ? "light" : "dark";
}

/** @param {"light" | "dark" | "system"} wanted */
export function setTheme(wanted) {
  if (wanted === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wanted);
  show();
}

/** @type {(() => void)[]} */
const listeners = [];

/** Calls a listener after each change of the theme. */
export function onTheme(listener) {
  listeners.push(listener);
}

function show() {
  const shown = theme();
  document.documentElement.dataset.theme = shown;
  const colour = shown === "light" ? "#f2f3f5" : "#1a1b1e";
  document.querySelector("meta[name=theme-color]").content = colour;
  for (const listener of listeners) listener();
}

export function startTheme() {
  systemLight().addEventListener("change", show);
  // Another window has made a choice.
  addEventListener("storage", (event) => event.key === KEY && show());
  show();
}
