// The beginning of a channel, with first steps for a newcomer.

import { avatar } from "./avatar.js";
import { channelIcon } from "./channelicon.js";
import { h, sendKey } from "./dom.js";
import { state } from "./state.js";

const GAMES = [
  ["othello", "Othello", "Discs that turn", "Easiest to begin with"],
  ["makruk", "Makruk", "Thai chess", "With both of its counts"],
  ["ogi", "Ōgi", "An 8×8 shogi", "With a princess and drops"],
];

/** The text above the first message of a channel, with first steps while it is empty. */
export function welcome(id, isInviting) {
  const channel = state.channels.get(id);
  const name = state.channelName(id) ?? "";
  const isConversation = channel?.type === 1 || channel?.type === 3;
  const other = channel?.recipients?.find((it) => it.id !== state.me) ?? state.person(state.bot);
  return h(
    "div",
    { class: "welcome" },
    isConversation
      ? avatar(state.person(other?.id) ?? other, "is-huge")
      : h("span", { class: "welcome-icon" }, channelIcon(channel)),
    h("h2", {}, isConversation ? name : channel?.parent_id ? name : `Welcome to #${name}!`),
    h("p", {}, begins(channel, name, isConversation)),
    isInviting && firstSteps(),
  );
}

function begins(channel, name, isConversation) {
  if (isConversation) return `This is the beginning of your direct message history with ${name}.`;
  return channel?.parent_id
    ? `This is the start of the thread ${name}.`
    : `This is the start of the #${name} channel.`;
}

function becomes(name) {
  return [
    " To play both sides, then ",
    h("span", { class: "with-keyboard" }, "press "),
    h("span", { class: "with-touch" }, "tap "),
    h("b", {}, `Be ${name}`),
    ` at the bottom: now you are ${name}, and can accept the game.`,
  ];
}

/** A card for each game, which fills the composer with a command. */
function cards(title, before, options) {
  return [
    h("h3", { class: "first-title" }, title),
    h(
      "div",
      { class: "games" },
      GAMES.map(([game, name, what, more]) =>
        h(
          "button",
          {
            type: "button",
            class: `game game-${game}`,
            onclick: () => state.emit("fill", `/play ${game}${options}`),
          },
          h("span", { class: "game-mark", "aria-hidden": "true" }),
          h("span", { class: "game-name" }, h("span", { class: "for-ears" }, before), name),
          h("span", { class: "game-what" }, what),
          h("span", { class: "game-more" }, more),
        ),
      ),
    ),
  ];
}

function firstSteps() {
  const friend = state.friend();
  return h(
    "section",
    { class: "first-steps", "aria-label": "How to begin" },
    h(
      "p",
      { class: "first-words" },
      "Here you can try Kradan’s board games alone: against the computer, or on both sides. Pick one and ",
      sendKey(),
      ".",
      friend && becomes(state.nameOf(friend.id)),
    ),
    cards("Against the computer", "Play Kradan at ", " level:2"),
    cards("Between two", "Start a game of ", ""),
    h(
      "p",
      { class: "first-words is-faint" },
      "Or ",
      h("span", { class: "with-keyboard" }, "type "),
      h("span", { class: "with-touch" }, "tap "),
      h("kbd", {}, "/"),
      " to see all that Kradan can do.",
    ),
  );
}
