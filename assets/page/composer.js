// The composer, in which a message or a command is typed.

import * as api from "./api.js";
import { CommandLine, people } from "./commandline.js";
import { entries, matching, split } from "./commands.js";
import * as actions from "./actions.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { state } from "./state.js";

export class Composer {
  /** @type {CommandLine | null} */
  #command = null;
  #replyTo = null;
  /** The ids of the mentioned people, by name. */
  #named = new Map();

  /**
   * @param {{form: HTMLElement, box: HTMLElement, text: HTMLTextAreaElement, reply: HTMLElement, slash: HTMLElement}} parts
   * @param {import("./suggestions.js").Suggestions} suggestions
   * @param {() => void} sent
   */
  constructor(parts, suggestions, sent) {
    this.parts = parts;
    this.suggestions = suggestions;
    this.sent = sent;
    const { form, text, slash } = parts;
    text.addEventListener("input", () => this.#typed());
    text.addEventListener("keydown", (event) => this.#press(event));
    text.addEventListener("blur", () =>
      setTimeout(() => document.activeElement !== text && !this.#command && suggestions.hide()),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    slash.addEventListener("click", () => this.fill("/"));
    state.on("here", () => this.#begin());
    state.on("world", () => this.#name());
    state.on("reply", (message) => this.#reply(message));
    state.on("fill", (wanted) => this.fill(wanted));
  }

  /** Puts a text into the composer. */
  fill(wanted) {
    this.#leave(wanted);
  }

  focus() {
    if (this.#command) this.#command.focus();
    else this.parts.text.focus();
  }

  #begin() {
    this.#leave("", false);
    this.#reply(null);
    this.#name();
  }

  #name() {
    const name = state.channelName(state.here) ?? "";
    const channel = state.channels.get(state.here);
    this.parts.text.placeholder = channel?.parent_id
      ? `Message “${name}”`
      : `Message ${channel?.guild_id ? "#" : "@"}${name}`;
    this.parts.text.setAttribute("aria-label", this.parts.text.placeholder);
  }

  // Messages

  #entries() {
    return entries(state.commands, state.channels.get(state.here), state.locale());
  }

  #typed() {
    const { text } = this.parts;
    text.style.height = "auto";
    text.style.height = `${Math.min(text.scrollHeight, innerHeight / 3)}px`;
    const whole = text.value;
    const command = split(this.#entries(), whole);
    if (command) return this.#enter(command.entry, command.rest);
    const slash = /^\/(\S*)$/.exec(whole);
    if (slash) return this.#offerCommands(slash[1]);
    const at = /(?:^|\s)@(\S*)$/.exec(whole.slice(0, text.selectionStart));
    if (at) return this.#offerPeople(at[1]);
    this.suggestions.hide();
  }

  #offerCommands(typed) {
    const found = matching(this.#entries(), typed);
    const rows = found.map((entry) => ({
      label: `/${entry.shown}`,
      detail: entry.description,
      entry,
      picture: h("img", { class: "suggestion-icon", src: "/page/icon.svg", alt: "" }),
      note: entry.options
        .filter((it) => it.required)
        .map((it) => it.name)
        .join(" "),
    }));
    const head = found.length
      ? h("b", {}, state.nameOf(state.bot) ?? "Commands")
      : h("span", {}, "No command is called so here.");
    this.suggestions.show(this.parts.text, head, rows, ({ entry }) => this.#enter(entry, ""));
  }

  #offerPeople(typed) {
    const wanted = typed.toLowerCase();
    const found = people(state.here).filter((it) => it.name.toLowerCase().startsWith(wanted));
    const rows = found.map((it) => ({ label: it.name, note: it.note, picture: it.picture, choice: it }));
    if (!rows.length) return this.suggestions.hide();
    this.suggestions.show(this.parts.text, h("b", {}, "People"), rows, ({ choice }) => this.#mention(choice));
  }

  #mention(choice) {
    const { text } = this.parts;
    const before = text.value.slice(0, text.selectionStart).replace(/@\S*$/, `@${choice.name} `);
    text.value = before + text.value.slice(text.selectionStart);
    text.setSelectionRange(before.length, before.length);
    this.#named.set(choice.name, choice.value);
    this.suggestions.hide();
  }

  #press(event) {
    if (event.isComposing) return;
    const { suggestions } = this;
    if (suggestions.isOpen && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      return suggestions.move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (suggestions.isOpen && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
      event.preventDefault();
      return suggestions.pick();
    }
    if (event.key === "Escape") {
      if (suggestions.isOpen) suggestions.hide();
      else this.#reply(null);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#send();
    }
  }

  #send() {
    if (this.#command) return this.#command.submit();
    const { text } = this.parts;
    const typed = text.value;
    let content = typed.trim();
    if (!content) return;
    // The longest name first, as one name may begin with another one.
    const named = [...this.#named].sort(([one], [other]) => other.length - one.length);
    for (const [name, id] of named) content = content.replaceAll(`@${name}`, `<@${id}>`);
    const replyTo = this.#replyTo;
    const { me, here } = state;
    text.value = "";
    this.#typed();
    this.#reply(null);
    this.sent();
    actions.attempt(async () => {
      try {
        await api.say(me, here, content, replyTo?.id);
      } catch (error) {
        if (me === state.me && here === state.here) this.#restore(typed, replyTo);
        throw error;
      }
    });
  }

  /** Restores a text that could not be sent, unless there is another one. */
  #restore(typed, replyTo) {
    const { text } = this.parts;
    if (this.#command || text.value) return;
    text.value = typed;
    this.#typed();
    this.suggestions.hide();
    if (replyTo && !this.#replyTo) this.#reply(replyTo);
  }

  #reply(message) {
    this.#replyTo = message;
    this.parts.reply.hidden = !message;
    if (!message) return;
    const name = state.nameOf(message.author.id) ?? message.author.username;
    fill(
      this.parts.reply,
      h("span", {}, "Replying to ", h("b", {}, name)),
      iconButton("close", "Do not reply", () => this.#reply(null)),
    );
    this.focus();
  }

  // Commands

  #enter(entry, rest) {
    this.suggestions.hide();
    this.#command?.element.remove();
    this.#command = new CommandLine(entry, this.suggestions, {
      send: (name, options) => {
        this.#leave("");
        this.sent();
        actions.useCommand(state.here, name, options);
      },
      leave: (text) => this.#leave(text),
    });
    this.parts.text.hidden = true;
    this.parts.box.append(this.#command.element);
    if (rest) this.#command.begin(rest);
    else this.#command.focus();
  }

  /** Back to words. */
  #leave(wanted, mayFocus = true) {
    const { text } = this.parts;
    this.suggestions.hide();
    this.#command?.element.remove();
    this.#command = null;
    text.hidden = false;
    text.value = wanted;
    if (mayFocus) text.focus();
    text.setSelectionRange(wanted.length, wanted.length);
    this.#typed();
  }
}

/** The elements of the composer. */
export function composerParts() {
  const text = h("textarea", {
    class: "composer-text",
    rows: 1,
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": "suggestions",
    "aria-haspopup": "listbox",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "send",
  });
  const slash = iconButton("slash", "Show the commands", () => {}, { class: "icon-button composer-slash" });
  const box = h("div", { class: "composer-box" }, text);
  const reply = h("div", { class: "reply-bar", hidden: true });
  const send = h(
    "button",
    { type: "submit", class: "icon-button composer-send", "aria-label": "Send", title: "Send" },
    icon("send"),
  );
  const form = h(
    "form",
    { class: "composer" },
    reply,
    h("div", { class: "composer-line" }, slash, box, send),
  );
  return { form, box, text, reply, slash };
}
