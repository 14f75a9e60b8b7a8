// A line above the composer for one who plays all sides alone: whose turn it is, and a button to
// become that person.

import { avatar } from "./avatar.js";
import { fill, h } from "./dom.js";
import { EPHEMERAL, state } from "./state.js";

/** The number of recent messages that are searched for a board. */
const LOOK_BACK = 12;

/**
 * @param {HTMLElement} place
 * @param {(id: string) => void} become
 */
export function startTurnHint(place, become) {
  let shown = "";
  const draw = () => {
    const wanted = awaited();
    const key = wanted ? `${wanted.id} ${wanted.why}` : "";
    if (key === shown) return;
    shown = key;
    place.hidden = !wanted;
    if (!wanted) return fill(place);
    const name = state.nameOf(wanted.id);
    fill(
      place,
      avatar(state.person(wanted.id), "is-tiny"),
      h("span", {}, wanted.why(name)),
      h(
        "button",
        {
          type: "button",
          class: "button button-secondary turn-hint-button",
          onclick: () => become(wanted.id),
        },
        `Be ${name}`,
      ),
    );
  };
  for (const topic of ["messages", "world", "here"]) state.on(topic, draw);
}

const theirTurn = (name) => `${name} was called.`;
const anyoneJoins = () => "Somebody else has to accept.";

/** The other person for whom the newest board waits. */
function awaited() {
  const recent = state.history(state.here).list.slice(-LOOK_BACK).reverse();
  const board = recent.find((it) => it.author.bot && !(it.flags & EPHEMERAL) && it.components?.length > 0);
  if (!board) return null;
  const isHere = (id) => state.peopleIn(state.here).some((it) => it.id === id && !it.bot);
  const called =
    board.local?.pinged?.find((id) => isHere(id)) ?? board.mentions?.map((it) => it.id).find(isHere);
  if (called) return called === state.me ? null : { id: called, why: theirTurn };
  const asked = board.interaction?.user.id ?? board.interaction_metadata?.user.id;
  const isOpen = board.components
    .flatMap((row) => row.components ?? [])
    .some((it) => it.custom_id?.startsWith("accept:"));
  const friend = state.friend();
  return isOpen && asked === state.me && friend ? { id: friend.id, why: anyoneJoins } : null;
}
