// The socket over which the local Discord tells what happens. It connects again by itself.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4_000;

export class Live {
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #query = "";

  /**
   * @param {(event: {kind: string}) => void} hear
   * @param {(state: "open" | "lost") => void} turn
   */
  constructor(hear, turn) {
    this.hear = hear;
    this.turn = turn;
  }

  /** Listens as somebody, with or without what the bot and Discord say to each other. */
  listen(me, isRecorded) {
    this.#query = new URLSearchParams({ as: me, record: isRecorded ? "1" : "0" }).toString();
    this.#wait = FIRST_WAIT_MS;
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    const before = this.#socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/local/live?${this.#query}`);
    this.#socket = socket;
    // What the one before has still to say is for somebody else.
    before?.close();
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      const event = JSON.parse(message.data);
      if (event.kind === "hello") {
        this.#wait = FIRST_WAIT_MS;
        this.turn("open");
      }
      this.hear(event);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.turn("lost");
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT_MS);
    };
  }
}
