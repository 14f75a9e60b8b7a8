// The components of a message: buttons, menus, and layout components.

import { h, icon } from "./dom.js";
import * as actions from "./actions.js";
import { attachment, picture } from "./files.js";
import { dots, menu } from "./menu.js";
import { rich } from "./rich.js";
import { state } from "./state.js";

/** Discord's numbers of component types. */
const ROW = 1,
  BUTTON = 2,
  TEXT_MENU = 3,
  PEOPLE_MENU = 5,
  CHANNEL_MENU = 8,
  SECTION = 9,
  TEXT = 10,
  THUMBNAIL = 11,
  GALLERY = 12,
  FILE = 13,
  SEPARATOR = 14,
  CONTAINER = 17;

/** Discord's numbers of button styles. */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/**
 * The components of a message.
 * @param {any} message
 * @param {any} call the pending interaction of one of them
 */
export function components(message, call) {
  return (message.components ?? []).map((it) => component(it, message, call));
}

function component(it, message, call) {
  const inside = () => (it.components ?? []).map((child) => component(child, message, call));
  switch (it.type) {
    case ROW:
      return h("div", { class: "controls" }, inside());
    case BUTTON:
      return button(it, message, call);
    case TEXT_MENU:
    case PEOPLE_MENU:
    case CHANNEL_MENU:
      return menuOf(it, message, call);
    case SECTION:
      return h(
        "div",
        { class: "section" },
        h("div", {}, inside()),
        it.accessory && component(it.accessory, message, call),
      );
    case TEXT:
      return h("div", { class: "text" }, rich(it.content ?? "", actions.names));
    case THUMBNAIL:
      return picture({ ...it.media, description: it.description }, "thumbnail");
    case GALLERY:
      return h(
        "div",
        { class: "gallery" },
        (it.items ?? []).map((item) => picture({ ...item.media, description: item.description })),
      );
    case FILE:
      return attachment({ filename: it.name, size: it.size, ...it.file });
    case SEPARATOR:
      return it.divider === false ? h("div", { class: "gap" }) : h("hr");
    case CONTAINER:
      return h("div", { class: "container" }, inside());
    default:
      return null;
  }
}

function button(it, message, call) {
  const inside = [
    it.emoji?.name && h("span", { "aria-hidden": "true" }, it.emoji.name),
    it.label && h("span", {}, it.label),
  ];
  if (it.style === 5) {
    const attributes = {
      class: "button button-link",
      href: it.url,
      target: "_blank",
      rel: "noreferrer noopener",
    };
    return h("a", attributes, inside, icon("link"));
  }
  const isBusy = call?.state === "waiting" && call.control === it.custom_id;
  const isHeld = call?.state === "waiting";
  return h(
    "button",
    {
      type: "button",
      class: `button button-${STYLES[it.style] ?? "secondary"}`,
      disabled: it.disabled,
      "aria-disabled": isHeld && "true",
      "aria-busy": isBusy && "true",
      "data-control": it.custom_id,
      "aria-label": it.label ? null : it.emoji?.name,
      onclick: () => isHeld || actions.click(message, it.custom_id),
    },
    isBusy ? [h("span", { class: "is-hidden" }, inside), dots()] : inside,
  );
}

function menuOf(it, message, call) {
  const isBusy = call?.state === "waiting" && call.control === it.custom_id;
  const wanted = {
    options: it.options ?? offered(it, message),
    placeholder: it.placeholder ?? "Make a selection",
    control: it.custom_id,
    least: it.min_values ?? 1,
    most: it.max_values ?? 1,
    isDisabled: Boolean(it.disabled),
    isBusy,
  };
  return menu(wanted, (values) => actions.select(message, it.custom_id, values));
}

/** The people or channels of a menu without options of its own. */
function offered(it, message) {
  if (it.type === CHANNEL_MENU) {
    const here = state.channels.get(message.channel_id)?.guild_id;
    return [...state.channels.values()]
      .filter((at) => at.guild_id === here)
      .map((at) => ({ label: at.name, value: at.id }));
  }
  return state
    .peopleIn(message.channel_id)
    .map((person) => ({ label: state.nameOf(person.id), value: person.id }));
}
