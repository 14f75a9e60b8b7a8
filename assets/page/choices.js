// The choices that menus keep. Discord's clients show a choice until the message is updated, and
// choosing the same options again sends nothing (discord-api-docs#4801).

/** The kept values by message and control. */
const kept = new Map();

/** The kept values of a menu, or null. */
export function choiceOf(message, control) {
  return kept.get(message)?.get(control) ?? null;
}

export function keepChoice(message, control, values) {
  if (!kept.has(message)) kept.set(message, new Map());
  kept.get(message).set(control, values);
}

/** Forgets one choice, as its interaction has failed. */
export function forgetChoice(message, control) {
  kept.get(message)?.delete(control);
}

/** Forgets all choices of a message, as it was updated or deleted. */
export function forgetChoices(message) {
  kept.delete(message);
}

export function forgetAllChoices() {
  kept.clear();
}
