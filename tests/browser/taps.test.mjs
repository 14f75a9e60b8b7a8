// How many taps a move takes on a phone, counted in the page: Othello one, Makruk and Ōgi two.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, playByButtons } from "./play.mjs";
import { Program, Window, closeBrowser } from "./harness.mjs";

/** The first move of each game, of a piece with several targets, and what it may cost. */
const MOVES = [
  { kind: "othello", move: "d3", taps: 1, shown: "d3" },
  { kind: "makruk", move: "c1d2", taps: 2, shown: "d2" },
  { kind: "ogi", move: "g2f2", taps: 2, shown: "f2" },
];

const PHONE = { width: 390, height: 844, touch: true };

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

/** Counts the trusted clicks in a page from now on. */
async function countTaps({ page }) {
  await page.evaluate(() => {
    globalThis.taps = 0;
    addEventListener("click", (event) => event.isTrusted && (globalThis.taps += 1), true);
  });
}

for (const { kind, move, taps, shown } of MOVES) {
  test(`a move of ${kind} takes ${taps === 1 ? "one tap" : "two taps"}`, async () => {
    const channel = await program.channel("random");
    const ann = await Window.open(program, "ann", { ...PHONE, channel });
    const ben = await Window.open(program, "ben", { channel });
    await begin(ann, ben, kind);
    await countTaps(ann);
    assert.equal(await playByButtons(ann, move, 0), taps);
    await ann.board.locator(`.picture img[alt*="${shown}"]`).waitFor();
    assert.equal(await ann.page.evaluate(() => globalThis.taps), taps);
    // The panel of the piece goes away by itself.
    await ann.page.locator('[data-control^="back:"]').waitFor({ state: "detached" });
    await ann.close();
    await ben.close();
  });
}

test("a button opens a dismissed panel again", async () => {
  const channel = await program.channel("makruk");
  const ann = await Window.open(program, "ann", { ...PHONE, channel });
  const ben = await Window.open(program, "ben", { channel });
  await begin(ann, ben, "makruk");
  const piece = ann.page.locator('[data-control^="from:"][data-control$=":c1"]').last();
  for (let times = 0; times < 2; times += 1) {
    await piece.tap();
    await ann.control("back").waitFor();
    await ann.page.getByRole("button", { name: "Dismiss message" }).last().tap();
    await ann.page.locator('[data-control^="back:"]').waitFor({ state: "detached" });
  }
  assert.equal(await playByButtons(ann, "c1c2", 0), 2);
  await ann.close();
  await ben.close();
});
