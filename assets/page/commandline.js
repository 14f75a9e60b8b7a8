// The command that is being typed: its name, and a field for each given or required option.

import * as api from "./api.js";
import { avatar } from "./avatar.js";
import { CHANNEL, PERSON, choicesOf, chosenBy, localised, valueOf } from "./commands.js";
import { h, sendKey } from "./dom.js";
import { state } from "./state.js";

/** The pause after a letter before an autocompletion is requested. */
const PAUSE_MS = 90;
const SHOWN_MAX = 25;

/**
 * @typedef {{option: any, input: HTMLInputElement, pill: HTMLElement, value: any, offered: any[]}} Field
 */

export class CommandLine {
  /** @type {Field[]} */
  #fields = [];
  #asked = 0;
  #timer = 0;

  /**
   * @param {import("./commands.js").Entry} entry
   * @param {import("./suggestions.js").Suggestions} suggestions
   * @param {{send: (name: string, options: object) => void, leave: (text: string) => void}} how
   */
  constructor(entry, suggestions, how) {
    this.entry = entry;
    this.suggestions = suggestions;
    this.how = how;
    this.channel = state.here;
    this.pills = h("div", { class: "pills" });
    this.more = h("div", { class: "more-options" });
    this.element = h(
      "div",
      { class: "command-line", role: "group", "aria-label": `/${entry.shown}` },
      h(
        "button",
        {
          type: "button",
          class: "command-name",
          title: entry.description,
          "aria-label": `/${entry.shown}: change the command`,
          onclick: () => how.leave(`/${entry.shown}`),
        },
        `/${entry.shown}`,
      ),
      this.pills,
      this.more,
    );
    for (const option of entry.options.filter((it) => it.required)) this.#add(option);
    if (!this.#fields.length) this.pills.append(this.#rest);
    this.#showMore();
  }

  /** The input that has the focus while there is no field. */
  #rest = h("input", {
    type: "text",
    class: "pill-rest",
    inputmode: "none",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": "Use the command",
    size: 1,
    onfocus: () => this.#hint(this.#rest),
    oninput: () => this.#typedAtRest(),
    onkeydown: (event) => this.#pressAtRest(event),
  });

  /** Types into the first field, and into those that are named as `level:2`. */
  begin(text) {
    const [first, ...named] = text.split(/\s(?=[^\s:]+:\S)/);
    let field = this.#fields[0] ?? (this.entry.options.length ? this.#add(this.entry.options[0]) : null);
    if (!field) return this.focus();
    this.#fill(field, first);
    for (const [, name, value] of named.map((it) => /^(.+?):(.*)$/.exec(it))) {
      const option = this.#unused(name);
      if (option) this.#fill((field = this.#add(option)), value);
    }
    this.#focus(field);
  }

  #fill(field, text) {
    field.input.value = text;
    this.#typed(field);
  }

  focus() {
    const field = this.#fields[0];
    if (field) this.#focus(field);
    else this.#rest.focus();
  }

  // Fields

  #add(option) {
    const locale = state.locale();
    const name = localised(option, "name", locale);
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "text",
        class: "pill-input",
        role: "combobox",
        "aria-autocomplete": "list",
        "aria-expanded": "false",
        "aria-controls": "suggestions",
        "aria-label": `${name}: ${localised(option, "description", locale)}`,
        "aria-required": String(Boolean(option.required)),
        autocomplete: "off",
        spellcheck: "false",
        autocapitalize: "off",
        size: 2,
        enterkeyhint: option.required ? "next" : "send",
      })
    );
    const pill = h("label", { class: "pill" }, h("span", { class: "pill-name" }, name), input);
    const field = { option, input, pill, value: undefined, offered: [] };
    input.addEventListener("input", () => this.#typed(field));
    input.addEventListener("focus", () => this.#suggest(field));
    input.addEventListener("blur", () => setTimeout(() => this.#left(field)));
    input.addEventListener("keydown", (event) => this.#press(event, field));
    this.#fields.push(field);
    this.#rest.remove();
    this.pills.append(pill);
    this.#showMore();
    return field;
  }

  #drop(field) {
    this.#fields = this.#fields.filter((it) => it !== field);
    field.pill.remove();
    if (!this.#fields.length) this.pills.append(this.#rest);
    this.#showMore();
  }

  /** Shows a button for each option without a field. */
  #showMore() {
    const left = this.entry.options.filter((option) => this.#fields.every((it) => it.option !== option));
    this.more.replaceChildren(
      ...left.map((option) => {
        const name = localised(option, "name", state.locale());
        const add = () => this.#focus(this.#add(option));
        return h(
          "button",
          {
            type: "button",
            class: "more-option",
            title: localised(option, "description", state.locale()),
            "aria-label": `Add the option ${name}`,
            onclick: add,
          },
          `+ ${name}`,
        );
      }),
    );
  }

  #focus(field) {
    field.input.focus();
    this.#suggest(field);
  }

  #left(field) {
    if (document.activeElement?.closest(".command-line")) return;
    if (this.element.isConnected && this.suggestions.isOpen) this.suggestions.hide();
    field.pill.classList.toggle("is-wrong", Boolean(field.input.value) && Boolean(this.#read(field).problem));
  }

  // Typing

  #typed(field) {
    const { input } = field;
    const named = /(?:^|\s)([^\s:]+):\s?$/.exec(input.value);
    const option = named && this.#unused(named[1]);
    if (option) {
      input.value = input.value.slice(0, named.index);
      this.#resize(field);
      return this.#focus(this.#add(option));
    }
    field.value = undefined;
    field.pill.classList.remove("is-wrong");
    this.#resize(field);
    this.#suggest(field);
  }

  #unused(name) {
    const locale = state.locale();
    const wanted = name.toLowerCase();
    return this.entry.options.find(
      (it) =>
        [it.name, localised(it, "name", locale).toLowerCase()].includes(wanted) &&
        this.#fields.every((field) => field.option !== it),
    );
  }

  #resize(field) {
    field.input.size = Math.max(2, Math.min(field.input.value.length + 1, 40));
  }

  #press(event, field) {
    if (event.isComposing) return;
    const { input } = field;
    const keys = {
      ArrowDown: () => this.suggestions.isOpen && this.suggestions.move(1),
      ArrowUp: () => this.suggestions.isOpen && this.suggestions.move(-1),
      Enter: () => this.#enter(field),
      Tab: () =>
        !event.shiftKey &&
        this.suggestions.isOpen &&
        !this.#isSettled(field) &&
        (this.suggestions.pick(), true),
      Escape: () => this.#escape(),
      Backspace: () => input.value === "" && this.#back(field),
    };
    const isDone = keys[event.key]?.();
    if (isDone !== undefined && isDone !== false) event.preventDefault();
  }

  /** Adds the option whose name is typed where no option is given. */
  #typedAtRest() {
    const rest = this.#rest;
    const [, name] = /^\s*([^\s:]+):\s?$/.exec(rest.value) ?? [];
    const option = name && this.#unused(name);
    if (option) rest.value = "";
    rest.style.width = rest.value && `${rest.value.length + 2}ch`;
    if (option) this.#focus(this.#add(option));
  }

  #pressAtRest(event) {
    const isTyped = this.#rest.value !== "";
    const keys = {
      // What is no option yet is not lost.
      Enter: () => isTyped || this.submit(),
      Escape: () => this.how.leave(""),
      Backspace: isTyped ? undefined : () => this.how.leave(`/${this.entry.shown}`),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  #enter(field) {
    if (this.suggestions.isOpen && !this.#isSettled(field)) this.suggestions.pick();
    else this.submit();
    return true;
  }

  #escape() {
    if (this.suggestions.isOpen) this.suggestions.hide();
    else this.how.leave("");
    return true;
  }

  #back(field) {
    const at = this.#fields.indexOf(field);
    if (field.option.required && this.#fields.every((it) => it.input.value === ""))
      this.how.leave(`/${this.entry.shown}`);
    else if (!field.option.required) {
      this.#drop(field);
      if (this.#fields.length) this.#focus(this.#fields[Math.max(0, at - 1)]);
      else this.focus();
    } else if (at > 0) this.#focus(this.#fields[at - 1]);
    return true;
  }

  /** Whether a field's text names one of its suggestions exactly. */
  #isSettled(field) {
    return (
      field.value !== undefined ||
      (field.input.value !== "" && chosenBy(field.input.value, field.offered) !== null)
    );
  }

  // Suggestions

  #suggest(field) {
    clearTimeout(this.#timer);
    const { option, input } = field;
    if (option.autocomplete) {
      this.#timer = setTimeout(() => this.#complete(field), PAUSE_MS);
      return;
    }
    const wanted = field.value === undefined ? input.value.replace(/^@/, "").toLowerCase() : "";
    field.offered = this.#choices(option);
    const fitting = field.offered.filter(
      (it) => it.name.toLowerCase().includes(wanted) || String(it.value).toLowerCase().startsWith(wanted),
    );
    this.#show(field, fitting);
  }

  async #complete(field) {
    const asked = (this.#asked += 1);
    const { option, input } = field;
    const options = { ...this.#written(), [option.name]: input.value };
    let choices = [];
    let problem = null;
    try {
      ({ choices } = await api.autocomplete(state.me, this.channel, this.entry.path, options, option.name));
    } catch {
      problem = "Loading options failed";
    }
    if (asked !== this.#asked || document.activeElement !== input || !this.element.isConnected) return;
    field.offered = choices;
    this.#show(field, choices, problem);
  }

  #choices(option) {
    if (option.type === PERSON) return people(this.channel);
    if (option.type === CHANNEL)
      return [...state.channels.values()]
        .filter((it) => it.name)
        .map((it) => ({ name: `#${it.name}`, value: it.id }));
    return choicesOf(option, state.locale());
  }

  #show(field, choices, problem = null) {
    if (document.activeElement !== field.input) return;
    const { option } = field;
    const locale = state.locale();
    const head = [
      h("b", {}, localised(option, "name", locale)),
      " ",
      h("span", {}, problem ?? localised(option, "description", locale)),
      h(
        "span",
        { class: option.required ? "need is-required" : "need" },
        option.required ? "Required" : "Optional",
      ),
    ];
    const rows = choices
      .slice(0, SHOWN_MAX)
      .map((it) => ({ label: it.name, note: it.note, picture: it.picture, choice: it }));
    this.suggestions.show(field.input, head, rows, ({ choice }) => this.#pick(field, choice));
  }

  #pick(field, choice) {
    field.input.value = choice.name;
    field.value = choice.value;
    field.pill.classList.remove("is-wrong");
    this.#resize(field);
    const next = this.#fields.find((it) => it.option.required && it.input.value === "");
    if (next) return this.#focus(next);
    field.input.focus();
    this.#hint(field.input);
  }

  #hint(input) {
    this.suggestions.show(
      input,
      [
        h(
          "span",
          {},
          this.entry.description,
          " — ",
          sendKey(),
          ` to use /${this.entry.shown}`,
        ),
      ],
      [],
      () => {},
    );
  }

  // Sending

  /** @returns {{value?: any, problem?: string}} */
  #read(field) {
    const { option, input } = field;
    const text = input.value;
    if (text === "") return option.required ? { problem: "This option is required. Specify a value." } : {};
    if (field.value !== undefined) return { value: field.value };
    if (option.autocomplete)
      return { value: chosenBy(text, field.offered)?.value ?? valueOf(option, text).value };
    const choices = this.#choices(option);
    if (choices.length || option.type === PERSON) {
      const found = chosenBy(text.replace(/^@/, ""), choices);
      return found ? { value: found.value } : { problem: `There is no ${text} to choose.` };
    }
    return valueOf(option, text);
  }

  /** The valid options so far. */
  #written() {
    const options = {};
    for (const field of this.#fields) {
      const { value } = this.#read(field);
      if (value !== undefined) options[field.option.name] = value;
    }
    return options;
  }

  /** Sends the command, or shows the first missing or invalid option. */
  submit() {
    const wrong = this.#fields.find((it) => this.#read(it).problem);
    if (wrong) {
      wrong.pill.classList.add("is-wrong");
      this.#focus(wrong);
      const problem = this.#read(wrong).problem;
      this.suggestions.show(
        wrong.input,
        h("span", { class: "problem", role: "alert" }, problem),
        this.#rowsOf(wrong),
        ({ choice }) => this.#pick(wrong, choice),
      );
      return;
    }
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.how.send(this.entry.path, this.#written());
  }

  #rowsOf(field) {
    return this.#choices(field.option)
      .slice(0, SHOWN_MAX)
      .map((it) => ({ label: it.name, note: it.note, picture: it.picture, choice: it }));
  }
}

/** The people of a channel: others first, then the current person, bots last. */
export function people(channel) {
  const rank = (it) => (it.bot ? 2 : it.id === state.me ? 1 : 0);
  return [...state.peopleIn(channel)]
    .sort((one, other) => rank(one) - rank(other))
    .map((it) => ({
      name: state.nameOf(it.id) ?? it.username,
      key: it.username,
      value: it.id,
      note: it.username,
      picture: avatar(it, "is-small"),
    }));
}
