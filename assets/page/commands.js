// Registered slash commands: their names in a language, and matches for a typed text. This module
// does not use the document.

/** Discord's numbers of option types. */
export const SUBCOMMAND = 1,
  GROUP = 2,
  TEXT = 3,
  WHOLE = 4,
  TRUTH = 5,
  PERSON = 6,
  CHANNEL = 7,
  NUMBER = 10;

/**
 * A command or a subcommand that can be used.
 * @typedef {{path: string, shown: string, description: string, options: any[]}} Entry
 */

/** A definition's name or description in a language. */
export function localised(definition, key, locale) {
  return definition[`${key}_localizations`]?.[locale] ?? definition[key] ?? "";
}

/**
 * The commands that can be used in a channel, sorted by their names in a language.
 * @returns {Entry[]}
 */
export function entries(commands, channel, locale) {
  if (!channel) return [];
  const usable = commands.filter(
    (it) => (it.type ?? 1) === 1 && (!channel.commands || channel.commands.includes(it.id)),
  );
  return usable
    .flatMap((it) => spread(it, [], [], locale))
    .sort((one, other) => one.shown.localeCompare(other.shown, locale));
}

/** The commands in the menu of a person that can be used in a channel. */
export function inMenuOfPerson(commands, channel) {
  return commands.filter((it) => it.type === 2 && (!channel?.commands || channel.commands.includes(it.id)));
}

function spread(definition, path, shown, locale) {
  const here = [...path, definition.name];
  const shownHere = [...shown, localised(definition, "name", locale)];
  const options = definition.options ?? [];
  const inner = options.filter((it) => it.type === SUBCOMMAND || it.type === GROUP);
  if (inner.length) return inner.flatMap((it) => spread(it, here, shownHere, locale));
  return [
    {
      path: here.join(" "),
      shown: shownHere.join(" "),
      description: localised(definition, "description", locale),
      options,
    },
  ];
}

/** The commands that match the text after the slash, best first. */
export function matching(all, typed) {
  const wanted = typed.toLowerCase();
  const rank = (it) => {
    const names = [it.shown.toLowerCase(), it.path];
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => name.includes(wanted))) return 1;
    return it.description.toLowerCase().includes(wanted) && wanted.length > 2 ? 2 : 3;
  };
  return all
    .map((it) => [rank(it), it])
    .filter(([it]) => it < 3)
    .sort(([one], [other]) => one - other)
    .map(([, it]) => it);
}

/** The command whose name a text begins with, and the rest of the text. */
export function split(all, text) {
  if (!text.startsWith("/")) return null;
  const body = text.slice(1);
  const found = all
    .flatMap((entry) => [entry.shown, entry.path].map((name) => ({ entry, name })))
    .filter(({ name }) => body.startsWith(`${name} `))
    .sort((one, other) => other.name.length - one.name.length)[0];
  return found ? { entry: found.entry, rest: body.slice(found.name.length + 1) } : null;
}

/** The choices of an option in a language. */
export function choicesOf(option, locale) {
  if (option.type === TRUTH)
    return [
      { name: "True", value: true },
      { name: "False", value: false },
    ];
  return (option.choices ?? []).map((it) => ({
    name: localised(it, "name", locale),
    value: it.value,
    key: it.name,
  }));
}

/** The choice that a text names, by one of its names or by its value. */
export function chosenBy(text, choices) {
  const wanted = text.trim().toLowerCase();
  const names = (it) => [it.name, it.key ?? "", String(it.value)].map((name) => name.toLowerCase());
  return choices.find((it) => names(it).includes(wanted)) ?? null;
}

/**
 * The value of a text for an option without choices.
 * @returns {{value: any} | {problem: string}}
 */
export function valueOf(option, text) {
  if (option.type !== WHOLE && option.type !== NUMBER) return { value: text };
  const number = Number(text.trim());
  const isFitting =
    text.trim() !== "" && (option.type === NUMBER ? Number.isFinite(number) : Number.isSafeInteger(number));
  if (!isFitting) return { problem: option.type === WHOLE ? "Enter a whole number." : "Enter a number." };
  if (number < (option.min_value ?? -Infinity)) return { problem: `The least is ${option.min_value}.` };
  if (number > (option.max_value ?? Infinity)) return { problem: `The most is ${option.max_value}.` };
  return { value: number };
}
