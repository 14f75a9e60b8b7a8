// A select menu of a message: a button with the chosen options, and a list.

import { fill, h, icon } from "./dom.js";
import { emojiOf } from "./emoji.js";
import { closePopup, isOpen, openPopup } from "./popup.js";

/**
 * @typedef {{label: string, value: string, description?: string, emoji?: {id?: string, name?: string}}} Option
 */

let count = 0;

/**
 * `chosen` are the values that the message shows as chosen. The same values are not sent again.
 *
 * @param {{options: Option[], chosen: string[], placeholder: string, least: number, most: number, isDisabled: boolean, isBusy: boolean, control: string}} menu
 * @param {(values: string[]) => void} choose
 */
export function menu(menu, choose) {
  const id = `menu-${(count += 1)}`;
  const before = new Set(menu.chosen);
  const chosen = new Set(before);
  const isMany = menu.most > 1;
  let active = -1;
  let typed = "";
  let typedAt = 0;

  const list = h("ul", {
    id,
    role: "listbox",
    class: "options",
    "aria-label": menu.placeholder,
    "aria-multiselectable": isMany && "true",
  });
  const button = h(
    "button",
    {
      type: "button",
      class: "menu",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": id,
      "aria-label": menu.placeholder,
      "data-control": menu.control,
      disabled: menu.isDisabled || menu.isBusy,
    },
    h("span", { class: "menu-text" }),
    menu.isBusy ? dots() : icon("down"),
  );

  function showChosen() {
    const labels = menu.options.filter((it) => chosen.has(it.value)).map((it) => it.label);
    const text = button.querySelector(".menu-text");
    text.textContent = labels.join(", ") || menu.placeholder;
    text.classList.toggle("is-placeholder", labels.length === 0);
    button.setAttribute(
      "aria-label",
      labels.length ? `${menu.placeholder}: ${labels.join(", ")}` : menu.placeholder,
    );
  }

  function row(option, at) {
    const isChosen = chosen.has(option.value);
    return h(
      "li",
      {
        id: `${id}-${at}`,
        role: "option",
        "aria-selected": String(isChosen),
        class: at === active ? "option is-active" : "option",
        "data-value": option.value,
        onclick: () => pick(at),
        onpointermove: () => at !== active && move(at),
      },
      option.emoji && emojiOf(option.emoji),
      h(
        "span",
        { class: "option-words" },
        h("span", { class: "option-label" }, option.label),
        option.description && h("span", { class: "option-description" }, option.description),
      ),
      isChosen && icon("check"),
    );
  }

  function draw() {
    fill(list, menu.options.map(row));
  }

  function move(at) {
    list.children[active]?.classList.remove("is-active");
    active = at;
    list.children[active]?.classList.add("is-active");
    list.children[active]?.scrollIntoView({ block: "nearest" });
    button.setAttribute("aria-activedescendant", `${id}-${active}`);
  }

  function show() {
    draw();
    openPopup(button, list, hidden);
    button.setAttribute("aria-expanded", "true");
    move(
      Math.max(
        0,
        menu.options.findIndex((it) => chosen.has(it.value)),
      ),
    );
  }

  function hidden() {
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-activedescendant");
    if (isMany && chosen.size >= menu.least) send();
  }

  function send() {
    if (chosen.size !== before.size || [...chosen].some((it) => !before.has(it))) choose([...chosen]);
  }

  function pick(at) {
    const { value } = menu.options[at];
    if (isMany) {
      if (!chosen.delete(value) && chosen.size < menu.most) chosen.add(value);
      draw();
      showChosen();
      return;
    }
    const isCleared = menu.least === 0 && chosen.has(value);
    chosen.clear();
    if (!isCleared) chosen.add(value);
    showChosen();
    closePopup();
    send();
  }

  /** Goes to the option that begins with the recently typed letters. */
  function seek(key) {
    typed = Date.now() - typedAt > 700 ? key : typed + key;
    typedAt = Date.now();
    const at = menu.options.findIndex((it) => it.label.toLowerCase().startsWith(typed.toLowerCase()));
    if (at >= 0) move(at);
  }

  function press(event) {
    const last = menu.options.length - 1;
    if (!isOpen(list)) {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        event.preventDefault();
        show();
      }
      return;
    }
    const moves = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      Home: 0,
      End: last,
      PageDown: Math.min(active + 8, last),
      PageUp: Math.max(active - 8, 0),
    };
    if (event.key in moves) move(moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") pick(active);
    else if (event.key === "Tab") return closePopup();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) seek(event.key);
    else return;
    event.preventDefault();
  }

  button.addEventListener("click", () => (isOpen(list) ? closePopup() : show()));
  button.addEventListener("keydown", press);
  showChosen();
  return h("div", { class: "menu-box" }, button);
}

/** Three dots that indicate waiting. */
export function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
