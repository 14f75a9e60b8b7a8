// Turns the tree of a text into nodes of the document. No text becomes HTML.

import { h, icon } from "./dom.js";
import { emojiInText } from "./emoji.js";
import { parse } from "./markdown.js";
import { timestamp } from "./time.js";

/**
 * The names and links in a text.
 * @typedef {object} Names
 * @property {(id: string) => string | null} person
 * @property {(id: string) => string | null} channel
 * @property {(id: string) => string} role
 * @property {string} me
 * @property {(place: {channel: string, message?: string}) => void} go
 * @property {(name: string) => void} useCommand
 */

/**
 * The nodes of a text in Discord's Markdown.
 * @param {string} text
 * @param {Names} names
 * @returns {Node[]}
 */
export function rich(text, names) {
  return parse(text).map((piece) => node(piece, names));
}

const TAGS = { strong: "strong", em: "em", underline: "u", strike: "s" };
const HEADINGS = { 1: "heading-1", 2: "heading-2", 3: "heading-3" };

/** @param {import("./markdown.js").Piece} piece */
function node(piece, names) {
  const inside = () => (piece.children ?? []).map((child) => node(child, names));
  switch (piece.kind) {
    case "text":
      return document.createTextNode(piece.text);
    case "code":
      return h("code", { class: "code" }, piece.text);
    case "code-block":
      return h("pre", { class: "code-block", tabindex: 0 }, h("code", {}, piece.text));
    case "heading":
      return h(
        "div",
        { class: `heading ${HEADINGS[piece.level]}`, role: "heading", "aria-level": piece.level + 2 },
        inside(),
      );
    case "small":
      return h("div", { class: "small" }, inside());
    case "quote":
      return h("blockquote", {}, inside());
    case "list":
      return list(piece, inside());
    case "item":
      return h("li", { class: `depth-${piece.depth}` }, inside());
    case "spoiler":
      return spoiler(inside());
    case "time":
      return timestamp(piece.seconds, piece.style);
    case "person":
      return person(piece.id, names);
    case "role":
      return h("span", { class: "mention" }, names.role(piece.id));
    case "everyone":
      return h("span", { class: "mention" }, piece.text);
    case "emoji":
      return emojiInText(piece.id, piece.name);
    case "channel":
      return channel(piece.id, names);
    case "command":
      return h(
        "button",
        { type: "button", class: "mention", onclick: () => names.useCommand(piece.name) },
        `/${piece.name}`,
      );
    case "link":
      return link(piece.url, inside(), names);
    default:
      return h(TAGS[piece.kind] ?? "span", {}, inside());
  }
}

function list(piece, items) {
  if (!piece.isOrdered) return h("ul", {}, items);
  const element = h("ol", { start: piece.start }, items);
  // The numbers stand within the message, however long they are.
  const digits = String(piece.start + items.length - 1).length;
  element.style.paddingLeft = `${digits + 2}ch`;
  return element;
}

function person(id, names) {
  const isMe = id === names.me;
  return h(
    "span",
    { class: isMe ? "mention mention-me" : "mention" },
    `@${names.person(id) ?? "unknown-user"}`,
  );
}

function channel(id, names) {
  const name = names.channel(id);
  if (!name) return h("span", { class: "mention" }, "# No Access");
  return h(
    "button",
    { type: "button", class: "mention", onclick: () => names.go({ channel: id }) },
    `# ${name}`,
  );
}

const JUMP = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/;

function link(url, inside, names) {
  const jump = JUMP.exec(url);
  if (!jump) return h("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, inside);
  const [, to, message] = jump;
  const isBare = inside.length === 1 && inside[0].textContent === url;
  const name = names.channel(to) ?? "unknown";
  const text = isBare ? [`# ${name}`, message && [" › ", icon("message")]] : inside;
  const label = isBare ? { "aria-label": `Jump to ${message ? "a message in " : ""}${name}` } : {};
  const go = () => names.go({ channel: to, message });
  return h("button", { type: "button", class: isBare ? "mention" : "jump", onclick: go, ...label }, text);
}

function spoiler(inside) {
  const button = h(
    "button",
    { type: "button", class: "spoiler", "aria-label": "Spoiler: show it" },
    h("span", {}, inside),
  );
  button.addEventListener("click", () => {
    button.classList.add("is-open");
    button.removeAttribute("aria-label");
  });
  return button;
}
