// Emoji: characters, or pictures of the application.

import { h } from "./dom.js";

/**
 * An emoji that is hidden from screen readers, as the words beside it say the same.
 * @param {{id?: string | null, name?: string | null}} emoji
 */
export function emojiOf({ id, name }) {
  if (!id) return name ? h("span", { class: "emoji", "aria-hidden": "true" }, name) : null;
  return picture(id, { alt: "", "aria-hidden": "true" });
}

/** An emoji within a text. */
export function emojiInText(id, name) {
  return picture(id, { alt: `:${name}:`, title: `:${name}:` });
}

function picture(id, attributes) {
  return h("img", { class: "emoji", src: `/emojis/${id}.webp`, draggable: "false", ...attributes });
}
