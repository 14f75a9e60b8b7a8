// What somebody does, and what is said when it cannot be done.

import * as api from "./api.js";
import { bare, parse } from "./markdown.js";
import { state } from "./state.js";
import { written } from "./time.js";

/** Does something; what is refused is shown to whoever wanted it. */
export async function attempt(deed) {
  try {
    return await deed();
  } catch (refused) {
    state.tell("problem", refused.message);
    return null;
  }
}

export function click(message, control) {
  const call = { channel: message.channel_id, message: message.id, control };
  return attempt(() => state.begin(call, () => api.click(state.me, message.id, control)));
}

export function select(message, control, values) {
  const call = { channel: message.channel_id, message: message.id, control };
  return attempt(() => state.begin(call, () => api.select(state.me, message.id, control, values)));
}

export function useCommand(channel, name, options) {
  return attempt(() => state.begin({ channel, name }, () => api.command(state.me, channel, name, options)));
}

export function dismiss(message) {
  state.take(message.channel_id, message.id);
  return attempt(() => api.dismiss(state.me, message.id));
}

export function remove(message) {
  return attempt(() => api.deleteMessage(state.me, message.id));
}

/** Goes to a channel, or to a message in it. */
export function go(place) {
  state.tell("jump", place);
}

/** A text in one line of bare words. */
export function inWords(text) {
  const say = (piece) => {
    if (piece.kind === "person") return `@${state.nameOf(piece.id) ?? "unknown-user"}`;
    if (piece.kind === "channel") return `#${state.channelName(piece.id) ?? "unknown"}`;
    if (piece.kind === "command") return `/${piece.name}`;
    return piece.kind === "time" ? written(piece.seconds * 1000, piece.style) : undefined;
  };
  return bare(parse(text), say);
}

/** What texts may name, for `rich`. */
export const names = {
  person: (id) => state.nameOf(id),
  channel: (id) => state.channelName(id),
  get me() {
    return state.me;
  },
  go,
  useCommand: (name) => state.tell("fill", `/${name} `),
};
