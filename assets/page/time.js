// Times as text. Relative times are updated every second.

import { h } from "./dom.js";

let aheadMs = 0;
let language = "en";

/** Sets the page's clock to the emulator's, which can be ahead. */
export function setClock(iso) {
  aheadMs = Date.parse(iso) - Date.now();
}

/** Sets the language of times. */
export function setLanguage(locale) {
  language = Intl.DateTimeFormat.supportedLocalesOf([locale]).length ? locale : "en";
}

export const now = () => Date.now() + aheadMs;

/** Discord's styles of timestamps, except R. */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** A time in one of Discord's styles. */
export function written(ms, style) {
  if (style === "R") return relative(ms - now());
  return new Intl.DateTimeFormat(language, STYLES[style] ?? STYLES.f).format(ms);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** A span in words, such as "1 day and 2 hours", by its two largest units. */
export function spanOf(seconds) {
  let rest = seconds;
  const parts = [...UNITS.slice(2), ["second", 1]].map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest %= length;
    return count > 0 && `${count} ${unit}${count === 1 ? "" : "s"}`;
  });
  return parts.filter(Boolean).slice(0, 2).join(" and ");
}

function relative(ms) {
  const seconds = Math.round(ms / 1000);
  const [unit, length] = UNITS.find(([, it]) => Math.abs(seconds) >= it) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language, { numeric: "always" }).format(
    Math.round(seconds / length),
    unit,
  );
}

/** The element of a timestamp `<t:…>`. */
export function timestamp(seconds, style) {
  const ms = seconds * 1000;
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return document.createTextNode("Invalid date");
  const attributes = { class: "timestamp", datetime: new Date(ms).toISOString(), title: written(ms, "F") };
  if (style === "R") attributes["data-ticking"] = seconds;
  return h("time", attributes, written(ms, style));
}

/** The time of a message, with the day unless it is today. */
export function sentAt(iso) {
  const ms = Date.parse(iso);
  const text = isSameDay(ms, now()) ? written(ms, "t") : `${written(ms, "d")} ${written(ms, "t")}`;
  return h("time", { class: "sent", datetime: iso, title: written(ms, "F") }, text);
}

/** The time of day, beside messages without a head. */
export function hourOf(iso) {
  return h(
    "time",
    { class: "hour", datetime: iso, title: written(Date.parse(iso), "F") },
    written(Date.parse(iso), "t"),
  );
}

export function isSameDay(one, other) {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

function tick() {
  for (const element of document.querySelectorAll("time[data-ticking]")) {
    const text = written(Number(element.dataset.ticking) * 1000, "R");
    if (element.textContent !== text) element.textContent = text;
  }
}

/** Starts to update relative times. */
export function startTicking() {
  setInterval(tick, 1000);
}
