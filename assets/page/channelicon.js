// The icon of a channel, by Discord's numbers of channel types.

import { icon } from "./dom.js";

const ICONS = {
  1: "at",
  2: "voice",
  3: "people",
  5: "news",
  10: "thread",
  11: "thread",
  12: "thread",
  13: "voice",
  15: "forum",
  16: "forum",
};

/** @param {{type: number} | undefined} channel */
export function channelIcon(channel) {
  return icon(ICONS[channel?.type] ?? "hash");
}
