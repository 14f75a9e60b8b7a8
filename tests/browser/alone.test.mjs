// Somebody alone on a phone: from the page's first card to the end of a game against the computer.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Program, Window, closeBrowser } from "./harness.mjs";

const PHONE = { width: 390, height: 844, touch: true };

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("a newcomer alone plays a whole game of Othello against the computer by taps", async () => {
  const window = await Window.open(program, null, PHONE);
  const { page } = window;
  await page.getByRole("button", { name: "Play Kradan at Othello" }).tap();
  await page.getByRole("button", { name: "Send" }).tap();

  const over = page.locator('[data-control^="rematch:"]');
  const moves = page.locator('[data-control^="go:"]');
  const menu = page.locator('[data-control^="square:"]');
  let taps = 0;
  for (; ; taps += 1) {
    await over.or(moves).or(menu).last().waitFor();
    if (await over.count()) break;
    // Where there are many squares, a menu names them.
    const control = await moves.or(menu).last().getAttribute("data-control");
    await page.locator(`[data-control="${control}"]`).tap();
    if (control.startsWith("square:")) await page.locator(".option").first().tap();
    await page.locator(`[data-control="${control}"]`).waitFor({ state: "detached" });
  }
  // A side that has no discs left may end it early.
  assert.ok(taps > 0);
  // It names the winner alone, so it is known by its button.
  const result = await page.locator(".message").filter({ has: over }).innerText();
  assert.match(result, /wins \d+–\d+|draw/i);

  // Whether a move cost much depends on chance.
  await page.locator('[data-control^="review:"]').tap();
  const review = window.ephemeralMessages.filter({ hasText: /Where the game turned|I found no move/ });
  await review.waitFor();
  const points = review.locator('[data-control^="better:"]');
  if (await points.count()) {
    const shown = await review.locator(".picture img").getAttribute("src");
    await points.last().tap();
    const panel = window.ephemeralMessages.filter({ hasText: /On the board/ });
    await panel.locator(`.picture img:not([src="${shown}"])`).waitFor();
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.width, `${width}`);
  await window.close();
});
