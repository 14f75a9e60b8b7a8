// The page on a phone of 360 pixels, with touch.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, placeDisc } from "./play.mjs";
import { Program, Window, boxOf, closeBrowser } from "./harness.mjs";

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

/** Checks that nothing is wider than the screen. */
async function fits(window) {
  const widths = await window.page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.getElementById("scroller").scrollWidth,
  ]);
  assert.deepEqual(
    widths.map((it) => it <= 360),
    [true, true],
    widths.join(", "),
  );
}

test("a game fits on 360 pixels", async () => {
  const window = await Window.open(program, "ann", { width: 360, height: 720, touch: true, scale: 2 });
  const { page } = window;
  await fits(window);
  await page.getByRole("button", { name: "Start a game of Othello" }).tap();
  await fits(window);
  await page.getByRole("button", { name: "Send" }).tap();
  await page.getByRole("button", { name: "Be Ben" }).tap();
  await page.getByRole("button", { name: "Accept" }).tap();
  await window.board.waitFor();
  await fits(window);

  // The picture is as wide as the column, and the sidebar is hidden until it is opened.
  assert.ok((await boxOf(window.board.locator(".picture"))).width > 260);
  const sidebar = page.locator("#sidebar");
  assert.equal(await sidebar.isVisible(), false);
  await page.getByRole("button", { name: "Servers and channels" }).tap();
  await page.getByRole("button", { name: "makruk" }).tap();
  await page.locator("#title", { hasText: "makruk" }).waitFor();
  assert.equal(await sidebar.isVisible(), false);
  await page.getByRole("button", { name: "Servers and channels" }).tap();
  await page.getByRole("button", { name: "games" }).first().tap();

  if ((await program.lastPinged("games")) === "Ann") await page.getByRole("button", { name: "Be Ann" }).tap();
  await placeDisc(window, "e6", 0);
  await window.sees("e6");
  await fits(window);
  await window.close();
});

/** Waits until the bot has uploaded the pieces of a game as emoji. */
async function pieces(kind, count) {
  const { application } = await program.get("");
  for (;;) {
    const { items } = await program.bot("GET", `/applications/${application}/emojis`);
    if (items.filter((it) => it.name.startsWith(kind)).length >= count) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}

for (const [kind, emoji, count, name] of [
  ["makruk", "makruk_", 14, "makruk"],
  ["ogi", "ogi_k_", 30, "random"],
]) {
  test(`the first board of ${kind} and its buttons are on one screen of 390 pixels`, async () => {
    await pieces(emoji, count);
    const channel = await program.channel(name);
    const ann = await Window.open(program, "ann", { width: 390, height: 844, touch: true, scale: 2, channel });
    const ben = await Window.open(program, "ben", { channel });
    await begin(ann, ben, kind);
    const { board, rows, screen } = await ann.board.evaluate((message) => {
      const box = (it) => it.getBoundingClientRect();
      const rows = [...message.querySelectorAll(".is-buttons")].map((it) => box(it).height);
      const bottom = Math.max(...[...message.querySelectorAll(".is-buttons")].map((it) => box(it).bottom));
      const board = bottom - box(message.querySelector(".picture")).top;
      return { board, rows, screen: document.getElementById("scroller").clientHeight };
    });
    assert.equal(rows.length, 4);
    // No row wraps: each is as high as a button.
    assert.ok(Math.max(...rows) < 60, rows.join(", "));
    assert.ok(board <= screen, `${board} of ${screen}`);
    await ann.close();
    await ben.close();
  });
}
