// The open channel: its messages, and the reader's scroll position.

import { inWords } from "./actions.js";
import { h } from "./dom.js";
import { isAfter } from "./ids.js";
import { estimate, isSame, itemsOf } from "./items.js";
import { LongList } from "./list.js";
import { row } from "./message.js";
import { closePopup } from "./popup.js";
import { whenReleased } from "./press.js";
import { state } from "./state.js";

/** The time for which a message is highlighted after a jump to it. */
const LIT_MS = 2_000;

export class ChannelView {
  #around = { unreadAfter: null, lit: null };
  #shown = "";
  #isAsked = false;

  /** @param {HTMLElement} scroller @param {HTMLElement} inner @param {HTMLElement} newer @param {HTMLElement} spoken */
  constructor(scroller, inner, newer, spoken) {
    this.scroller = scroller;
    this.newer = newer;
    this.spoken = spoken;
    this.list = new LongList(scroller, inner, {
      render: row,
      estimate,
      isSame,
      // The notice at the top tells of a lost connection; the next scroll tries again.
      nearTop: () => state.fetchOlder(state.here).catch(() => {}),
    });
    newer.addEventListener("click", () => this.toEnd());
    scroller.addEventListener("scroll", () => this.#markNewer(), { passive: true });
    state.on("here", () => this.#begin());
    state.on("messages", (channel) => channel === state.here && this.#ask());
    state.on("calls", () => this.#ask());
    state.on("world", () => this.#ask());
    state.on("unread", (message) => message && this.#announce(message));
  }

  toEnd() {
    this.list.toEnd();
    this.#markNewer();
  }

  /** Scrolls to a message, and highlights it for a moment. */
  async jump(message) {
    if (!(await state.fetchUntil(state.here, message))) return;
    this.#around.lit = message;
    this.draw();
    this.list.to(message);
    setTimeout(() => {
      this.#around.lit = null;
      this.draw();
    }, LIT_MS);
  }

  #begin() {
    closePopup();
    this.#shown = "";
    this.list.clear();
    this.#around = { unreadAfter: state.readUpTo(state.here), lit: null };
    this.scroller.setAttribute("aria-label", `Messages in ${state.channelName(state.here) ?? ""}`);
    if (state.histories.has(state.here)) this.draw();
  }

  #ask() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    queueMicrotask(() => whenReleased(this.#drawAsked));
  }

  #drawAsked = () => {
    this.#isAsked = false;
    this.draw();
  };

  draw() {
    if (!state.histories.has(state.here)) return;
    const last = state.history(state.here).list.at(-1);
    // Messages that arrive while the channel is open are not unread.
    if (this.#shown !== state.here && (!last || !isAfter(last.id, this.#around.unreadAfter)))
      this.#around.unreadAfter = null;
    this.list.show(itemsOf(state.history(state.here), state, this.#around));
    if (this.#shown !== state.here) this.list.toEnd();
    this.#shown = state.here;
    this.#markNewer();
  }

  #markNewer() {
    this.newer.hidden = this.list.isAtEnd;
  }

  /** Announces a new message to screen readers. */
  #announce(message) {
    if (message.channel_id !== state.here || message.author.id === state.me) return;
    const name = state.nameOf(message.author.id) ?? "Somebody";
    const pictures = (message.attachments ?? []).map((it) => it.description).filter(Boolean);
    this.spoken.replaceChildren(
      h("p", {}, [`${name}: ${inWords(message.content ?? "")}`, ...pictures].join(" ")),
    );
  }
}
