// Clocks on a phone of 390 pixels: they tick below the board, and a holiday stops them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, playByButtons } from "./play.mjs";
import { Program, TIMEOUT_MS, Window, closeBrowser } from "./harness.mjs";

const PHONE = { width: 390, height: 844, touch: true };
const DAY = 86_400;

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

/** Waits until the time left on the newest board is written like this. */
async function hasLeft(window, words) {
  await window.board.locator("time[data-ticking]").filter({ hasText: words }).last().waitFor();
}

/** Calls a function until it returns something. */
async function eventually(get) {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    const got = await get();
    if (got || Date.now() > until) return got;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Checks that nothing is wider than the screen. */
async function fits(window) {
  const width = await window.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.width, `${width}`);
}

test("the clock is set ahead and right with the switch on the phone", async () => {
  const channel = await program.channel("random");
  const ann = await Window.open(program, "ann", { ...PHONE, channel });
  const ben = await Window.open(program, "ben", { channel });
  await begin(ann, ben, "othello", " time:12h");
  await playByButtons(ann, "d3", 0);
  await ann.sees("d3");
  await begin(ann, ben, "makruk");
  await hasLeft(ann, /^in 3 days$/);

  const { page } = ann;
  const open = async () => {
    await page.locator("#open-inspector").tap();
    await page.getByRole("tab", { name: "Trouble" }).tap();
  };
  const close = () => page.getByRole("button", { name: "Close", exact: true }).tap();
  const button = (name) => page.getByRole("button", { name, exact: true });
  const says = (words) => page.getByRole("status").filter({ hasText: words }).waitFor();
  await open();
  await says(/^The clock is right\.$/);
  assert.ok(await button("Set it right").isDisabled());
  await button("1 day").tap();
  await says(/^Done: the clock is 1 day ahead\.$/);
  await button("1 hour").tap();
  await says(/^Done: the clock is 1 day and 1 hour ahead\.$/);
  await fits(ann);
  await close();
  await ann.message("Ben has run out of time").waitFor();
  // Boards that were sent before keep the date that they were sent with.
  const newest = async () =>
    (await program.get(`/channels/${channel}/messages?as=${await program.person("ann")}`)).at(-1);
  const deadline = async () => {
    const before = (await newest()).id;
    await ann.command("/board");
    const sent = await eventually(async () => {
      const last = await newest();
      return last.id !== before && last.content.includes("<t:") && last.id;
    });
    return page.locator(`[data-message="${sent}"] time[data-ticking]`).last().innerText();
  };
  assert.equal(await deadline(), "in 2 days");

  await page.reload();
  await open();
  await says(/^The clock is 1 day and 1 hour ahead\.$/);
  await button("Set it right").tap();
  await says(/^Done: the clock is right\.$/);
  assert.ok(await button("Set it right").isDisabled());
  await fits(ann);
  await close();
  assert.equal(await deadline(), "in 3 days");
  await ann.close();
  await ben.close();
});

test("the time left ticks below the board, with the page's clock, until the game is lost", async () => {
  const channel = await program.channel("games");
  const ann = await Window.open(program, "ann", { ...PHONE, channel });
  const ben = await Window.open(program, "ben", { channel });
  await begin(ann, ben, "othello", " time:12h");
  await hasLeft(ann, /^in 12 hours$/);
  await playByButtons(ann, "d3", 0);
  await ann.sees("d3");
  await hasLeft(ann, /^in 12 hours$/);
  await program.post("/advance", { seconds: 3600 });
  await hasLeft(ann, /^in 11 hours$/);
  // Ben reads Dutch.
  await hasLeft(ben, /^over 11 uur$/);
  await fits(ann);

  // Seconds are counted at the end, and past it on a machine that was busy for a minute.
  await program.post("/advance", { seconds: 11 * 3600 - 58 });
  await hasLeft(ann, /^(in \d+ seconds?|\d+ (seconds?|minutes?) ago)$/);
  await ben.message("there is not much time left").waitFor();
  await fits(ann);

  await program.post("/advance", { seconds: 6 * 60 });
  await ann.message("Ben has run out of time").waitFor();
  await ben.message("Ben has run out of time").waitFor();
  await ann.close();
  await ben.close();
});

test("a holiday that is taken on the phone is shown on the board, and ended with a tap", async () => {
  const channel = await program.channel("games");
  const ann = await Window.open(program, "ann", { ...PHONE, channel });
  const ben = await Window.open(program, "ben", { channel });
  await begin(ann, ben, "othello");
  await hasLeft(ann, /^in 3 days$/);
  await ann.command("/holiday days:5");
  await ann.ephemeralMessages.filter({ hasText: "You are on holiday until" }).waitFor();
  await ben.message("takes a holiday").locator(".picture").waitFor();
  await ann.message("takes a holiday").waitFor();
  await hasLeft(ann, /^in 8 days$/);
  await hasLeft(ben, /^over 8 dagen$/);
  await fits(ann);

  // The clock stands while the days pass.
  await program.post("/advance", { seconds: 2 * DAY });
  await hasLeft(ann, /^in 6 days$/);
  await ann.page.locator('[data-control="holiday-end"]').last().tap();
  await ben.message("is back from holiday").waitFor();
  await hasLeft(ann, /^in 3 days$/);
  await hasLeft(ben, /^over 3 dagen$/);
  await fits(ann);
  await ann.close();
  await ben.close();
});
