// Embeds: framed parts of a message, below its text.

import { h } from "./dom.js";
import { names } from "./actions.js";
import { picture } from "./files.js";
import { rich } from "./rich.js";
import { sentAt } from "./time.js";

export function embeds(message) {
  return (message.embeds ?? []).map(embed);
}

function embed(it) {
  const title = it.title && rich(it.title, names);
  const element = h(
    "article",
    { class: "embed" },
    it.author?.name && h("div", { class: "embed-author" }, it.author.name),
    title &&
      h(
        "div",
        { class: "embed-title" },
        it.url ? h("a", { href: it.url, target: "_blank", rel: "noreferrer noopener" }, title) : title,
      ),
    it.description && h("div", { class: "text" }, rich(it.description, names)),
    it.fields?.length > 0 && h("dl", { class: "embed-fields" }, it.fields.map(field)),
    it.image && picture(it.image),
    it.thumbnail && picture(it.thumbnail, "thumbnail"),
    (it.footer || it.timestamp) &&
      h(
        "div",
        { class: "embed-footer" },
        it.footer?.text,
        it.footer && it.timestamp && " • ",
        it.timestamp && sentAt(it.timestamp),
      ),
  );
  if (it.color) element.style.borderLeftColor = `#${it.color.toString(16).padStart(6, "0")}`;
  return element;
}

function field(it) {
  return h(
    "div",
    { class: it.inline ? "is-inline" : "" },
    h("dt", {}, rich(it.name, names)),
    h("dd", {}, rich(it.value, names)),
  );
}
