// The state of the page, and its listeners. This module does not use the document.

import * as api from "./api.js";
import { forgetAllChoices, forgetChoice, forgetChoices } from "./choices.js";
import { byAge, isAfter } from "./ids.js";
import { Live } from "./live.js";
import { setClock, setLanguage } from "./time.js";

/** The number of messages in a request. */
const PAGE = 100;
/** The most entries of the log. */
const LOG_MAX = 500;

/** The flag of an ephemeral message. */
export const EPHEMERAL = 1 << 6;
/** The flag of a deferred response. */
export const LOADING = 1 << 7;

/** @typedef {"world" | "here" | "messages" | "calls" | "connection" | "log" | "unread" | "reply" | "fill" | "jump" | "problem"} Topic */

class State {
  me = "";
  here = "";
  /** @type {"new" | "open" | "lost"} */
  connection = "new";
  bots = 0;
  bot = "";
  /** How far the emulator's clock is ahead of the machine's. */
  secondsAhead = 0;
  people = new Map();
  servers = [];
  channels = new Map();
  commands = [];
  /** The loaded messages by channel: sorted, and whether the first one is among them. */
  histories = new Map();
  /** The pending and failed interactions. */
  calls = new Map();
  /** The ids of answered interactions. A response may come before the request returns. */
  #answered = new Set();
  #begun = 0;
  /** The requests and gateway messages of the bot. */
  log = [];
  isRecorded = false;
  /** Grows when a name changes, so that messages are redrawn. */
  epoch = 0;
  #names = "";
  #listeners = new Map();
  #live = new Live(
    // A failed request is repeated after the next connection.
    (event) => this.#receive(event).catch(() => {}),
    (connection) => this.#setConnection(connection),
  );
  /** The newest request for the world. */
  #world = null;
  /** The number of snapshot requests, and the events that wait for them. */
  #snapshots = 0;
  #held = [];

  /** @param {Topic} topic @param {(detail?: any) => void} listener */
  on(topic, listener) {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /** @param {Topic} topic */
  emit(topic, detail) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(detail);
  }

  /** Becomes a person, and opens a channel. */
  async become(me, channel) {
    this.me = me;
    this.histories.clear();
    this.calls.clear();
    forgetAllChoices();
    this.#held = [];
    await this.fetchWorld();
    // Another person was chosen in the meantime.
    if (this.me !== me) return;
    this.#live.listen(me, this.isRecorded);
    const there = this.channels.has(channel) ? channel : this.firstChannel();
    this.here = "";
    if (there) await this.openChannel(there);
  }

  /**
   * Requests a snapshot. Events that arrive meanwhile may be missing in it: they wait, and are applied
   * afterwards. It does no harm to apply an event twice.
   */
  async #snapshot(get) {
    this.#snapshots += 1;
    try {
      return await get();
    } finally {
      this.#snapshots -= 1;
      if (this.#snapshots === 0) for (const event of this.#held.splice(0)) this.#change(event);
    }
  }

  /** Requests the world. */
  fetchWorld() {
    const asked = this.#snapshot(async () => {
      const [about, world] = await Promise.all([api.about(), api.world(this.me || undefined)]);
      // An older request is complete when the newest one is.
      if (asked !== this.#world) return this.#world;
      this.#update(about, world);
      // A person who was removed from a server no longer sees its channels.
      if (this.here && !this.channels.has(this.here)) this.#channelGone(this.here);
    });
    this.#world = asked;
    return asked;
  }

  #update(about, world) {
    if (about.now) setClock(about.now);
    this.secondsAhead = about.seconds_ahead ?? 0;
    this.bot = about.application;
    this.bots = about.bots ?? this.bots;
    const names = JSON.stringify([world.people, world.servers]);
    if (names !== this.#names) this.epoch += 1;
    this.#names = names;
    this.people = new Map(world.people.map((it) => [it.id, it]));
    this.servers = world.servers;
    this.channels = new Map(world.channels.map((it) => [it.id, it]));
    this.commands = world.commands;
    if (this.me) setLanguage(this.locale());
    this.emit("world");
    this.emit("unread");
  }

  locale() {
    return this.people.get(this.me)?.locale ?? "en-US";
  }

  firstChannel() {
    const withBot = this.servers.find((it) => it.has_bot) ?? this.servers[0];
    const inside = [...this.channels.values()].filter((it) => it.guild_id === withBot?.id && !it.parent_id);
    return inside.sort((one, other) => byAge(one.id, other.id))[0]?.id ?? [...this.channels.keys()][0];
  }

  /** Opens a channel. */
  async openChannel(channel) {
    if (!this.channels.has(channel)) return;
    this.here = channel;
    this.emit("here");
    if (!this.histories.has(channel)) await this.fetchMessages(channel);
    this.markRead();
  }

  /** The loaded messages of a channel. */
  history(channel) {
    return this.histories.get(channel) ?? { list: [], isWhole: false, loading: null };
  }

  /** Requests the newest messages of a channel. */
  fetchMessages(channel) {
    return this.#snapshot(() => this.#fetchNewest(channel));
  }

  async #fetchNewest(channel) {
    const me = this.me;
    let list = [];
    try {
      list = await api.messages(channel, me, undefined, PAGE);
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    if (me !== this.me) return;
    // Loaded messages stay if they reach up to the newest ones; a gap would never be filled.
    const known = this.history(channel);
    const isMet = list.length === PAGE && known.list.some((it) => it.id === list[0].id);
    const older = isMet ? known.list.filter((it) => byAge(it.id, list[0].id) < 0) : [];
    const isWhole = list.length < PAGE || (isMet && known.isWhole);
    this.histories.set(channel, { list: [...older, ...list], isWhole, loading: null });
    this.emit("messages", channel);
  }

  /** Requests the messages before the loaded ones. */
  fetchOlder(channel) {
    const history = this.histories.get(channel);
    if (!history || history.isWhole) return Promise.resolve();
    history.loading ??= this.#snapshot(() => this.#fetchBefore(channel, history)).finally(
      () => (history.loading = null),
    );
    return history.loading;
  }

  async #fetchBefore(channel, history) {
    const older = await api.messages(channel, this.me, history.list[0]?.id, PAGE);
    if (this.histories.get(channel) !== history) return;
    history.isWhole = older.length < PAGE;
    history.list = [
      ...older.filter((it) => !history.list.length || byAge(it.id, history.list[0].id) < 0),
      ...history.list,
    ];
    this.emit("messages", channel);
  }

  /** Requests older messages until a message is loaded. Returns whether it is. */
  async fetchUntil(channel, message) {
    const me = this.me;
    while (me === this.me) {
      const history = this.history(channel);
      if (history.list.some((it) => it.id === message)) return true;
      if (history.isWhole || !history.list.length || isAfter(message, history.list[0].id)) return false;
      // The list may have been reloaded in the meantime.
      await this.fetchOlder(channel);
    }
    return false;
  }

  putMessage(message) {
    forgetChoices(message.id);
    const history = this.histories.get(message.channel_id);
    if (!history) return;
    const at = history.list.findIndex((it) => it.id === message.id);
    // A message older than the loaded ones is loaded with its neighbours.
    if (at < 0 && !history.isWhole && history.list.length && !isAfter(message.id, history.list[0].id)) return;
    if (at >= 0) history.list = history.list.with(at, message);
    else if (!history.list.length || isAfter(message.id, history.list.at(-1).id))
      history.list = [...history.list, message];
    else history.list = [...history.list, message].sort((one, other) => byAge(one.id, other.id));
    this.emit("messages", message.channel_id);
  }

  removeMessage(channel, id) {
    const history = this.histories.get(channel);
    if (!history) return;
    history.list = history.list.filter((it) => it.id !== id);
    this.emit("messages", channel);
  }

  // Read marks

  #markKey(channel) {
    return `read:${this.me}:${channel}`;
  }

  /** The last read message of a channel. */
  readUpTo(channel) {
    return localStorage.getItem(this.#markKey(channel));
  }

  /** Marks the open channel as read. */
  markRead() {
    const last = this.channels.get(this.here)?.last_message_id ?? this.history(this.here).list.at(-1)?.id;
    if (!last || !document.hasFocus() || !isAfter(last, this.readUpTo(this.here))) return;
    localStorage.setItem(this.#markKey(this.here), last);
    this.emit("unread");
  }

  isUnread(channel) {
    const last = channel.last_message_id;
    return Boolean(last) && isAfter(last, this.readUpTo(channel.id));
  }

  /** The number of unread mentions of the current person in a channel. */
  pings(channel) {
    const read = this.readUpTo(channel.id);
    return (channel.pings ?? []).filter((id) => isAfter(id, read)).length;
  }

  // Interactions

  /** Updates the state of an interaction. */
  noteCall(call) {
    const before = this.calls.get(call.id);
    if (call.state === "answered" || call.state === "form") {
      this.calls.delete(call.id);
      this.#answered.add(call.id);
    } else {
      if (call.state === "failed") forgetChoice(call.message ?? before?.message, before?.control);
      this.calls.set(call.id, { since: Date.now(), ...before, ...call });
    }
    this.emit("calls", call);
  }

  /**
   * Starts an interaction, which is pending from now on.
   * @param {{channel: string, name?: string, message?: string, control?: string}} call
   * @param {() => Promise<{id: string}>} ask
   */
  async begin(call, ask) {
    const mine = `mine-${(this.#begun += 1)}`;
    this.calls.set(mine, { ...call, id: mine, state: "waiting", since: Date.now() });
    this.emit("calls");
    try {
      const { id } = await ask();
      if (!this.#answered.has(id))
        this.calls.set(id, { ...this.calls.get(mine), ...this.calls.get(id), ...call, id });
    } finally {
      this.calls.delete(mine);
      this.emit("calls");
    }
  }

  dropCall(id) {
    this.calls.delete(id);
    this.emit("calls");
  }

  // Events

  /** Sets whether requests and gateway messages are logged. */
  record(isRecorded) {
    if (this.isRecorded === isRecorded) return;
    this.isRecorded = isRecorded;
    this.#live.listen(this.me, isRecorded);
  }

  #setConnection(connection) {
    this.connection = connection;
    if (connection === "lost") this.bots = 0;
    this.emit("connection");
  }

  async #receive(event) {
    switch (event.kind) {
      case "hello":
        return this.#resync(event);
      case "message":
      case "message-gone":
      case "channel":
      case "channel-gone":
        return this.#snapshots ? this.#held.push(event) : this.#change(event);
      case "world":
        return this.fetchWorld();
      case "call":
        return this.noteCall(event);
      case "bot":
        this.bots = event.connected;
        return this.emit("connection");
      case "request":
        return this.#addToLog({ ...event.request, kind: "request" });
      case "gateway":
        return this.#addToLog(event);
      default:
    }
  }

  /** Applies the event of one changed object. */
  #change(event) {
    switch (event.kind) {
      case "message":
        return this.#message(event.message);
      case "message-gone":
        return this.removeMessage(event.channel, event.id);
      case "channel":
        this.channels.set(event.channel.id, event.channel);
        this.emit("world");
        return this.emit("unread");
      case "channel-gone":
        return this.#channelGone(event.id);
      default:
    }
  }

  #addToLog(entry) {
    this.log = [...this.log, entry].slice(-LOG_MAX);
    this.emit("log", entry);
  }

  /** Requests everything that may have changed before this connection. */
  async #resync(hello) {
    setClock(hello.now);
    // The emulator repeats pending interactions, and does not repeat answered ones.
    for (const call of this.calls.values())
      if (call.state === "waiting" && !call.id.startsWith("mine-")) this.calls.delete(call.id);
    await this.fetchWorld();
    const looked = new Set([this.here, ...this.histories.keys()]);
    for (const channel of looked) {
      if (!this.channels.has(channel)) continue;
      if (channel === this.here) await this.fetchMessages(channel);
      else this.histories.delete(channel);
    }
    this.emit("calls");
  }

  #message(message) {
    const channel = this.channels.get(message.channel_id);
    const isNew = channel && isAfter(message.id, channel.last_message_id);
    if (isNew) {
      const isPing = message.local?.pinged?.includes(this.me);
      const pings = isPing ? [...(channel.pings ?? []), message.id] : channel.pings;
      const count = channel.message_count === undefined ? {} : { message_count: channel.message_count + 1 };
      this.channels.set(channel.id, { ...channel, ...count, pings, last_message_id: message.id });
      // A thread's card shows its number of messages.
      if (channel.parent_id) this.emit("messages", channel.parent_id);
    }
    this.putMessage(message);
    if (isNew) {
      if (message.channel_id === this.here) this.markRead();
      this.emit("unread", message);
    }
  }

  #channelGone(id) {
    this.channels.delete(id);
    this.histories.delete(id);
    this.emit("world");
    // A failed request is repeated after the next connection.
    if (this.here === id) this.openChannel(this.firstChannel()).catch(() => {});
  }

  // Names

  person(id) {
    return this.people.get(id);
  }

  /** Another person in the open channel, who can be the opponent. */
  friend() {
    return this.peopleIn(this.here).find((it) => !it.bot && it.id !== this.me);
  }

  /** Whether a command can be used in a channel. */
  mayUse(name, id) {
    const command = this.commands.find((it) => it.name === name);
    return Boolean(command) && (this.channels.get(id)?.commands?.includes(command.id) ?? true);
  }

  /** A person's name in the open channel. */
  nameOf(id) {
    const person = this.people.get(id);
    if (!person) return null;
    const nick = this.serverOf(this.here)?.members.find((it) => it.id === id)?.nick;
    return nick ?? person.global_name ?? person.username;
  }

  /** A channel's name. */
  channelName(id) {
    const channel = this.channels.get(id);
    if (!channel) return null;
    if (channel.name) return channel.name;
    const others = (channel.recipients ?? []).filter((it) => it.id !== this.me);
    return others.map((it) => it.global_name ?? it.username).join(", ") || this.nameOf(this.bot);
  }

  /** The server of a channel. */
  serverOf(channel) {
    return this.servers.find((it) => it.id === this.channels.get(channel)?.guild_id);
  }

  /** The members of a channel. */
  peopleIn(id) {
    const server = this.serverOf(id);
    const ids = server
      ? server.members.map((it) => it.id ?? it)
      : (this.channels.get(id)?.recipients ?? []).map((it) => it.id);
    return ids.map((it) => this.people.get(it)).filter(Boolean);
  }
}

/** The one state of this page. */
export const state = new State();
