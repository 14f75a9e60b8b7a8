// A conditional move that is planned by taps on a phone of 390 pixels, and played with the move that it
// answers.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, playByButtons } from "./play.mjs";
import { Program, Window, closeBrowser } from "./harness.mjs";

const PHONE = { width: 390, height: 844, touch: true };

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

/** The newest button that picks a move of a planned line. */
function planned(window, word, end) {
  return window.page.locator(`[data-control^="${word}:"][data-control$=":${end}"]`).last();
}

test("a reply is planned by taps, and played when its condition comes true", async () => {
  const channel = await program.channel("random");
  const ann = await Window.open(program, "ann", { ...PHONE, channel });
  const ben = await Window.open(program, "ben", { channel });
  await begin(ann, ben, "othello");
  await playByButtons(ann, "d3", 0);
  await ben.board.locator('.picture img[alt*="d3"]').waitFor();

  await ann.control("more").tap();
  await ann.control("if-plan").tap();
  await planned(ann, "if-go", "c5").tap();
  await planned(ann, "if-go", "d6").tap();
  await ann.control("if-then").tap();
  await planned(ann, "if-go", "e3").tap();
  await planned(ann, "if-go", "f4").tap();
  await ann.message("If c5 then d6, and then if e3 then f4").waitFor();
  const width = await ann.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.width, `${width}`);
  assert.equal(await ben.page.getByText("If c5 then d6").count(), 0, "nobody else sees it");

  await playByButtons(ben, "c5", 1);
  await ben.message("Ann played d6").waitFor();
  await ben.board.locator('.picture img[alt*="d6"]').waitFor();
  await playByButtons(ben, "e3", 3);
  await ann.message("Ann played f4").waitFor();
  await ann.close();
  await ben.close();
});
