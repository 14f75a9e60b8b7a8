// The list of suggestions above the composer.

import { fill, h } from "./dom.js";

/**
 * @typedef {{label: string, detail?: string, note?: string, picture?: Node, [more: string]: any}} Suggestion
 */

export class Suggestions {
  /** @type {Suggestion[]} */
  #rows = [];
  #active = -1;
  #input = null;
  #pick = (_) => {};

  /** @param {HTMLElement} panel @param {HTMLElement} head @param {HTMLElement} list */
  constructor(panel, head, list) {
    this.panel = panel;
    this.head = head;
    this.list = list;
    // The input keeps the focus.
    panel.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get isOpen() {
    return this.#rows.length > 0;
  }

  get active() {
    return this.#rows[this.#active] ?? null;
  }

  /**
   * @param {HTMLElement} input the input with the typed text
   * @param {Node | Node[] | string} head
   * @param {Suggestion[]} rows
   * @param {(picked: Suggestion) => void} pick
   */
  show(input, head, rows, pick) {
    if (this.#input && this.#input !== input) this.#unlink();
    this.#input = input;
    this.#rows = rows;
    this.#pick = pick;
    fill(this.head, head);
    fill(
      this.list,
      rows.map((it, at) => this.#row(it, at)),
    );
    this.list.hidden = rows.length === 0;
    this.panel.hidden = rows.length === 0 && !head;
    input.setAttribute("aria-expanded", String(rows.length > 0));
    this.#activate(rows.length ? 0 : -1);
  }

  hide() {
    this.#rows = [];
    this.#active = -1;
    this.panel.hidden = true;
    fill(this.list);
    this.#unlink();
  }

  move(by) {
    const count = this.#rows.length;
    if (count) this.#activate((this.#active + by + count) % count);
  }

  pick() {
    if (this.active) this.#pick(this.active);
  }

  #unlink() {
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
  }

  #activate(at) {
    this.list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = at;
    const row = this.list.children[at];
    if (!row) return this.#input.removeAttribute("aria-activedescendant");
    row.setAttribute("aria-selected", "true");
    row.scrollIntoView({ block: "nearest" });
    this.#input.setAttribute("aria-activedescendant", row.id);
  }

  #row(it, at) {
    return h(
      "li",
      {
        id: `suggestion-${at}`,
        role: "option",
        "aria-selected": "false",
        class: "suggestion",
        onclick: () => this.#pick(it),
        onpointermove: () => at !== this.#active && this.#activate(at),
      },
      it.picture,
      h(
        "span",
        { class: "suggestion-words" },
        h("span", { class: "suggestion-label" }, it.label),
        it.detail && h("span", { class: "suggestion-detail" }, it.detail),
      ),
      it.note && h("span", { class: "suggestion-note" }, it.note),
    );
  }
}
