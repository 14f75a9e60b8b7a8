// A channel of 480 messages: only visible rows are in the document, and none is skipped.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Program, Window, closeBrowser } from "./harness.mjs";

const COUNT = 480;
/** The most rows that a screen and its surroundings can have. */
const ROWS_MAX = 120;

let program;
let channel;
before(async () => {
  program = await Program.start();
  channel = await program.channel("random");
  const people = await Promise.all(["ann", "ben", "chai"].map((it) => program.person(it)));
  for (let at = 0; at < COUNT; at += 1) {
    await program.post(`/users/${people[Math.floor(at / 5) % 3]}/say`, {
      channel,
      text: `word ${at} ${"of many ".repeat(at % 23)}`,
    });
  }
});
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("hundreds of messages can be scrolled, with few rows at a time", async () => {
  const window = await Window.open(program, "dai", { channel });
  const { page } = window;
  await window.message(`word ${COUNT - 1} `).waitFor();
  const seen = new Set();
  let most = 0;
  for (let times = 0; times < 3_000 && !seen.has(0); times += 1) {
    const there = await page.evaluate(() => {
      const rows = [...document.querySelectorAll(".row")];
      const numbers = rows
        .map((it) => /word (\d+)/.exec(it.textContent)?.[1])
        .filter(Boolean)
        .map(Number);
      document.getElementById("scroller").scrollBy(0, -500);
      return { count: rows.length, numbers };
    });
    most = Math.max(most, there.count);
    const { numbers } = there;
    assert.deepEqual(
      numbers,
      [...numbers].sort((one, other) => one - other),
      "rows are in order",
    );
    for (const it of numbers) seen.add(it);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  assert.equal(seen.size, COUNT);
  assert.ok(most <= ROWS_MAX, `${most} rows`);

  await page.getByRole("button", { name: /Jump to the present/ }).click();
  await window.message(`word ${COUNT - 1} `).waitFor();
  const count = await page.locator(".row").count();
  assert.ok(count <= ROWS_MAX, `${count} rows`);
  await window.close();
});

test("an address with a message opens the message", async () => {
  const dai = await program.person("dai");
  const all = await program.get(`/channels/${channel}/messages?as=${dai}`);
  const window = await Window.open(program, "dai", { channel: `${channel}/${all[170].id}` });
  await window.page.locator(`[data-message="${all[170].id}"].is-lit`).waitFor();
  assert.ok(await window.page.locator(`[data-message="${all[170].id}"]`).isVisible());
  await window.close();
});
