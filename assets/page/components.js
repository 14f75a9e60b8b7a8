// The components of a message: buttons and menus.

import { h, icon } from "./dom.js";
import * as actions from "./actions.js";
import { choiceOf } from "./choices.js";
import { emojiOf } from "./emoji.js";
import { dots, menu } from "./menu.js";
import { rolesIn } from "./roles.js";
import { state } from "./state.js";

/** Discord's numbers of component types. */
const ROW = 1,
  BUTTON = 2,
  TEXT_MENU = 3,
  PEOPLE_MENU = 5,
  ROLE_MENU = 6,
  MENTION_MENU = 7,
  CHANNEL_MENU = 8;

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
  switch (it.type) {
    case ROW:
      return h(
        "div",
        { class: it.components?.[0]?.type === BUTTON ? "controls is-buttons" : "controls" },
        (it.components ?? []).map((child) => component(child, message, call)),
      );
    case BUTTON:
      return button(it, message, call);
    case TEXT_MENU:
    case PEOPLE_MENU:
    case ROLE_MENU:
    case MENTION_MENU:
    case CHANNEL_MENU:
      return menuOf(it, message, call);
    default:
      return null;
  }
}

function button(it, message, call) {
  const inside = [
    it.emoji && emojiOf(it.emoji),
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
  const options = it.options ?? offered(it, message);
  const byDefault = it.default_values?.map((value) => value.id);
  const wanted = {
    options,
    chosen:
      choiceOf(message.id, it.custom_id) ??
      byDefault ??
      options.filter((option) => option.default).map((option) => option.value),
    placeholder: it.placeholder ?? "Make a selection",
    control: it.custom_id,
    least: it.min_values ?? 1,
    most: it.max_values ?? 1,
    isDisabled: Boolean(it.disabled),
    isBusy,
  };
  return menu(wanted, (values) => actions.select(message, it.custom_id, values));
}

/** The people, roles or channels of a menu without options of its own. */
function offered(it, message) {
  if (it.type === CHANNEL_MENU) return channels(it, message);
  return [
    ...(it.type === ROLE_MENU ? [] : people(message)),
    ...(it.type === PEOPLE_MENU ? [] : roles(message)),
  ];
}

function people(message) {
  return state.peopleIn(message.channel_id).map((person) => ({
    label: state.nameOf(person.id),
    value: person.id,
    description: person.username,
  }));
}

function roles(message) {
  return rolesIn(message.channel_id).map((role) => ({ label: role.name, value: role.id }));
}

/** The channels of the server, of the types that the menu takes. */
function channels(it, message) {
  const here = state.channels.get(message.channel_id)?.guild_id;
  const isTaken = (channel) => !it.channel_types?.length || it.channel_types.includes(channel.type);
  return [...state.channels.values()]
    .filter((channel) => channel.guild_id === here && isTaken(channel))
    .map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
}
