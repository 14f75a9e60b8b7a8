// Whole games by clicks alone, with two people side by side.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, playByButtons, recordedGames } from "./play.mjs";
import { Program, Window, closeBrowser } from "./harness.mjs";

let program;
let ann;
let ben;
before(async () => {
  program = await Program.start();
  ann = await Window.open(program, "ann");
  ben = await Window.open(program, "ben");
});
after(async () => {
  await closeBrowser();
  await program.stop();
});

const sides = () => [ann, ben];

/** Plays all moves with the buttons of the side to move. */
async function play(moves) {
  for (const [ply, move] of moves.entries()) await playByButtons(sides()[ply % 2], move, ply);
}

test("a whole game of Ōgi until checkmate", async () => {
  const mates = recordedGames("ogi").filter((it) => it.reason === "checkmate");
  const { moves } = mates.sort((one, other) => one.moves.length - other.moves.length)[0];
  await begin(ann, ben, "ogi");
  await play(moves);
  // The description is in the language of the mated player.
  for (const window of sides())
    await window.page
      .locator('.picture img[alt*="checkmate"], .picture img[alt*="schaakmat"]')
      .last()
      .waitFor();
  // The last board has no buttons to move with.
  await ann.page.locator('[data-control^="from:"]').first().waitFor({ state: "detached" });
  assert.deepEqual([...ann.errors, ...ben.errors], []);
});

test("moves of Makruk are made with buttons", async () => {
  const moves = recordedGames("makruk")[0].moves.slice(0, 8);
  await begin(ann, ben, "makruk");
  await play(moves);
  const square = moves.at(-1).match(/[a-h][1-8]$/)[0];
  for (const window of sides()) await window.board.locator(`.picture img[alt*="${square}"]`).waitFor();
  assert.deepEqual([...ann.errors, ...ben.errors], []);
});

test("a captured Ōgi piece is dropped", async () => {
  const games = recordedGames("ogi").map((it) =>
    it.moves.slice(0, 1 + it.moves.findIndex((move) => move.includes("@"))),
  );
  const moves = games.filter((it) => it.length > 0).sort((one, other) => one.length - other.length)[0];
  await begin(ann, ben, "ogi");
  await play(moves);
  const square = moves.at(-1).split("@")[1];
  for (const window of sides()) await window.board.locator(`.picture img[alt*="${square}"]`).waitFor();
  assert.match(await ann.board.innerText(), new RegExp(moves.at(-1).replace("@", ".")));
  assert.deepEqual([...ann.errors, ...ben.errors], []);
});
