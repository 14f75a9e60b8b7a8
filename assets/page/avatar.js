// The round pictures of people: a colour and a letter.

import { h } from "./dom.js";

const HUES = 6;

/** @param {{id: string, bot?: boolean, username?: string, global_name?: string}} person */
export function avatar(person, size = "") {
  const attributes = { class: `avatar ${size}`, "aria-hidden": "true" };
  if (person?.bot) return h("span", attributes, h("img", { src: "/page/icon.svg", alt: "" }));
  const name = person?.global_name ?? person?.username ?? "?";
  // The style sheet shows the letter, which screen readers should not read.
  attributes["data-letter"] = [...name][0]?.toUpperCase() ?? "?";
  attributes.class += ` hue-${Number(BigInt(person?.id ?? 0) % BigInt(HUES))}`;
  return h("span", attributes);
}
