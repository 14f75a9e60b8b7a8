// The page on a phone of 360 pixels, with touch.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { placeDisc } from "./play.mjs";
import { Program, Window, closeBrowser } from "./harness.mjs";

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
  assert.ok((await window.board.locator(".picture").boundingBox()).width > 260);
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
