// Dark, as Discord is, or light if somebody asked for it.

const KEY = "theme";

export const theme = () => document.documentElement.dataset.theme ?? "dark";

export function setTheme(wanted) {
  document.documentElement.dataset.theme = wanted;
  localStorage.setItem(KEY, wanted);
}

export function startTheme() {
  document.documentElement.dataset.theme = localStorage.getItem(KEY) === "light" ? "light" : "dark";
}
