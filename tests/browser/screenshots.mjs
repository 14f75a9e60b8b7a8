// The pictures of the page in the READMEs:
//
//     cargo build --release && node tests/browser/screenshots.mjs
//
// Three games by four people, at 1280 and 390 pixels, into assets/pictures.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.KRADAN_BIN ??= path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  "../../target/release/kradan",
);
const { Program, Window, closeBrowser } = await import("./harness.mjs");

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../assets/pictures");

const OTHELLO = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7".split(" ");
const MAKRUK = "e3e4 e6e5 g1e2 b8d7 f3f4 g8e7 c1d2 f8f7 d1c2 h6h5 f1f2 h8h6 f4e5".split(" ");
const OGI = "g3g4 f6f5 h1h2 g7c3+ b1c3 c8d7".split(" ");

const program = await Program.start();
const people = Object.fromEntries(
  await Promise.all(["ann", "ben", "chai", "dai"].map(async (it) => [it, await program.person(it)])),
);
const channels = Object.fromEntries(
  await Promise.all(["games", "makruk", "random"].map(async (it) => [it, await program.channel(it)])),
);

/** Plays a game with commands as two people, of whom the first one begins. */
async function play(kind, channel, [first, second], moves) {
  const use = (who, name, options) =>
    program.post(`/users/${people[who]}/command`, { channel, name, options });
  const offered = await use(first, "play", { game: kind, opponent: people[second], side: "first" });
  const control = offered.message.components[0].components[0].custom_id;
  await program.post(`/users/${people[second]}/click`, { message: offered.message.id, control });
  for (const [ply, move] of moves.entries()) {
    const { message } = await use(ply % 2 ? second : first, "move", { move });
    if (!message.attachments.length) throw new Error(`${move}: ${message.content}`);
  }
}

const say = (who, channel, text) => program.post(`/users/${people[who]}/say`, { channel, text });
const settled = (window) => window.page.waitForTimeout(700);

async function picture(window, name) {
  await settled(window);
  await window.page.mouse.move(1, 1);
  await window.page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
  await window.close();
}

/** Waits until the bot has uploaded the pieces as emoji, so that its buttons show them. */
async function emojiThere() {
  const { application } = await program.get("");
  let count = 0;
  for (let same = 0; same < 4; ) {
    await new Promise((done) => setTimeout(done, 1_000));
    const { items } = await program.bot("GET", `/applications/${application}/emojis`);
    same = items.length > 0 && items.length === count ? same + 1 : 0;
    count = items.length;
  }
}

try {
  await emojiThere();
  await mkdir(FOLDER, { recursive: true });
  await say("chai", channels.makruk, "Makruk at last! หมากรุกไทย");
  await play("makruk", channels.makruk, ["chai", "ann"], MAKRUK);
  await play("ogi", channels.random, ["dai", "ben"], OGI);
  await say("ben", channels.games, "Anyone for a quick one before lunch?");
  await say("ann", channels.games, "Always. **Black** is yours if you *dare* :)");
  await play("othello", channels.games, ["ann", "ben"], OTHELLO.slice(0, -1));
  await say("ben", channels.games, "Take your time… I am only *slightly* winning");

  // A desktop with the dark theme, and a move that is being typed.
  const desk = await Window.open(program, "ann", { channel: channels.games, width: 1280, height: 860 });
  await desk.board.waitFor();
  await desk.text.focus();
  await desk.page.keyboard.type("/move c");
  await desk.page.locator(".suggestion").nth(2).waitFor({ state: "detached" });
  await picture(desk, "page-1280");

  // A phone, on which a whole turn fits.
  const phone = await Window.open(program, "ann", {
    channel: channels.makruk,
    width: 390,
    height: 800,
    touch: true,
    scale: 2,
  });
  await phone.board.waitFor();
  await picture(phone, "page-390");

  // The same phone with the panel of a piece and its targets.
  const menu = await Window.open(program, "ann", {
    channel: channels.makruk,
    width: 390,
    height: 800,
    touch: true,
    scale: 2,
  });
  await menu.page.locator('[data-control^="from:"]').last().tap();
  await menu.control("back").waitFor();
  await picture(menu, "page-390-menu");

  // A desktop with the light theme and the inspector.
  const day = await Window.open(program, "dai", {
    channel: channels.random,
    width: 1280,
    height: 700,
    theme: "light",
  });
  await day.page.getByRole("button", { name: /Behind the scenes/ }).click();
  await day.page.locator(".inspector-entry").first().waitFor();
  await picture(day, "page-1280-light");
} finally {
  await closeBrowser();
  await program.stop();
}
