// A message, and the other rows of a channel's list.

import { avatar } from "./avatar.js";
import { components } from "./components.js";
import * as actions from "./actions.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { attachment } from "./files.js";
import { repliedTo } from "./items.js";
import { dots } from "./menu.js";
import { rich } from "./rich.js";
import { EPHEMERAL, LOADING, state } from "./state.js";
import { hourOf, sentAt, written } from "./time.js";
import { welcome } from "./welcome.js";

const THREAD_MADE = 18;

/**
 * The row of an item.
 * @param {import("./items.js").Item} item
 */
export function row(item) {
  const element = h("li", { class: `row row-${item.kind}` });
  switch (item.kind) {
    case "start":
      return fill(element, welcome(item.channel, item.isInviting));
    case "more":
      return fill(element, h("p", { class: "more" }, "Older messages are on their way…"));
    case "call":
      return fill(element, awaited(item.call));
    case "end":
      return element;
    default:
      return fill(
        element,
        item.day &&
          divider(written(Date.parse(item.day), "D"), item.isUnread ? "is-day is-unread" : "is-day"),
        !item.day && item.isUnread && divider("New", "is-unread"),
        item.message.type === THREAD_MADE ? threadMade(item.message) : message(item),
      );
  }
}

function divider(text, kind) {
  return h(
    "div",
    { class: `divider ${kind}`, role: "separator", "aria-label": text },
    h("span", { "aria-hidden": "true" }, text),
  );
}

function message(item) {
  const { message } = item;
  const isPrivate = Boolean(message.flags & EPHEMERAL);
  const isForMe =
    (message.mentions ?? []).some((it) => it.id === state.me) ||
    // An edited message that names nobody now is nobody's, though it once pinged.
    (!message.edited_timestamp && message.local?.pinged?.includes(state.me));
  const classes = [
    "message",
    item.isHead && "is-head",
    isForMe && "is-for-me",
    isPrivate && "is-private",
    item.isLit && "is-lit",
  ];
  return h(
    "article",
    {
      class: classes.filter(Boolean).join(" "),
      "data-message": message.id,
      "aria-label": `${author(message)}, ${written(Date.parse(message.timestamp), "t")}`,
    },
    item.isHead && [usedCommand(message), reply(message)],
    item.isHead ? avatar(state.person(message.author.id) ?? message.author) : hourOf(message.timestamp),
    h(
      "div",
      { class: "message-body" },
      item.isHead && head(message),
      message.flags & LOADING ? thinking(message) : words(message),
      (message.attachments ?? []).map(attachment),
      components(message, item.call),
      item.call?.state === "failed" && h("p", { class: "failed" }, "This interaction failed"),
      item.thread && threadCard(item.thread),
      isPrivate && onlyYou(message),
    ),
    toolbar(message, isPrivate),
  );
}

const author = (message) =>
  state.nameOf(message.author.id) ?? message.author.global_name ?? message.author.username;

function head(message) {
  return h(
    "div",
    { class: "head" },
    h("span", { class: message.author.bot ? "author is-bot" : "author" }, author(message)),
    message.author.bot && h("span", { class: "tag" }, "APP"),
    sentAt(message.timestamp),
  );
}

function words(message) {
  if (!message.content && !message.edited_timestamp) return null;
  const edited =
    message.edited_timestamp &&
    h("span", { class: "edited", title: written(Date.parse(message.edited_timestamp), "F") }, " (edited)");
  const text = rich(message.content ?? "", actions.names);
  // It stands behind the last words, also where they are a line of small ones.
  const last = text.at(-1);
  if (edited && last?.className === "small") last.append(edited);
  else text.push(edited);
  return h("div", { class: "text" }, text);
}

function thinking(message) {
  return h("p", { class: "thinking" }, dots(), `${author(message)} is thinking…`);
}

/** The line above a response with the person and the command. */
function usedCommand(message) {
  const used = message.interaction;
  if (!used) return null;
  const person = state.person(used.user.id) ?? used.user;
  return h(
    "div",
    { class: "context" },
    h("span", { class: "spine", "aria-hidden": "true" }),
    avatar(person, "is-tiny"),
    h("span", { class: "context-name" }, state.nameOf(used.user.id) ?? used.user.username),
    " used ",
    h("span", { class: "mention" }, icon("slash"), used.name),
  );
}

/** The line above a reply with the message that it replies to. */
function reply(message) {
  const id = repliedTo(message);
  if (!id || message.interaction) return null;
  const loaded = state.history(message.channel_id).list;
  const whole = message.referenced_message ?? loaded.find((it) => it.id === id);
  if (!whole)
    return h(
      "div",
      { class: "context" },
      h("span", { class: "spine", "aria-hidden": "true" }),
      h("em", {}, "Original message was deleted"),
    );
  const person = state.person(whole.author.id) ?? whole.author;
  const [first] = (whole.content ?? "").split("\n");
  const text = actions.inWords(first);
  return h(
    "div",
    { class: "context" },
    h("span", { class: "spine", "aria-hidden": "true" }),
    avatar(person, "is-tiny"),
    h("span", { class: "context-name" }, author(whole)),
    h(
      "button",
      {
        type: "button",
        class: "context-text",
        onclick: () => actions.go({ channel: message.channel_id, message: id }),
      },
      text || "Click to see attachment",
    ),
  );
}

function onlyYou(message) {
  return h(
    "p",
    { class: "only-you" },
    icon("eye"),
    "Only you can see this • ",
    h(
      "button",
      { type: "button", class: "plain-link", onclick: () => actions.dismiss(message) },
      "Dismiss message",
    ),
  );
}

function toolbar(message, isPrivate) {
  if (isPrivate) return null;
  const link = `${location.origin}/?as=${state.me}#${message.channel_id}/${message.id}`;
  return h(
    "div",
    { class: "toolbar", role: "group", "aria-label": "Message actions" },
    iconButton("reply", "Reply", () => state.emit("reply", message)),
    iconButton("link", "Copy the link", () => navigator.clipboard?.writeText(link)),
    message.author.id === state.me && iconButton("trash", "Delete", () => actions.remove(message)),
  );
}

function threadMade(message) {
  const thread = message.message_reference?.channel_id;
  return h(
    "p",
    { class: "system" },
    icon("thread"),
    h("b", {}, author(message)),
    " started a thread: ",
    h(
      "button",
      { type: "button", class: "jump", onclick: () => actions.go({ channel: thread }) },
      message.content || "thread",
    ),
  );
}

function threadCard(thread) {
  const count = thread.message_count ?? 0;
  return h(
    "button",
    { type: "button", class: "thread-card", onclick: () => actions.go({ channel: thread.id }) },
    h("span", { class: "thread-name" }, thread.name),
    h("span", { class: "thread-count" }, count === 1 ? "1 Message" : `${count} Messages`, " ›"),
  );
}

/** A command without a response, pending or failed. */
function awaited(call) {
  const person = state.person(call.state === "failed" ? state.bot : state.me);
  const isFailed = call.state === "failed";
  return h(
    "article",
    { class: `message is-head ${isFailed ? "is-private" : "is-awaited"}` },
    avatar(person),
    h(
      "div",
      { class: "message-body" },
      h("div", { class: "head" }, h("span", { class: "author" }, state.nameOf(person?.id) ?? "")),
      isFailed
        ? h("p", { class: "failed" }, icon("warn"), "The application did not respond")
        : h("p", { class: "thinking" }, dots(), "Sending command…"),
      isFailed &&
        h(
          "p",
          { class: "only-you" },
          icon("eye"),
          "Only you can see this • ",
          h(
            "button",
            { type: "button", class: "plain-link", onclick: () => state.dropCall(call.id) },
            "Dismiss message",
          ),
        ),
    ),
  );
}
