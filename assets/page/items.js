// The items in the list of a channel: messages, days between them, and pending commands.

import { shownSize } from "./files.js";
import { isAfter } from "./ids.js";
import { EPHEMERAL } from "./state.js";
import { isSameDay } from "./time.js";

/** Messages of one person within this time share one head. */
const TOGETHER_MS = 7 * 60 * 1000;

/** Discord's number of the message type for a new thread. */
const THREAD_MADE = 18;

/**
 * @typedef {{key: string, kind: "start" | "more" | "message" | "call" | "end", [more: string]: any}} Item
 */

/**
 * @param {{list: any[], isWhole: boolean}} history
 * @param {import("./state.js").state} state
 * @param {{unreadAfter: string | null, lit: string | null}} around
 * @returns {Item[]}
 */
export function itemsOf(history, state, around) {
  const isInviting = history.list.length === 0 && state.mayUse("play", state.here);
  const items = [
    {
      key: "top",
      kind: history.isWhole ? "start" : "more",
      epoch: state.epoch,
      channel: state.here,
      me: state.me,
      isInviting,
    },
  ];
  const waiting = [...state.calls.values()].filter((it) => it.channel === state.here);
  const byMessage = new Map(waiting.filter((it) => it.message).map((it) => [it.message, it]));
  let before = null;
  let isUnreadShown = false;
  for (const message of history.list) {
    const isNewDay = !before || !isSameDay(Date.parse(before.timestamp), Date.parse(message.timestamp));
    const isUnread =
      !isUnreadShown &&
      around.unreadAfter !== null &&
      isAfter(message.id, around.unreadAfter) &&
      message.author.id !== state.me;
    isUnreadShown ||= isUnread;
    items.push({
      key: message.id,
      kind: "message",
      message,
      isHead: isNewDay || isUnread || !follows(before, message),
      day: isNewDay ? message.timestamp : null,
      isUnread,
      call: byMessage.get(message.id) ?? null,
      isLit: around.lit === message.id,
      thread: state.channels.get(message.id) ?? null,
      epoch: state.epoch,
    });
    before = message;
  }
  for (const call of waiting.filter((it) => !it.message))
    items.push({ key: `call-${call.id}`, kind: "call", call });
  items.push({ key: "end", kind: "end" });
  return items;
}

/** Whether a message shares the head of the message before it. */
function follows(before, message) {
  return (
    before.author.id === message.author.id &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS &&
    !message.interaction &&
    !repliedTo(message) &&
    before.type !== THREAD_MADE &&
    message.type !== THREAD_MADE &&
    (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL)
  );
}

/** The message that another one replies to, or whose component was used. */
export function repliedTo(message) {
  return message.message_reference?.message_id ?? message.interaction_metadata?.interacted_message_id ?? null;
}

/** Whether two items are drawn alike. */
export function isSame(one, other) {
  return Object.keys(other).every((key) => one[key] === other[key]);
}

/** The estimated height of an item, until it is measured. */
export function estimate(item) {
  if (item.kind === "start") return 300;
  if (item.kind !== "message") return 48;
  const { message } = item;
  const lines = Math.ceil((message.content?.length ?? 0) / 80) + (message.content?.match(/\n/g)?.length ?? 0);
  const pictures = (message.attachments ?? []).reduce(
    (sum, it) => sum + (shownSize(it)?.height ?? 60) + 8,
    0,
  );
  return (
    (item.isHead ? 40 : 4) +
    lines * 22 +
    pictures +
    (message.components?.length ?? 0) * 44 +
    (item.day ? 40 : 0)
  );
}
