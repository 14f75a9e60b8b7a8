// The harness of all tests: the program on a free port with a folder of its own, a browser, and
// people's windows, in which no error may occur.
//
// KRADAN_BIN is the program, CHROMIUM the browser (by default /usr/bin/chromium). With KRADAN_PAGE
// the page's files come from that folder instead of from the program, for work on them.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const PROGRAM = process.env.KRADAN_BIN ?? "target/debug/kradan";
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const PAGE = process.env.KRADAN_PAGE;
/** A picture of a message that is deleted while it loads is no error. */
const isOfFile = (url) => url.includes("/attachments/");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
  // A page from another place needs this to send requests to the program.
  ...(PAGE ? ["--disable-features=LocalNetworkAccessChecks"] : []),
];

/** The timeout of every step. It is long, as the machine may be busy. */
export const TIMEOUT_MS = 60_000;

async function freePort() {
  // Below the ephemeral ports: no other program takes it in between.
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise((done) => {
      server.once("error", () => done(false));
      server.listen(port, "127.0.0.1", () => done(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}

/** The program, with a folder that stays until the end of the test. */
export class Program {
  static async start({ waits = true } = {}) {
    const program = new Program();
    program.folder = await mkdtemp(path.join(tmpdir(), "kradan-browser-"));
    program.address = `127.0.0.1:${await freePort()}`;
    program.url = `http://${program.address}`;
    program.spawn();
    if (waits) await program.waitUntilReady();
    return program;
  }

  /** Starts it, and waits until it is ready. */
  async run() {
    this.spawn();
    await this.waitUntilReady();
  }

  spawn() {
    const env = {
      ...process.env,
      KRADAN_FOLDER: path.join(this.folder, "games"),
      KRADAN_ADDRESS: this.address,
      KRADAN_TOKEN: "",
      // A few people start all games of a test.
      KRADAN_CHALLENGES_PER_HOUR: "10000",
      KRADAN_SECONDS_BETWEEN_CHALLENGES: "0",
    };
    delete env.KRADAN_TOKEN;
    this.child = spawn(PROGRAM, [], { cwd: this.folder, env, stdio: ["ignore", "pipe", "pipe"] });
    this.output = "";
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on("data", (text) => (this.output += text));
    this.ended = new Promise((done) => this.child.once("exit", done));
    /** The time at which it reported that it is ready. */
    this.ready = new Promise((done) => this.child.stdout.once("data", () => done(performance.now())));
  }

  /** Waits until it responds and the bot has registered its commands. */
  async waitUntilReady() {
    const until = Date.now() + TIMEOUT_MS;
    while (Date.now() < until) {
      if (this.child.exitCode !== null) break;
      const world = await this.get("/world").catch(() => null);
      const about = world?.commands.length ? await this.get("") : null;
      if (about?.bots > 0) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`the program is not ready: ${this.output}`);
  }

  /** Waits until it has stored all messages that are there. */
  async stored() {
    const { channels } = await this.get("/world");
    const last = channels.map((it) => it.last_message_id).filter(Boolean);
    const file = path.join(this.folder, "games", "discord", "world.json");
    const until = Date.now() + TIMEOUT_MS;
    while (Date.now() < until) {
      const world = await readFile(file, "utf8").catch(() => "");
      if (last.every((id) => world.includes(id))) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error("the messages are not stored");
  }

  /** Kills it without a warning. */
  async kill() {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  async stop() {
    this.child.kill("SIGTERM");
    await this.ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  async get(place) {
    const response = await fetch(`${this.url}/local${place}`);
    assert.ok(response.ok, `${place}: ${response.status}`);
    return response.json();
  }

  async post(place, body) {
    const response = await fetch(`${this.url}/local${place}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.ok, `${place}: ${response.status} ${text}`);
    return text && JSON.parse(text);
  }

  /** A request of the bot, beside the program's own. */
  async bot(method, place, body) {
    const { api, token } = await this.get("");
    const response = await fetch(`${api}${place}`, {
      method,
      headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${place}: ${response.status} ${text}`);
    return text && JSON.parse(text);
  }

  async patch(place, body) {
    const response = await fetch(`${this.url}/local${place}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${place}: ${response.status}`);
  }

  async person(username) {
    return (await this.get("/world")).people.find((it) => it.username === username).id;
  }

  /** The name of the person whom the last mention in a channel pinged, Ann or Ben. */
  async lastPinged(name) {
    const [channel, ann] = await Promise.all([this.channel(name), this.person("ann")]);
    const messages = await this.get(`/channels/${channel}/messages?as=${ann}`);
    const pinged = messages.findLast((it) => it.local.pinged.length > 0)?.local.pinged[0];
    return pinged === ann ? "Ann" : "Ben";
  }

  async channel(name) {
    return (await this.get("/world")).channels.find((it) => it.name === name).id;
  }
}

let browser = null;

export async function openBrowser() {
  browser ??= await chromium.launch({ executablePath: BROWSER, args: FLAGS, headless: true });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

/** The box of an element. The page may draw it anew in between, and then it has none. */
export async function boxOf(locator) {
  for (;;) {
    await locator.waitFor();
    const box = await locator.boundingBox();
    if (box) return box;
  }
}

/** A person's window. */
export class Window {
  /** The errors in it. */
  errors = [];

  static async open(
    program,
    who,
    {
      channel,
      width = 1280,
      height = 900,
      touch = false,
      scale = 1,
      theme = null,
      system = "dark",
      address = null,
      prepare = null,
    } = {},
  ) {
    const window = new Window();
    const context = await (
      await openBrowser()
    ).newContext({
      viewport: { width, height },
      hasTouch: touch,
      isMobile: touch,
      deviceScaleFactor: scale,
      locale: "en-GB",
      colorScheme: system,
      reducedMotion: "reduce",
    });
    if (theme) await context.addInitScript((wanted) => localStorage.setItem("theme", wanted), theme);
    window.program = program;
    window.context = context;
    window.touch = touch;
    window.page = await context.newPage();
    window.page.setDefaultTimeout(TIMEOUT_MS);
    window.#listen();
    if (PAGE) await serveFrom(PAGE, context);
    await prepare?.(window.page);
    const as = who ? `?as=${who}` : "";
    await window.page.goto(address ?? `${program.url}/${as}${channel ? `#${channel}` : ""}`);
    await window.page.locator("#title span").filter({ hasText: /\S/ }).waitFor();
    return window;
  }

  #listen() {
    this.page.on("console", (message) => {
      // A connection that is left while it opens is no error.
      if (message.text().endsWith("WebSocket is closed before the connection is established.")) return;
      if (isOfFile(message.location().url)) return;
      if (["error", "warning"].includes(message.type())) this.errors.push(`console: ${message.text()}`);
    });
    this.page.on("pageerror", (error) => this.errors.push(`page: ${error.stack ?? error}`));
    this.page.on("requestfailed", (request) => {
      // A request that is aborted by leaving the page is no error.
      if (request.failure()?.errorText !== "net::ERR_ABORTED")
        this.errors.push(`request: ${request.url()} ${request.failure()?.errorText}`);
    });
    this.page.on(
      "response",
      (response) =>
        response.status() >= 400 &&
        !isOfFile(response.url()) &&
        this.errors.push(`response: ${response.status()} ${response.url()}`),
    );
  }

  /** Closes it, and checks that it had no errors, and that each picture that it shows is there. */
  async close() {
    const missing = () =>
      [...document.images].filter((it) => it.complete && !it.naturalWidth).map((it) => it.src);
    if (!this.page.isClosed()) this.errors.push(...(await this.page.evaluate(missing)));
    await this.context.close();
    assert.deepEqual(this.errors, []);
  }

  // Actions of a person

  get text() {
    return this.page.locator(".composer-text");
  }

  /** Types a whole command, and sends it. */
  async command(text) {
    await this.text.focus();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
    // A list of choices takes the first Enter.
    const line = this.page.locator(".command-line");
    if (await line.count()) await this.page.keyboard.press("Enter");
    await line.waitFor({ state: "detached" });
  }

  async say(text) {
    await this.text.fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** The newest message with this text. */
  message(words) {
    return this.page.locator(".message").filter({ hasText: words }).last();
  }

  /** The bot's ephemeral messages, without the notices of failed interactions. */
  get ephemeralMessages() {
    const failed = this.page.locator(".failed");
    return this.page.locator(".message.is-private").filter({ hasNot: failed });
  }

  /** The newest board, which is a message with a picture. */
  get board() {
    return this.page.locator(".message:has(.picture)").last();
  }

  async press(label) {
    await this.page.getByRole("button", { name: label, exact: true }).last().click();
  }

  /** The newest button or menu of an action, whatever its language is. */
  control(action) {
    return this.page.locator(`[data-control^="${action}:"]`).last();
  }

  /** Becomes another person with the account panel. */
  async become(name) {
    await this.page.getByRole("button", { name: /^You are/ }).click();
    await this.page.locator(".account-choice").filter({ hasText: name }).click();
    await this.isNow(name);
  }

  /** Waits until the window is a person's. */
  async isNow(name) {
    await this.page.getByRole("button", { name: `You are ${name}: be somebody else` }).waitFor();
    await this.page.waitForURL((url) => url.searchParams.get("as") === name.toLowerCase());
  }

  /** Waits until the description of the newest board contains a text. */
  async sees(words) {
    await this.board.locator(`.picture img[alt*="${words}"]`).first().waitFor();
  }
}

/** The content type of a file by its extension, and its folder. */
const KINDS = {
  html: ["text/html; charset=utf-8", "."],
  css: ["text/css; charset=utf-8", "."],
  js: ["text/javascript; charset=utf-8", "."],
  svg: ["image/svg+xml", "."],
  woff2: ["font/woff2", "../fonts"],
};

async function serveFrom(folder, context) {
  const give = async (route, name) => {
    const [kind, place] = KINDS[name.split(".").pop()];
    // The program's own headers, with its content security policy.
    const answer = await route.fetch().catch(() => null);
    if (!answer) return route.abort("connectionrefused");
    const headers = { ...answer.headers(), "content-type": kind };
    return route.fulfill({ body: await readFile(path.join(folder, place, name)), headers, status: 200 });
  };
  await context.route(/\/page\/[\w.-]+$/, (route) =>
    give(route, new URL(route.request().url()).pathname.slice(6)),
  );
  await context.route(
    (url) => url.pathname === "/",
    (route) => give(route, "index.html"),
  );
}
