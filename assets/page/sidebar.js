// The servers and channels, with badges for mentions.

import * as api from "./api.js";
import { askFor } from "./ask.js";
import { avatar } from "./avatar.js";
import { attempt, go } from "./actions.js";
import { channelIcon } from "./channelicon.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { byAge } from "./ids.js";
import { membersButton } from "./members.js";
import { whenReleased } from "./press.js";
import { state } from "./state.js";

/** The key of the direct messages among the servers. */
const HOME = "@me";

/** @param {HTMLElement} rail @param {HTMLElement} list */
export function startSidebar(rail, list) {
  let place = HOME;
  const draw = () => {
    drawRail(rail, place, open);
    drawList(list, place);
  };
  /** Opens a server and its first channel. */
  const open = (wanted) => {
    place = wanted;
    const inside = channelsOf(wanted);
    if (inside.length && !inside.some((it) => it.id === state.here)) go({ channel: inside[0].id });
    draw();
  };
  state.on("here", () => {
    place = state.channels.get(state.here)?.guild_id ?? HOME;
    draw();
  });
  state.on("world", () => whenReleased(draw));
  state.on("unread", () => whenReleased(draw));
}

const isThread = (channel) => Boolean(channel.parent_id);

/** The channels of a server, or the direct messages, without threads. */
function channelsOf(place) {
  const inside = [...state.channels.values()].filter(
    (it) => (it.guild_id ?? HOME) === place && !isThread(it),
  );
  if (place === HOME)
    return inside.sort((one, other) =>
      byAge(other.last_message_id ?? other.id, one.last_message_id ?? one.id),
    );
  return inside.sort((one, other) => (one.position ?? 0) - (other.position ?? 0) || byAge(one.id, other.id));
}

function threadsOf(channel) {
  const inside = [...state.channels.values()].filter((it) => it.parent_id === channel.id);
  const isShown = (it) => !it.thread_metadata?.archived || it.id === state.here;
  return inside.filter(isShown).sort((one, other) => byAge(one.id, other.id));
}

function sumOf(channels) {
  return {
    pings: channels.reduce((sum, it) => sum + state.pings(it), 0),
    isUnread: channels.some((it) => state.isUnread(it)),
  };
}

const mentions = (count) => (count === 1 ? "1 mention" : `${count} mentions`);

function badge(pings) {
  return pings > 0 && h("span", { class: "badge", "aria-label": mentions(pings) }, pings);
}

// The rail of servers

function drawRail(rail, place, open) {
  const places = [{ id: HOME, name: "Direct messages" }, ...state.servers];
  keepFocus(rail, () =>
    fill(
      rail,
      h(
        "ul",
        {},
        places.map((it) => railButton(it, it.id === place, open)),
      ),
    ),
  );
}

function railButton(server, isHere, open) {
  const { pings, isUnread } = sumOf(
    [...state.channels.values()].filter((it) => (it.guild_id ?? HOME) === server.id),
  );
  const words = server.name.replace(/[^\p{L}\p{N}\s]/gu, "").split(/\s+/);
  const mark = words
    .map((it) => [...it][0])
    .slice(0, 3)
    .join("");
  const label = `${server.name}${pings ? `, ${mentions(pings)}` : isUnread ? ", unread" : ""}`;
  return h(
    "li",
    { class: isUnread && !isHere ? "rail-item is-unread" : "rail-item" },
    h(
      "button",
      {
        type: "button",
        class: "rail-button",
        "aria-label": label,
        title: server.name,
        "aria-current": isHere && "true",
        "data-control": `rail-${server.id}`,
        onclick: () => open(server.id),
      },
      server.id === HOME ? icon("at") : h("span", { class: "rail-mark", "data-letter": mark }),
    ),
    badge(pings),
  );
}

// The list of channels

function drawList(list, place) {
  const server = state.servers.find((it) => it.id === place);
  const add = server
    ? iconButton("plus", "Make a channel", () => makeChannel(server), { "data-control": "add-channel" })
    : iconButton("plus", "Begin a conversation", beginConversation, { "data-control": "add-conversation" });
  keepFocus(list, () =>
    fill(
      list,
      h("header", { class: "place-head" }, h("h2", {}, server?.name ?? "Direct Messages"), server && membersButton(server), add),
      h(
        "ul",
        { class: "channels" },
        channelsOf(place).map((it) => h("li", {}, channelButton(it), threadList(it))),
      ),
    ),
  );
}

function threadList(channel) {
  const threads = threadsOf(channel);
  return (
    threads.length > 0 &&
    h(
      "ul",
      { class: "threads" },
      threads.map((it) => h("li", {}, channelButton(it))),
    )
  );
}

function channelButton(channel) {
  const isHere = channel.id === state.here;
  const pings = state.pings(channel);
  const isUnread = !isHere && state.isUnread(channel);
  const name = state.channelName(channel.id);
  const classes = ["channel", isUnread && "is-unread", isThread(channel) && "is-thread"];
  const other = channel.guild_id ? null : channel.recipients?.find((it) => it.id !== state.me);
  const picture = channel.guild_id
    ? channelIcon(channel)
    : avatar(state.person(other?.id ?? state.bot) ?? other, "is-small");
  return h(
    "button",
    {
      type: "button",
      class: classes.filter(Boolean).join(" "),
      "aria-current": isHere && "page",
      "data-control": `channel-${channel.id}`,
      // What is seen stands in it in the same order, so that it can be said to a computer.
      "aria-label": [name, pings > 0 && mentions(pings), isUnread && "unread"].filter(Boolean).join(", "),
      onclick: () => go({ channel: channel.id }),
    },
    picture,
    h("span", { class: "channel-name" }, name),
    pings > 0 && " ",
    badge(pings),
  );
}

/** Redraws without losing the keyboard focus. */
function keepFocus(element, draw) {
  const control = element.contains(document.activeElement) && document.activeElement.dataset.control;
  draw();
  if (control) element.querySelector(`[data-control="${CSS.escape(control)}"]`)?.focus();
}

async function makeChannel(server) {
  const asked = await askFor(
    "Make a channel",
    [{ id: "name", label: "Name", placeholder: "new-channel", most: 100 }],
    "Make it",
  );
  if (!asked) return;
  const made = await attempt(() =>
    api.newChannel(server.id, asked.name.trim().toLowerCase().replace(/\s+/g, "-")),
  );
  if (made) await arrive(made.channel);
}

async function beginConversation() {
  const others = [...state.people.values()].filter((it) => it.id !== state.me);
  const choices = others.map((it) => ({ name: state.nameOf(it.id), value: it.id }));
  const asked = await askFor("Begin a conversation", [{ id: "with", label: "With", choices }], "Begin");
  if (!asked) return;
  const made = await attempt(() => api.conversation(state.me, asked.with));
  if (made) await arrive(made.channel);
}

async function arrive(channel) {
  if (!state.channels.has(channel)) await state.fetchWorld();
  go({ channel });
}
