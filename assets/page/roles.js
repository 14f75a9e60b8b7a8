// The roles of servers.

import { state } from "./state.js";

/** The roles of a channel's server. Everybody's role has the id of the server. */
export function rolesIn(channel) {
  const server = state.serverOf(channel);
  if (!server) return [];
  const others = (server.roles ?? []).filter((it) => it.id !== server.id);
  return [{ id: server.id, name: "@everyone" }, ...others];
}

/** The name of a role in the open channel's server, as a mention. */
export function roleMention(id) {
  const name = rolesIn(state.here).find((it) => it.id === id)?.name ?? "unknown-role";
  return name.startsWith("@") ? name : `@${name}`;
}
