// The socket with the emulator's events. It reconnects by itself.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4_000;

export class Live {
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #query = "";

  /**
   * @param {(event: {kind: string}) => void} onEvent
   * @param {(state: "open" | "lost") => void} onConnection
   */
  constructor(onEvent, onConnection) {
    this.onEvent = onEvent;
    this.onConnection = onConnection;
  }

  /** Listens as a person, with or without the log of requests and gateway messages. */
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
    // Events of the old socket may be another person's.
    before?.close();
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      const event = JSON.parse(message.data);
      if (event.kind === "hello") {
        this.#wait = FIRST_WAIT_MS;
        this.onConnection("open");
      }
      this.onEvent(event);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.onConnection("lost");
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT_MS);
    };
  }
}
