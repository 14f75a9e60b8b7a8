// What every test stands on: the program on a free port with a folder of its own, a browser, and
// people in its windows, of whom none may meet an error.
//
// KRADAN_BIN is the program, CHROMIUM the browser (/usr/bin/chromium if not told). With KRADAN_PAGE
// the files of the page come from that folder instead of from the program: for working on them.

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
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
  // A page that is not from the program itself may not talk to it otherwise.
  ...(PAGE ? ["--disable-features=LocalNetworkAccessChecks"] : []),
];

/** So long anything may take: the machine may be busy, and no test measures time. */
export const PATIENCE_MS = 60_000;

async function freePort() {
  // Below those that are given to whoever asks for any: nobody takes it in between.
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

/** The program, with a folder that outlives it until the test is over. */
export class Program {
  static async start({ isAwaited = true } = {}) {
    const program = new Program();
    program.folder = await mkdtemp(path.join(tmpdir(), "kradan-browser-"));
    program.address = `127.0.0.1:${await freePort()}`;
    program.url = `http://${program.address}`;
    program.spawn();
    if (isAwaited) await program.comes();
    return program;
  }

  /** Runs it, and returns when it can be used. */
  async run() {
    this.spawn();
    await this.comes();
  }

  spawn() {
    const env = {
      ...process.env,
      KRADAN_FOLDER: path.join(this.folder, "games"),
      KRADAN_ADDRESS: this.address,
      KRADAN_TOKEN: "",
      // A few people begin all the games of a test.
      KRADAN_CHALLENGES_PER_HOUR: "10000",
      KRADAN_SECONDS_BETWEEN_CHALLENGES: "0",
    };
    delete env.KRADAN_TOKEN;
    this.child = spawn(PROGRAM, [], { cwd: this.folder, env, stdio: ["ignore", "pipe", "pipe"] });
    this.said = "";
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on("data", (text) => (this.said += text));
    this.ended = new Promise((done) => this.child.once("exit", done));
    /** When it said that it is ready. */
    this.ready = new Promise((done) => this.child.stdout.once("data", () => done(performance.now())));
  }

  /** Waits until it can be reached and the bot has registered its commands. */
  async comes() {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      if (this.child.exitCode !== null) break;
      const world = await this.get("/world").catch(() => null);
      const about = world?.commands.length ? await this.get("") : null;
      if (about?.bots > 0) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`the program is not there: ${this.said}`);
  }

  /** Ends it without a word of warning. */
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

  async person(username) {
    return (await this.get("/world")).people.find((it) => it.username === username).id;
  }

  /** The name of whoever was called last in a channel, Ann or Ben. */
  async called(name) {
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

/** Somebody's window. */
export class Window {
  /** What went wrong in it. */
  faults = [];

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
      reducedMotion: "reduce",
    });
    if (theme) await context.addInitScript((wanted) => localStorage.setItem("theme", wanted), theme);
    window.program = program;
    window.context = context;
    window.page = await context.newPage();
    window.page.setDefaultTimeout(PATIENCE_MS);
    window.#listen();
    if (PAGE) await serveFrom(PAGE, context);
    await prepare?.(window.page);
    const as = who ? `?as=${who}` : "";
    await window.page.goto(address ?? `${program.url}/${as}${channel ? `#${channel}` : ""}`);
    await window.page.locator("#title span").filter({ hasText: /\S/ }).waitFor();
    return window;
  }

  #listen() {
    this.page.on(
      "console",
      (message) =>
        ["error", "warning"].includes(message.type()) && this.faults.push(`console: ${message.text()}`),
    );
    this.page.on("pageerror", (error) => this.faults.push(`page: ${error.stack ?? error}`));
    this.page.on("requestfailed", (request) => {
      // What is under way when a page is left is nobody's fault.
      if (request.failure()?.errorText !== "net::ERR_ABORTED")
        this.faults.push(`request: ${request.url()} ${request.failure()?.errorText}`);
    });
    this.page.on(
      "response",
      (response) =>
        response.status() >= 400 && this.faults.push(`response: ${response.status()} ${response.url()}`),
    );
  }

  /** Closes it; nothing may have gone wrong. */
  async close() {
    await this.context.close();
    assert.deepEqual(this.faults, []);
  }

  // What a person does

  get text() {
    return this.page.locator(".composer-text");
  }

  /** Types a whole command, and sends it when each of its fields is as it should be. */
  async command(text) {
    await this.text.focus();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
    // A list of choices wants the first Enter for itself.
    const line = this.page.locator(".command-line");
    if (await line.count()) await this.page.keyboard.press("Enter");
    await line.waitFor({ state: "detached" });
  }

  async say(text) {
    await this.text.fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** The newest message with these words. */
  message(words) {
    return this.page.locator(".message").filter({ hasText: words }).last();
  }

  /** What the bot said to one alone; that it said nothing is shown alike, and is none of it. */
  get whispers() {
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

  /** The newest button or menu that does something, in whatever language it says so. */
  control(deed) {
    return this.page.locator(`[data-control^="${deed}:"]`).last();
  }

  /** Becomes somebody else by way of the corner. */
  async become(name) {
    await this.page.getByRole("button", { name: /^You are/ }).click();
    await this.page.locator(".who-choice").filter({ hasText: name }).click();
    await this.isNow(name);
  }

  /** Waits until the window is somebody's. */
  async isNow(name) {
    await this.page.getByRole("button", { name: `You are ${name}: be somebody else` }).waitFor();
    await this.page.waitForURL((url) => url.searchParams.get("as") === name.toLowerCase());
  }

  /** Waits until a description of a board says something. */
  async sees(words) {
    await this.page
      .locator(".picture img")
      .and(this.page.locator(`[alt*="${words}"]`))
      .first()
      .waitFor();
  }
}

const KINDS = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml" };

async function serveFrom(folder, context) {
  const give = async (route, name) => {
    const kind = KINDS[name.split(".").pop()];
    // The program's own heads, its policy above all.
    const answer = await route.fetch().catch(() => null);
    if (!answer) return route.abort("connectionrefused");
    const headers = { ...answer.headers(), "content-type": `${kind}; charset=utf-8` };
    return route.fulfill({ body: await readFile(path.join(folder, name)), headers, status: 200 });
  };
  await context.route(/\/page\/[\w.-]+$/, (route) =>
    give(route, new URL(route.request().url()).pathname.slice(6)),
  );
  await context.route(
    (url) => url.pathname === "/",
    (route) => give(route, "index.html"),
  );
}
