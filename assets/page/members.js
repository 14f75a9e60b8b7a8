// The members of a server, who can be removed from it and come back.

import * as api from "./api.js";
import { avatar } from "./avatar.js";
import { attempt, go, useCommand } from "./actions.js";
import { inMenuOfPerson, localised } from "./commands.js";
import { fill, h, iconButton } from "./dom.js";
import { closePopup, isOpen, openPopup } from "./popup.js";
import { state } from "./state.js";

let panel = null;

/** The button that opens the list of members. */
export function membersButton(server) {
  const attributes = { "data-control": "members", "aria-haspopup": "dialog", "aria-expanded": "false" };
  const button = iconButton("people", "Members", () => toggle(button, server.id), attributes);
  return button;
}

function toggle(button, server) {
  if (panel && isOpen(panel)) return closePopup();
  panel = h("div", { class: "account-panel members", role: "dialog", "aria-label": "Members" });
  draw(server);
  openPopup(button, panel, () => button.setAttribute("aria-expanded", "false"));
  button.setAttribute("aria-expanded", "true");
  panel.querySelector("button")?.focus();
}

function draw(id) {
  const server = state.servers.find((it) => it.id === id);
  if (!server) return closePopup();
  const here = server.members.map((it) => it.id ?? it);
  const everybody = [...state.people.values()].sort((one, other) => Boolean(other.bot) - Boolean(one.bot));
  const inside = everybody.filter((it) => here.includes(it.id));
  const outside = everybody.filter((it) => !here.includes(it.id));
  fill(
    panel,
    h("p", { class: "panel-title" }, `Members of ${server.name}`),
    h(
      "ul",
      {},
      inside.map((it) => row(it, server, ["Kick", api.kick], ["Ban", api.ban])),
    ),
    outside.length > 0 && [
      h("p", { class: "panel-title" }, "Not here"),
      h(
        "ul",
        {},
        outside.map((it) => row(it, server, ["Let in", api.letIn])),
      ),
    ],
  );
}

/** The commands of bots in the menu of a person. */
function appsOf(person, name) {
  const commands = inMenuOfPerson(state.commands, state.channels.get(state.here));
  if (commands.length === 0) return null;
  const use = ({ target }) => {
    const command = target.value;
    closePopup();
    // On a phone the channel is behind the sidebar.
    go({ channel: state.here });
    useCommand(state.here, command, {}, person.id);
  };
  return h(
    "select",
    { class: "member-apps", "aria-label": `Apps: ${name}`, onchange: use },
    h("option", { value: "" }, "Apps"),
    commands.map((it) => h("option", { value: it.name }, localised(it, "name", state.locale()))),
  );
}

function row(person, server, ...actions) {
  const name = person.global_name ?? person.username;
  const button = ([label, act]) =>
    h(
      "button",
      {
        type: "button",
        class: "button button-secondary member-button",
        "aria-label": `${label}: ${name}`,
        onclick: () =>
          attempt(async () => {
            await act(server.id, person.id);
            await state.fetchWorld();
            draw(server.id);
          }),
      },
      label,
    );
  return h(
    "li",
    { class: "account-row" },
    avatar(person, "is-small"),
    h("span", { class: "member-name" }, name, person.id === state.me && " (you)"),
    appsOf(person, name),
    actions.map(button),
  );
}
