// A newcomer's first game: from opening the page to a move of each side.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { placeDisc } from "./play.mjs";
import { Program, Window, boxOf, closeBrowser } from "./harness.mjs";

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("a newcomer starts a game, becomes the opponent, accepts, and both move", async () => {
  const window = await Window.open(program, null);
  const { page } = window;

  await page.getByRole("button", { name: "Start a game of Othello" }).click();
  await page.locator(".command-name", { hasText: "/play" }).waitFor();
  await page.keyboard.press("Enter");
  await window.message("would like to play Othello").waitFor();

  await window.become("Ben");
  await window.press("Accept");
  await window.sees("e4 d5");

  // The first side is random.
  const first = await program.lastPinged("games");
  const second = first === "Ann" ? "Ben" : "Ann";
  if (first === "Ann") await page.getByRole("button", { name: "Be Ann" }).click();
  await placeDisc(window, "d3", 0);
  await window.sees("d3 d4 e4 d5");

  await page.getByRole("button", { name: `Be ${second}` }).click();
  await window.isNow(second);
  await window.text.focus();
  await page.keyboard.type("/move ");
  const offered = page.locator("#suggestions .suggestion-label");
  await offered.filter({ hasText: /^c5$/ }).waitFor();
  assert.deepEqual(await offered.allInnerTexts(), ["c3", "c5", "e3"]);
  await page.keyboard.type("c5");
  await page.keyboard.press("Enter");
  const line = page.locator(".command-line");
  if (await line.count()) await page.keyboard.press("Enter");
  await window.sees("c5");

  // The description of each board names the game.
  const words = await page.locator(".picture img").evaluateAll((all) => all.map((it) => it.alt));
  assert.ok(
    words.every((it) => it.startsWith("Othello")),
    words.join("\n"),
  );
  await window.close();
});

test("a clicked picture is enlarged and shows its description", async () => {
  const window = await Window.open(program, "ann");
  await window.page.locator(".picture").last().click();
  const large = window.page.getByRole("dialog", { name: "Picture" });
  await large.getByText(/^Othello/).waitFor();
  assert.ok((await boxOf(large.locator("img"))).width > 500);
  await window.page.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
  await window.close();
});

test("an ephemeral message is visible to one person until it is dismissed", async () => {
  const ann = await Window.open(program, "ann");
  const ben = await Window.open(program, "ben");
  await ann.command("/help");
  const message = ann.ephemeralMessages.filter({ hasText: "What I can do" });
  await message.getByRole("button", { name: "Dismiss message" }).click();
  await message.waitFor({ state: "detached" });
  await ann.page.reload();
  await ann.board.waitFor();
  assert.equal(await ann.page.getByText("Only you can see this").count(), 0);
  assert.equal(await ben.page.getByText("Only you can see this").count(), 0);
  await ann.close();
  await ben.close();
});

test("a new person can have another language", async () => {
  const window = await Window.open(program, "ann");
  const { page } = window;
  await page.getByRole("button", { name: /^You are/ }).click();
  await page.getByRole("button", { name: "Somebody new" }).click();
  await page.getByLabel("Name").fill("Eva");
  await page.getByLabel("Language").selectOption("nl");
  await page.getByRole("button", { name: "Come in" }).click();
  await page.getByRole("button", { name: "You are Eva: be somebody else" }).waitFor();
  await window.text.focus();
  await page.keyboard.type("/");
  await page.locator(".suggestion-detail", { hasText: "Doe een zet" }).waitFor();
  await page.keyboard.press("Escape");
  await window.close();
});
