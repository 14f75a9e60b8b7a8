// A dialog with fields, for the bot's modals and for the page's own forms.

import { h, iconButton } from "./dom.js";

/**
 * @typedef {{id: string, label: string, description?: string, placeholder?: string, value?: string, least?: number, most?: number, isLong?: boolean, isOptional?: boolean, choices?: {name: string, value: string}[]}} Question
 */

/**
 * Shows a dialog. Returns the texts by the questions' ids, or null if it was cancelled.
 * @param {string} title
 * @param {Question[]} questions
 * @param {string} done the label of the submit button
 * @returns {Promise<Record<string, string> | null>}
 */
export function askFor(title, questions, done = "Submit") {
  return new Promise((answer) => {
    const form = h(
      "form",
      { class: "ask-form", onsubmit: submitted },
      questions.map(field),
      h(
        "footer",
        {},
        h(
          "button",
          { type: "button", class: "button button-secondary", onclick: () => dialog.close() },
          "Cancel",
        ),
        h("button", { type: "submit", class: "button button-primary" }, done),
      ),
    );
    const dialog = h(
      "dialog",
      { class: "ask", "aria-label": title },
      h(
        "header",
        {},
        h("h2", {}, title),
        iconButton("close", "Close", () => dialog.close()),
      ),
      form,
    );
    let written = null;
    function submitted(event) {
      event.preventDefault();
      written = Object.fromEntries(new FormData(form));
      dialog.close();
    }
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(written);
    });
    document.body.append(dialog);
    dialog.showModal();
    form.querySelector("input, textarea, select")?.focus();
  });
}

/** @param {Question} it */
function field(it) {
  const shared = {
    name: it.id,
    placeholder: it.placeholder,
    required: !it.isOptional,
    minlength: it.least,
    maxlength: it.most,
  };
  const label = h(
    "span",
    { class: "ask-label" },
    it.label,
    !it.isOptional && h("span", { class: "ask-star", "aria-hidden": "true" }, " *"),
  );
  return h(
    "label",
    { class: "ask-field" },
    label,
    it.description && h("span", { class: "ask-description" }, it.description),
    input(it, shared),
  );
}

function input(it, shared) {
  if (it.choices) {
    return h(
      "select",
      { name: it.id },
      it.choices.map((choice) =>
        h("option", { value: choice.value, selected: choice.value === it.value }, choice.name),
      ),
    );
  }
  if (it.isLong) return h("textarea", { ...shared, rows: 4 }, it.value ?? "");
  return h("input", { ...shared, type: "text", value: it.value, autocomplete: "off" });
}

/** The questions of a modal as Discord describes it. */
export function questionsOf(form) {
  return (form.components ?? []).map((row) => {
    const inner = row.component ?? row.components?.[0] ?? row;
    return {
      id: inner.custom_id,
      label: row.label ?? inner.label ?? inner.custom_id,
      description: row.description,
      placeholder: inner.placeholder,
      value: inner.value,
      least: inner.min_length,
      most: inner.max_length,
      isLong: inner.style === 2,
      isOptional: inner.required === false,
    };
  });
}
