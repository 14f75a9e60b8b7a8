// What the page knows, and who is told when it changes. It knows nothing of the document.

import * as api from "./api.js";
import { byAge, isAfter } from "./ids.js";
import { Live } from "./live.js";
import { setClock, setLanguage } from "./time.js";

/** So many messages are asked for at a time. */
const PAGE = 100;
/** So many entries of what the bot and Discord said are kept. */
const WIRE_MAX = 500;

/** The flag of a message that one person alone sees. */
export const EPHEMERAL = 1 << 6;
/** The flag of a promised message that is not there yet. */
export const LOADING = 1 << 7;

/** @typedef {"world" | "here" | "messages" | "calls" | "line" | "wire" | "marks" | "reply" | "fill" | "jump" | "problem"} Topic */

class State {
  me = "";
  here = "";
  /** @type {"new" | "open" | "lost"} */
  line = "new";
  bots = 0;
  bot = "";
  people = new Map();
  servers = [];
  channels = new Map();
  commands = [];
  /** Messages by channel: sorted, and whether the first one is among them. */
  shelves = new Map();
  /** What I asked the bot for and has not come yet. */
  calls = new Map();
  /** What has come, sometimes before we know what we asked. */
  #answered = new Set();
  #begun = 0;
  /** What the bot and Discord said to each other. */
  wire = [];
  isRecorded = false;
  /** Grows when somebody has another name, so that what was written is written anew. */
  epoch = 0;
  #names = "";
  #listeners = new Map();
  #live = new Live(
    // What cannot be asked for now is asked for when the line is there again.
    (event) => this.#hear(event).catch(() => {}),
    (line) => this.#turn(line),
  );
  /** The newest asking for the world. */
  #world = null;
  /** So many snapshots are under way, and what was told in the meantime. */
  #snapshots = 0;
  #held = [];

  /** @param {Topic} topic @param {(detail?: any) => void} listener */
  on(topic, listener) {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /** @param {Topic} topic */
  tell(topic, detail) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(detail);
  }

  /** Becomes somebody, and looks at a channel if it is named. */
  async become(me, channel) {
    this.me = me;
    this.shelves.clear();
    this.calls.clear();
    this.#held = [];
    await this.fetchWorld();
    // Somebody else already.
    if (this.me !== me) return;
    this.#live.listen(me, this.isRecorded);
    const there = this.channels.has(channel) ? channel : this.firstChannel();
    this.here = "";
    if (there) await this.look(there);
  }

  /**
   * Gets what is as it is now. What is told in between may be missing there: it waits, and is heard
   * after it. To hear what is known already does no harm.
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

  /** Gets the world anew. */
  fetchWorld() {
    const asked = this.#snapshot(async () => {
      const [about, world] = await Promise.all([api.about(), api.world(this.me || undefined)]);
      // Whoever asked before has what they wanted when the newest answer is there.
      if (asked !== this.#world) return this.#world;
      this.#learn(about, world);
    });
    this.#world = asked;
    return asked;
  }

  #learn(about, world) {
    if (about.now) setClock(about.now);
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
    this.tell("world");
    this.tell("marks");
  }

  locale() {
    return this.people.get(this.me)?.locale ?? "en-US";
  }

  firstChannel() {
    const withBot = this.servers.find((it) => it.has_bot) ?? this.servers[0];
    const inside = [...this.channels.values()].filter((it) => it.guild_id === withBot?.id && !it.parent_id);
    return inside.sort((one, other) => byAge(one.id, other.id))[0]?.id ?? [...this.channels.keys()][0];
  }

  /** Looks at a channel. */
  async look(channel) {
    if (!this.channels.has(channel)) return;
    this.here = channel;
    this.tell("here");
    if (!this.shelves.has(channel)) await this.fetchMessages(channel);
    this.markRead();
  }

  /** The messages of a channel, as far as they are here. */
  shelf(channel) {
    return this.shelves.get(channel) ?? { list: [], isWhole: false, loading: null };
  }

  /** Gets the newest messages of a channel anew. */
  fetchMessages(channel) {
    return this.#snapshot(() => this.#fetchNewest(channel));
  }

  async #fetchNewest(channel) {
    const me = this.me;
    let list = [];
    try {
      list = await api.messages(channel, me, undefined, PAGE);
    } catch (refused) {
      if (refused.status !== 404) throw refused;
    }
    if (me !== this.me) return;
    // What is here is kept if it reaches up to the newest; a gap would never be filled.
    const known = this.shelf(channel);
    const isMet = list.length === PAGE && known.list.some((it) => it.id === list[0].id);
    const older = isMet ? known.list.filter((it) => byAge(it.id, list[0].id) < 0) : [];
    const isWhole = list.length < PAGE || (isMet && known.isWhole);
    this.shelves.set(channel, { list: [...older, ...list], isWhole, loading: null });
    this.tell("messages", channel);
  }

  /** Gets the messages before those that are here. */
  fetchOlder(channel) {
    const shelf = this.shelves.get(channel);
    if (!shelf || shelf.isWhole) return Promise.resolve();
    shelf.loading ??= this.#snapshot(() => this.#fetchBefore(channel, shelf)).finally(() => (shelf.loading = null));
    return shelf.loading;
  }

  async #fetchBefore(channel, shelf) {
    const older = await api.messages(channel, this.me, shelf.list[0]?.id, PAGE);
    if (this.shelves.get(channel) !== shelf) return;
    shelf.isWhole = older.length < PAGE;
    shelf.list = [
      ...older.filter((it) => !shelf.list.length || byAge(it.id, shelf.list[0].id) < 0),
      ...shelf.list,
    ];
    this.tell("messages", channel);
  }

  /** Gets older messages until one of them is there; whether it is. */
  async fetchUntil(channel, message) {
    const me = this.me;
    while (me === this.me) {
      const shelf = this.shelf(channel);
      if (shelf.list.some((it) => it.id === message)) return true;
      if (shelf.isWhole || !shelf.list.length || isAfter(message, shelf.list[0].id)) return false;
      // The newest may come anew in between: what is older is asked for from there.
      await this.fetchOlder(channel);
    }
    return false;
  }

  put(message) {
    const shelf = this.shelves.get(message.channel_id);
    if (!shelf) return;
    const at = shelf.list.findIndex((it) => it.id === message.id);
    // What is older than all that is here comes with the others of its time.
    if (at < 0 && !shelf.isWhole && shelf.list.length && !isAfter(message.id, shelf.list[0].id)) return;
    if (at >= 0) shelf.list = shelf.list.with(at, message);
    else if (!shelf.list.length || isAfter(message.id, shelf.list.at(-1).id))
      shelf.list = [...shelf.list, message];
    else shelf.list = [...shelf.list, message].sort((one, other) => byAge(one.id, other.id));
    this.tell("messages", message.channel_id);
  }

  take(channel, id) {
    const shelf = this.shelves.get(channel);
    if (!shelf) return;
    shelf.list = shelf.list.filter((it) => it.id !== id);
    this.tell("messages", channel);
  }

  // What was read

  #markKey(channel) {
    return `read:${this.me}:${channel}`;
  }

  /** The last message that was read in a channel. */
  readUpTo(channel) {
    return localStorage.getItem(this.#markKey(channel));
  }

  /** Everything in the channel that is looked at has been read. */
  markRead() {
    const last = this.channels.get(this.here)?.last_message_id ?? this.shelf(this.here).list.at(-1)?.id;
    if (!last || !document.hasFocus() || !isAfter(last, this.readUpTo(this.here))) return;
    localStorage.setItem(this.#markKey(this.here), last);
    this.tell("marks");
  }

  isUnread(channel) {
    const last = channel.last_message_id;
    return Boolean(last) && isAfter(last, this.readUpTo(channel.id));
  }

  /** How often I was called in a channel since I read it. */
  pings(channel) {
    const read = this.readUpTo(channel.id);
    return (channel.pings ?? []).filter((id) => isAfter(id, read)).length;
  }

  // What I ask for

  /** Notes what becomes of something that the bot was asked for. */
  noteCall(call) {
    const before = this.calls.get(call.id);
    if (call.state === "answered" || call.state === "form") {
      this.calls.delete(call.id);
      this.#answered.add(call.id);
    } else {
      this.calls.set(call.id, { since: Date.now(), ...before, ...call });
    }
    this.tell("calls", call);
  }

  /**
   * Asks the bot for something, which waits from now on.
   * @param {{channel: string, name?: string, message?: string, control?: string}} call
   * @param {() => Promise<{id: string}>} ask
   */
  async begin(call, ask) {
    const mine = `mine-${(this.#begun += 1)}`;
    this.calls.set(mine, { ...call, id: mine, state: "waiting", since: Date.now() });
    this.tell("calls");
    try {
      const { id } = await ask();
      if (!this.#answered.has(id))
        this.calls.set(id, { ...this.calls.get(mine), ...this.calls.get(id), ...call, id });
    } finally {
      this.calls.delete(mine);
      this.tell("calls");
    }
  }

  dropCall(id) {
    this.calls.delete(id);
    this.tell("calls");
  }

  // What is told

  /** Whether what the bot and Discord say to each other is told as well. */
  record(isRecorded) {
    if (this.isRecorded === isRecorded) return;
    this.isRecorded = isRecorded;
    this.#live.listen(this.me, isRecorded);
  }

  #turn(line) {
    this.line = line;
    if (line === "lost") this.bots = 0;
    this.tell("line");
  }

  async #hear(event) {
    switch (event.kind) {
      case "hello":
        return this.#greet(event);
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
        return this.tell("line");
      case "request":
        return this.#overheard({ ...event.request, kind: "request" });
      case "gateway":
        return this.#overheard(event);
      default:
    }
  }

  /** One thing is another than it was. */
  #change(event) {
    switch (event.kind) {
      case "message":
        return this.#message(event.message);
      case "message-gone":
        return this.take(event.channel, event.id);
      case "channel":
        this.channels.set(event.channel.id, event.channel);
        this.tell("world");
        return this.tell("marks");
      case "channel-gone":
        return this.#channelGone(event.id);
      default:
    }
  }

  #overheard(said) {
    this.wire = [...this.wire, said].slice(-WIRE_MAX);
    this.tell("wire", said);
  }

  /** What was said while nobody listened is asked for: at first, too, for we looked before that. */
  async #greet(hello) {
    setClock(hello.now);
    // What still waits is told again; of what was answered meanwhile nothing is.
    for (const call of this.calls.values())
      if (call.state === "waiting" && !call.id.startsWith("mine-")) this.calls.delete(call.id);
    await this.fetchWorld();
    const looked = new Set([this.here, ...this.shelves.keys()]);
    for (const channel of looked) {
      if (!this.channels.has(channel)) continue;
      if (channel === this.here) await this.fetchMessages(channel);
      else this.shelves.delete(channel);
    }
    this.tell("calls");
  }

  #message(message) {
    const channel = this.channels.get(message.channel_id);
    const isNew = channel && isAfter(message.id, channel.last_message_id);
    if (isNew) {
      const isPing = message.local?.pinged?.includes(this.me);
      const pings = isPing ? [...(channel.pings ?? []), message.id] : channel.pings;
      const count = channel.message_count === undefined ? {} : { message_count: channel.message_count + 1 };
      this.channels.set(channel.id, { ...channel, ...count, pings, last_message_id: message.id });
      // A thread's card says how much was said in it.
      if (channel.parent_id) this.tell("messages", channel.parent_id);
    }
    this.put(message);
    if (isNew) {
      if (message.channel_id === this.here) this.markRead();
      this.tell("marks", message);
    }
  }

  #channelGone(id) {
    this.channels.delete(id);
    this.shelves.delete(id);
    this.tell("world");
    // What cannot be asked for now is asked for when the line is there again.
    if (this.here === id) this.look(this.firstChannel()).catch(() => {});
  }

  // Names

  person(id) {
    return this.people.get(id);
  }

  /** Whether a command can be used in a channel. */
  mayUse(name, id) {
    const command = this.commands.find((it) => it.name === name);
    return Boolean(command) && (this.channels.get(id)?.commands?.includes(command.id) ?? true);
  }

  /** What somebody is called where we are. */
  nameOf(id) {
    const person = this.people.get(id);
    if (!person) return null;
    const server = this.servers.find((it) => it.id === this.channels.get(this.here)?.guild_id);
    const nick = server?.members.find((it) => it.id === id)?.nick;
    return nick ?? person.global_name ?? person.username;
  }

  /** What a channel is called. */
  channelName(id) {
    const channel = this.channels.get(id);
    if (!channel) return null;
    if (channel.name) return channel.name;
    const others = (channel.recipients ?? []).filter((it) => it.id !== this.me);
    return others.map((it) => it.global_name ?? it.username).join(", ") || this.nameOf(this.bot);
  }

  /** People who are where a channel is, and not programs. */
  peopleIn(id) {
    const channel = this.channels.get(id);
    const server = this.servers.find((it) => it.id === channel?.guild_id);
    const ids = server
      ? server.members.map((it) => it.id ?? it)
      : (channel?.recipients ?? []).map((it) => it.id);
    return ids.map((it) => this.people.get(it)).filter(Boolean);
  }
}

/** The one state of this page. */
export const state = new State();
