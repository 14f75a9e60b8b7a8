// The theme: dark by default, or light.

const KEY = "theme";

export const theme = () => document.documentElement.dataset.theme ?? "dark";

export function setTheme(wanted) {
  document.documentElement.dataset.theme = wanted;
  localStorage.setItem(KEY, wanted);
}

export function startTheme() {
  document.documentElement.dataset.theme = localStorage.getItem(KEY) === "light" ? "light" : "dark";
}
