// Games in threads, and direct messages.

import { after, before, test } from "node:test";
import { placeDisc } from "./play.mjs";
import { Program, Window, closeBrowser } from "./harness.mjs";

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("a game in a thread is opened with its card and played there", async () => {
  const ann = await Window.open(program, "ann");
  const ben = await Window.open(program, "ben");
  await ann.command("/play othello opponent:Ben side:first where:thread");
  await ben.control("accept").click();
  await ann.page.locator(".thread-card").click();
  await ann.page.locator("#topic", { hasText: "in #games" }).waitFor();
  await placeDisc(ann, "d3", 0);
  await ann.sees("d3");
  await ben.close();
  await ann.close();
});

test("the bot and people get direct messages", async () => {
  const ann = await Window.open(program, "ann");
  const { page } = ann;
  await page.getByRole("button", { name: "Direct messages" }).click();
  await page.locator("#channels").getByRole("button", { name: "Kradan", exact: true }).click();
  await page.locator("#title", { hasText: "Kradan" }).waitFor();
  await ann.command("/games");
  await ann.message("Othello").waitFor();

  await page.getByRole("button", { name: "Begin a conversation" }).click();
  await page.getByRole("dialog").getByRole("combobox").selectOption({ label: "Chai" });
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator("#title", { hasText: "Chai" }).waitFor();
  const chai = await Window.open(program, "chai");
  await ann.say("a game?");
  await chai.page.getByRole("button", { name: /^Direct messages/ }).click();
  await chai.page.locator("#channels").getByRole("button", { name: /^Ann/ }).click();
  await chai.message("a game?").waitFor();
  await ann.close();
  await chai.close();
});
