// Measures how fast the page loads:
//
//     cargo build --release && node tests/browser/speed.mjs
//
// The time from the line in which the program reports that it is ready to the first paint, to the
// board of an earlier game, and to the board of a new game that is started by clicks. The browser
// already runs.

import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.KRADAN_BIN ??= path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  "../../target/release/kradan",
);
const { Program, Window, closeBrowser, openBrowser } = await import("./harness.mjs");

const TIMES = 5;
const say = (line) => process.stdout.write(`${line}\n`);

const decoded = (window) =>
  window.page
    .locator(".picture img")
    .last()
    .evaluate((image) => image.decode());

/** Opens the page when the program is ready, and reports the times. */
async function measure(program, play) {
  const begin = await program.ready;
  const since = () => `${Math.round(performance.now() - begin)} ms`;
  const window = await Window.open(program, "ann");
  const painted = await window.page.evaluate(
    () => performance.timeOrigin + performance.getEntriesByName("first-contentful-paint")[0].startTime,
  );
  const paint = Math.round(painted - (performance.timeOrigin + begin));
  await play(window);
  await decoded(window);
  const board = since();
  await window.close();
  return `first paint after ${paint} ms, the board after ${board}`;
}

async function beginByClicks(window) {
  await window.page.getByRole("button", { name: "Start a game of Othello" }).click();
  await window.page.keyboard.press("Enter");
  await window.page.getByRole("button", { name: "Be Ben" }).click();
  await window.press("Accept");
}

await openBrowser();
for (let times = 0; times < TIMES; times += 1) {
  const program = await Program.start({ waits: false });
  say(`a new game:          ${await measure(program, beginByClicks)}`);
  await program.kill();
  program.spawn();
  say(`a game from before:  ${await measure(program, () => {})}`);
  await program.stop();
}
await closeBrowser();
