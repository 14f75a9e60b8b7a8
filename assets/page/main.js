// Connects the parts of the page, and follows the address.
//
// The address names the person (`?as=ben`), so that two windows can be two people, and the channel
// and message (`#channel/message`).

import * as api from "./api.js";
import { startAccount } from "./account.js";
import { attempt } from "./actions.js";
import { askFor, questionsOf } from "./ask.js";
import { ChannelView } from "./channel.js";
import { channelIcon } from "./channelicon.js";
import { Composer, composerParts } from "./composer.js";
import { fill, h, icon } from "./dom.js";
import { startInspector } from "./inspector.js";
import { startSidebar } from "./sidebar.js";
import { state } from "./state.js";
import { Suggestions } from "./suggestions.js";
import { startTheme } from "./theme.js";
import { startTicking } from "./time.js";
import { startTurnHint } from "./turnhint.js";

const by = (id) => document.getElementById(id);
const PROBLEM_MS = 6_000;
const isNarrow = matchMedia("(max-width: 760px)");

startTheme();
startTicking();

const view = new ChannelView(by("scroller"), by("messages"), by("newer"), by("spoken"));
const parts = composerParts();
by("composer-place").append(parts.form);
const suggestions = new Suggestions(by("suggest-panel"), by("suggest-head"), by("suggestions"));
const composer = new Composer(parts, suggestions, () => view.toEnd());
const inspector = startInspector(by("inspector"));
startSidebar(by("rail"), by("channels"));
startAccount(by("corner"), become);
startTurnHint(by("turn-hint"), become);

// The address

function address() {
  const [channel, message] = location.hash.slice(1).split("/");
  return { as: new URLSearchParams(location.search).get("as"), channel, message };
}

const everybody = () => [...state.people.values()].filter((it) => !it.bot);
const isCalled = (as) => (it) => it.id === as || it.username === as;

function write(message, isReplacing = false) {
  const as = state.person(state.me)?.username ?? state.me;
  const url = `/?as=${encodeURIComponent(as)}#${state.here}${message ? `/${message}` : ""}`;
  if (isReplacing) history.replaceState(null, "", url);
  else if (url !== location.pathname + location.search + location.hash) history.pushState(null, "", url);
}

async function go({ channel, message }, isBack = false) {
  if (!state.channels.has(channel)) {
    state.emit("problem", "You cannot see that channel.");
    return;
  }
  showSidebar(false);
  if (channel !== state.here) await state.openChannel(channel);
  if (!isBack) write(message);
  if (message) await view.jump(message);
  else focusComposer();
}

/** Becomes another person, in the same channel if they are in it. */
async function become(id) {
  await attempt(() => state.become(id, state.here));
  write();
  focusComposer();
}

/** Focuses the composer, except on a phone, where the keyboard would cover half of the channel. */
function focusComposer() {
  if (matchMedia("(pointer: fine)").matches) composer.focus();
}

state.on("jump", (place) => attempt(() => go(place)));
addEventListener("popstate", () =>
  attempt(async () => {
    const { as, channel, message } = address();
    const wanted = everybody().find(isCalled(as));
    if (wanted && wanted.id !== state.me) await state.become(wanted.id, channel);
    if (channel) await go({ channel, message }, true);
  }),
);
addEventListener("focus", () => state.markRead());
// Another window of the same person may have read messages.
addEventListener("storage", () => state.emit("unread"));

// The head, and the notice about the connection

function drawHead() {
  const channel = state.channels.get(state.here);
  const name = state.channelName(state.here) ?? "";
  const parent = channel?.parent_id && state.channels.get(channel.parent_id);
  fill(by("title"), channelIcon(channel), h("span", {}, name));
  fill(by("topic"), parent ? `in #${parent.name}` : (channel?.topic ?? ""));
  const pings = [...state.channels.values()].reduce((sum, it) => sum + state.pings(it), 0);
  document.title = `${pings ? `(${pings}) ` : ""}${channel?.guild_id ? "#" : ""}${name} · Kradan`;
  fill(by("elsewhere"), pings || "");
  by("elsewhere").hidden = pings === 0;
}

function drawConnection() {
  const words =
    state.connection === "lost"
      ? "The local Discord cannot be reached. Trying again…"
      : state.connection === "open" && state.bots === 0
        ? "Kradan is not connected."
        : "";
  by("connection").hidden = !words;
  fill(by("connection"), words);
}

for (const topic of ["here", "world", "unread"]) state.on(topic, drawHead);
state.on("connection", drawConnection);

let problemTimer = 0;
state.on("problem", (problem) => {
  clearTimeout(problemTimer);
  fill(by("problem"), h("p", {}, icon("warn"), problem));
  problemTimer = setTimeout(() => fill(by("problem")), PROBLEM_MS);
});

// Drawers

function showSidebar(isShown) {
  const sidebar = by("sidebar");
  const wasShown = sidebar.classList.contains("is-open");
  sidebar.classList.toggle("is-open", isShown);
  by("veil").hidden = !isShown;
  by("open-sidebar").setAttribute("aria-expanded", String(isShown));
  sidebar.inert = isNarrow.matches && !isShown;
  by("main").inert = isNarrow.matches && isShown;
  if (isShown) sidebar.querySelector("[aria-current=page]")?.focus();
  else if (wasShown && isNarrow.matches) by("open-sidebar").focus();
}

by("open-sidebar").addEventListener("click", () => showSidebar(true));
by("veil").addEventListener("click", () => showSidebar(false));
isNarrow.addEventListener("change", () => showSidebar(false));
addEventListener(
  "keydown",
  (event) => event.key === "Escape" && by("sidebar").classList.contains("is-open") && showSidebar(false),
);
showSidebar(false);

function showInspector(isShown) {
  by("open-inspector").setAttribute("aria-expanded", String(isShown));
  document.body.classList.toggle("has-inspector", isShown);
  by("inspector-drawer").hidden = !isShown;
  inspector.toggle(isShown);
  if (isShown) by("close-inspector").focus();
  else by("open-inspector").focus();
}

by("open-inspector").addEventListener("click", () => showInspector(by("inspector-drawer").hidden));
by("close-inspector").addEventListener("click", () => showInspector(false));
by("inspector-drawer").addEventListener("keydown", (event) => event.key === "Escape" && showInspector(false));

// Modals of the bot

state.on("calls", async (call) => {
  if (call?.state !== "form") return;
  const texts = await askFor(call.form.title ?? "", questionsOf(call.form));
  if (texts)
    await attempt(() =>
      state.begin({ channel: call.channel, message: call.message }, () => api.submit(call.id, texts)),
    );
});

// Start

async function begin() {
  const { as, channel, message } = address();
  await state.fetchWorld();
  const me = everybody().find(isCalled(as)) ?? everybody()[0];
  if (!me) return state.emit("problem", "Nobody is here.");
  await state.become(me.id, channel);
  write(message, true);
  if (message) await view.jump(message);
  else focusComposer();
}

attempt(begin);
