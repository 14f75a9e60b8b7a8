// The current person, in the lower left corner, and the panel to become somebody else.

import * as api from "./api.js";
import { askFor } from "./ask.js";
import { avatar } from "./avatar.js";
import { attempt } from "./actions.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { closePopup, isOpen, openPopup } from "./popup.js";
import { state } from "./state.js";
import { choice, onTheme, setTheme, theme } from "./theme.js";

/** The bot's languages, and one that it does not have. */
const LANGUAGES = [
  ["en-US", "English"],
  ["th", "ไทย"],
  ["nl", "Nederlands"],
  ["ja", "日本語"],
  ["fr", "Français"],
];

const languageOf = (locale) => LANGUAGES.find(([key]) => key === locale)?.[1] ?? locale;

/**
 * @param {HTMLElement} corner
 * @param {(id: string) => void} become
 */
export function startAccount(corner, become) {
  let drawn = "";
  const draw = () => {
    const me = state.person(state.me);
    if (!me) return;
    // A button that is replaced while it is pressed gets no click.
    const shown = JSON.stringify([me.id, me.global_name, me.username, me.locale]);
    if (shown === drawn) return;
    drawn = shown;
    const isFocused = corner.contains(document.activeElement);
    const button = h(
      "button",
      {
        type: "button",
        class: "account-button",
        "aria-haspopup": "dialog",
        "aria-expanded": "false",
        "aria-label": `You are ${me.global_name ?? me.username}: be somebody else`,
        onclick: () => toggle(button, become),
      },
      avatar(me),
      h(
        "span",
        { class: "account-words" },
        h("b", {}, me.global_name ?? me.username),
        h("span", { "data-letter": languageOf(me.locale) }),
      ),
      icon("swap"),
    );
    fill(corner, button, themeButton());
    if (isFocused) button.focus();
  };
  state.on("world", draw);
  onTheme(() => {
    const before = corner.querySelector(".theme-button");
    const isFocused = before === document.activeElement;
    const after = themeButton();
    before?.replaceWith(after);
    if (isFocused) after.focus();
  });
}

/** A button for the other theme. */
function themeButton() {
  const isDark = theme() === "dark";
  return iconButton(
    isDark ? "sun" : "moon",
    isDark ? "Light, please" : "Dark, please",
    () => setTheme(isDark ? "light" : "dark"),
    { class: "icon-button theme-button" },
  );
}

let panel = null;

function toggle(button, become) {
  if (panel && isOpen(panel)) return closePopup();
  const isMe = (it) => it.id === state.me;
  const others = [...state.people.values()].filter((it) => !it.bot);
  const choose = (it) => {
    closePopup();
    if (!isMe(it)) become(it.id);
  };
  const row = (it) =>
    h(
      "li",
      { class: "account-row" },
      h(
        "button",
        {
          type: "button",
          class: "account-choice",
          "aria-current": isMe(it) && "true",
          onclick: () => choose(it),
        },
        avatar(it, "is-small"),
        h(
          "span",
          { class: "account-words" },
          h("b", {}, it.global_name ?? it.username),
          h("span", {}, isMe(it) ? `you · ${languageOf(it.locale)}` : languageOf(it.locale)),
        ),
      ),
      !isMe(it) &&
        h(
          "a",
          {
            class: "icon-button",
            href: `?as=${it.username}#${state.here}`,
            target: "_blank",
            "aria-label": `Be ${it.username} in another window`,
            title: "In another window",
          },
          icon("link"),
        ),
    );
  panel = h(
    "div",
    { class: "account-panel", role: "dialog", "aria-label": "Who you are" },
    h("p", { class: "panel-title" }, "Be somebody else"),
    h("ul", {}, others.map(row)),
    h(
      "button",
      { type: "button", class: "panel-button", onclick: () => invite(become) },
      icon("plus"),
      "Somebody new",
    ),
    h("label", { class: "panel-field" }, h("span", {}, "Your language"), languages()),
    h("label", { class: "panel-field" }, h("span", {}, "Theme"), themes()),
  );
  openPopup(button, panel, () => button.setAttribute("aria-expanded", "false"));
  button.setAttribute("aria-expanded", "true");
  panel.querySelector(".account-choice:not([aria-current])")?.focus();
}

function languages() {
  const mine = state.locale();
  const all = LANGUAGES.some(([key]) => key === mine) ? LANGUAGES : [...LANGUAGES, [mine, mine]];
  return h(
    "select",
    {
      onchange: (event) =>
        attempt(() =>
          api.changePerson(state.me, { locale: event.target.value }).then(() => state.fetchWorld()),
        ),
    },
    all.map(([key, name]) => h("option", { value: key, selected: key === mine }, name)),
  );
}

/** The names of the choices of theme. */
const THEMES = [
  ["system", "Like the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

function themes() {
  return h(
    "select",
    { onchange: (event) => setTheme(event.target.value) },
    THEMES.map(([key, name]) => h("option", { value: key, selected: key === choice() }, name)),
  );
}

async function invite(become) {
  closePopup();
  const questions = [
    { id: "name", label: "Name", most: 32 },
    {
      id: "locale",
      label: "Language",
      value: "en-US",
      choices: LANGUAGES.map(([value, name]) => ({ value, name })),
    },
  ];
  const asked = await askFor("Somebody new", questions, "Come in");
  const made = asked && (await attempt(() => api.newPerson(asked.name.trim(), asked.locale)));
  if (made) become(made.id);
}
