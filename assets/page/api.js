// Requests to the emulator's routes under /local.

/** The error of a request. Its message is a sentence for people. */
export class RequestError extends Error {
  /** @param {number} status @param {string} problem */
  constructor(status, problem) {
    super(problem);
    this.status = status;
  }
}

async function ask(method, path, body) {
  const options = { method };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "content-type": "application/json" };
  }
  let response;
  try {
    response = await fetch(`/local${path}`, options);
  } catch {
    throw new RequestError(0, "The local Discord cannot be reached.");
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text && JSON.parse(text);
  } catch {
    answer = { problem: text };
  }
  if (!response.ok) throw new RequestError(response.status, answer?.problem ?? `It answered ${response.status}.`);
  return answer;
}

const get = (path, query = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return ask("GET", given.length ? `${path}?${new URLSearchParams(given)}` : path);
};
const post = (path, body) => ask("POST", path, body);

export const about = () => get("");
export const world = (me) => get("/world", { as: me });
export const requests = (limit) => get("/requests", { limit });
export const faults = () => get("/trouble");

/** The last messages of a channel before one, oldest first. */
export const messages = (channel, me, before, limit) =>
  get(`/channels/${channel}/messages`, { as: me, before, limit });

// Actions of a person. The bot's response comes over the live socket.
export const command = (me, channel, name, options, target) =>
  post(`/users/${me}/command?wait_ms=0`, { channel, name, options, target });
export const click = (me, message, control) => post(`/users/${me}/click?wait_ms=0`, { message, control });
export const select = (me, message, control, values) =>
  post(`/users/${me}/select?wait_ms=0`, { message, control, values });
export const submit = (call, texts) => post(`/interactions/${call}/submit?wait_ms=0`, { texts });
export const autocomplete = (me, channel, name, options, focused) =>
  post(`/users/${me}/autocomplete`, { channel, name, options, focused });
export const say = (me, channel, text, replyTo) =>
  post(`/users/${me}/say`, { channel, text, reply_to: replyTo });
export const dismiss = (me, message) => post(`/users/${me}/dismiss`, { message });
export const deleteMessage = (me, message) => ask("DELETE", `/messages/${message}?as=${me}`);

// Changes of people, channels, faults and the clock.
export const newPerson = (name, locale) => post("/users", { name, locale });
export const changePerson = (id, change) => ask("PATCH", `/users/${id}`, change);
export const conversation = (me, other) => post(`/users/${me}/conversation`, { with: other });
export const kick = (server, id) => ask("DELETE", `/servers/${server}/members/${id}`);
export const ban = (server, id) => ask("PUT", `/servers/${server}/bans/${id}`);
/** Lets somebody join a server, who may be banned. */
export async function letIn(server, id) {
  await ask("DELETE", `/servers/${server}/bans/${id}`);
  await ask("PUT", `/servers/${server}/members/${id}`);
}
export const newChannel = (server, name) => post(`/servers/${server}/channels`, { name });
export const changeChannel = (id, change) => ask("PATCH", `/channels/${id}`, change);
export const addFault = (wanted) => post("/trouble", wanted);
export const removeFaults = () => ask("DELETE", "/trouble");
export const outage = (kind) => post("/outage", { kind });
export const advance = (seconds) => post("/advance", { seconds });
export const setClockRight = () => ask("DELETE", "/advance");
