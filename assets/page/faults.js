// Fault injection: slow responses, errors, outages of the gateway, missing permissions, the clock.

import * as api from "./api.js";
import { attempt } from "./actions.js";
import { fill, h } from "./dom.js";
import { state } from "./state.js";
import { spanOf } from "./time.js";

/** Faults: the name, and the request's body. */
const FAULTS = [
  ["Slow answers (2 s)", { mishap: "slow", milliseconds: 2000 }],
  ["Too many requests (429)", { mishap: "too-many", milliseconds: 1500 }],
  ["Too many of everything (429)", { mishap: "too-many-globally", milliseconds: 1500 }],
  ["Server error (500)", { mishap: "refused", status: 500 }],
  ["Done, but answered 502", { mishap: "done-but-refused", status: 502 }],
  ["Connection cut", { mishap: "cut" }],
  ["Done, but connection cut", { mishap: "done-but-cut" }],
];

const OUTAGES = [
  ["drop", "Drop the gateway"],
  ["reconnect", "Ask it to reconnect"],
  ["resumable", "Invalidate, resumable"],
  ["invalidate", "Invalidate"],
];

/** The permissions that the bot needs, with Discord's bits. */
const PERMISSIONS = [
  ["View the channel", 10n],
  ["Send messages", 11n],
  ["Attach files", 15n],
  ["Read the history", 16n],
  ["Make public threads", 35n],
  ["Send in threads", 38n],
];

const AHEAD = [
  ["1 hour", 3600],
  ["1 day", 86_400],
  ["3 days", 259_200],
];

/** @param {HTMLElement} place @returns {() => void} redraws it */
export function startFaults(place) {
  const time = clock();
  const draw = async () => {
    const asked = await api.faults().catch(() => ({ pending: [] }));
    fill(place, faultForm(draw), pending(asked.pending ?? [], draw), outages(), permissions(), time);
  };
  return draw;
}

function group(title, ...inside) {
  return h("fieldset", { class: "fault-group" }, h("legend", {}, title), inside);
}

function plainButton(text, action) {
  return h(
    "button",
    { type: "button", class: "button button-secondary", onclick: () => attempt(action) },
    text,
  );
}

function faultForm(draw) {
  const kind = h(
    "select",
    { "aria-label": "What goes wrong" },
    FAULTS.map(([name], at) => h("option", { value: at }, name)),
  );
  const times = h("input", {
    type: "number",
    min: 1,
    max: 1000,
    value: 3,
    "aria-label": "How many requests",
  });
  const matching = h("input", {
    type: "text",
    placeholder: "all requests",
    "aria-label": "Only requests with this in METHOD /path",
  });
  const begin = async () => {
    await api.addFault({
      ...FAULTS[Number(kind.value)][1],
      times: Number(times.value) || 1,
      matching: matching.value.trim(),
    });
    await draw();
  };
  return group(
    "The next requests of the bot",
    kind,
    h(
      "div",
      { class: "fault-line" },
      h("label", {}, "how many ", times),
      h("label", {}, "only ", matching),
    ),
    h(
      "button",
      { type: "button", class: "button button-danger", onclick: () => attempt(begin) },
      "Make trouble",
    ),
  );
}

function pending(list, draw) {
  const left = (it) =>
    h(
      "li",
      {},
      h("code", {}, String(it.mishap?.kind ?? it.mishap)),
      ` × ${it.times}`,
      it.matching && ` on ${it.matching}`,
    );
  return (
    list.length > 0 &&
    group(
      "Still to come",
      h("ul", {}, list.map(left)),
      plainButton("No more trouble", async () => {
        await api.removeFaults();
        await draw();
      }),
    )
  );
}

function outages() {
  return group(
    "The gateway",
    h(
      "div",
      { class: "fault-line" },
      OUTAGES.map(([kind, name]) => plainButton(name, () => api.outage(kind))),
    ),
  );
}

function permissions() {
  const channel = state.channels.get(state.here);
  if (!channel?.guild_id) return null;
  const bits = BigInt(channel.bot_permissions ?? 0);
  const box = ([name, bit]) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: Boolean(bits & (1n << bit)),
        onchange: (event) => attempt(() => change(channel.id, bit, event.target.checked)),
      }),
      name,
    );
  return group(`What the bot may do in ${state.channelName(channel.id)}`, PERMISSIONS.map(box));
}

async function change(id, bit, isAllowed) {
  const bits = BigInt(state.channels.get(id)?.bot_permissions ?? 0);
  const wanted = isAllowed ? bits | (1n << bit) : bits & ~(1n << bit);
  await api.changeChannel(id, { bot_permissions: Number(wanted) });
  await state.fetchWorld();
}

/** The clock's group, which stays while the others are drawn anew. */
function clock() {
  let done = null;
  const words = h("p", { role: "status" });
  const set = async (change) => {
    await change();
    await state.fetchWorld();
    done = state.secondsAhead;
    show();
  };
  const ahead = AHEAD.map(([name, seconds]) => plainButton(name, () => set(() => api.advance(seconds))));
  const right = plainButton("Set it right", () => set(api.setClockRight));
  const show = () => {
    const { secondsAhead } = state;
    const how = secondsAhead ? `${spanOf(secondsAhead)} ahead` : "right";
    const isDone = done === secondsAhead;
    const text = `${isDone ? "Done: the" : "The"} clock is ${how}.`;
    if (words.textContent !== text) words.textContent = text;
    // A disabled button loses the focus.
    if (!secondsAhead && document.activeElement === right) ahead[0].focus();
    right.disabled = !secondsAhead;
  };
  show();
  state.on("world", show);
  return group(
    "The clock, here and for the bot, set ahead by",
    words,
    h("div", { class: "fault-line" }, ahead, right),
  );
}
