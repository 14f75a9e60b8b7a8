// The actions of the current person. Errors are shown as problems.

import * as api from "./api.js";
import { forgetChoice, keepChoice } from "./choices.js";
import { bare, parse } from "./markdown.js";
import { roleMention } from "./roles.js";
import { state } from "./state.js";
import { written } from "./time.js";

/** Does an action, and shows its error. Returns null after an error. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    state.emit("problem", error.message);
    return null;
  }
}

export function click(message, control) {
  const call = { channel: message.channel_id, message: message.id, control };
  return attempt(() => state.begin(call, () => api.click(state.me, message.id, control)));
}

export function select(message, control, values) {
  const call = { channel: message.channel_id, message: message.id, control };
  keepChoice(message.id, control, values);
  const send = async () => {
    try {
      return await api.select(state.me, message.id, control, values);
    } catch (error) {
      forgetChoice(message.id, control);
      throw error;
    }
  };
  return attempt(() => state.begin(call, send));
}

/** Uses a slash command, or the command in the menu of a person. */
export function useCommand(channel, name, options, target) {
  const send = () => api.command(state.me, channel, name, options, target);
  return attempt(() => state.begin({ channel, name }, send));
}

export function dismiss(message) {
  state.removeMessage(message.channel_id, message.id);
  return attempt(() => api.dismiss(state.me, message.id));
}

export function remove(message) {
  return attempt(() => api.deleteMessage(state.me, message.id));
}

/** Goes to a channel, or to a message in it. */
export function go(place) {
  state.emit("jump", place);
}

/** The plain text of a text in Markdown, for one line. */
export function inWords(text) {
  const say = (piece) => {
    if (piece.kind === "person") return `@${state.nameOf(piece.id) ?? "unknown-user"}`;
    if (piece.kind === "role") return roleMention(piece.id);
    if (piece.kind === "channel") return `#${state.channelName(piece.id) ?? "unknown"}`;
    if (piece.kind === "command") return `/${piece.name}`;
    return piece.kind === "time" ? written(piece.seconds * 1000, piece.style) : undefined;
  };
  return bare(parse(text), say);
}

/** The names and links in texts, for `rich`. */
export const names = {
  person: (id) => state.nameOf(id),
  channel: (id) => state.channelName(id),
  role: roleMention,
  get me() {
    return state.me;
  },
  go,
  useCommand: (name) => state.emit("fill", `/${name} `),
};
