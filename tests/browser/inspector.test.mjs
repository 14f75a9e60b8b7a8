// The inspector: the log of requests and gateway messages, and fault injection.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Program, Window, closeBrowser } from "./harness.mjs";

let program;
let window;
before(async () => {
  program = await Program.start();
  window = await Window.open(program, "ann");
  await window.page.getByRole("button", { name: /Behind the scenes/ }).click();
  await window.page.locator('.inspector-list[aria-busy="false"]').waitFor({ state: "attached" });
});
after(async () => {
  await closeBrowser();
  await program.stop();
});

const tab = (name) => window.page.getByRole("tab", { name }).click();

test("requests and gateway messages are listed with their payloads", async () => {
  await window.command("/help");
  await window.ephemeralMessages.first().waitFor();
  const callback = window.page
    .locator(".inspector-entry")
    .filter({ hasText: "/interactions/…/…/callback" })
    .first();
  await callback.locator(".status", { hasText: "200" }).waitFor();
  assert.match(await callback.innerText(), /POST[\s\S]* ms/);
  await callback.locator("summary").click();
  await callback.locator(".payload").filter({ hasText: '"content"' }).waitFor();
  const event = window.page.locator(".inspector-entry").filter({ hasText: "INTERACTION_CREATE" });
  await event.first().waitFor();
  await window.page.getByRole("searchbox").fill("callback");
  await event.first().waitFor({ state: "detached" });
  await window.page.getByRole("searchbox").fill("");
});

test("a refused response is shown as missing", async () => {
  const { page } = window;
  await tab("Trouble");
  await page.getByLabel("What goes wrong").selectOption("Server error (500)");
  await page.getByLabel("How many requests").fill("50");
  await page.getByLabel("Only requests with").fill("callback");
  await page.getByRole("button", { name: "Make trouble" }).click();
  await page.getByText("Still to come").waitFor();
  await window.command("/games");
  await page.getByText("The application did not respond").waitFor();
  await tab("Said");
  await page.locator(".status.is-broken", { hasText: "500" }).first().waitFor();
  await tab("Trouble");
  await page.getByRole("button", { name: "No more trouble" }).click();
  await page.getByText("Still to come").waitFor({ state: "detached" });
});

test("without the permission to attach files the board is text", async () => {
  const { page } = window;
  await page.getByLabel("Attach files").uncheck();
  await window.command("/play othello opponent:Ben side:first");
  const ben = await Window.open(program, "ben");
  await ben.control("accept").click();
  await page.locator(".code-block").first().waitFor();
  await page.getByLabel("Attach files").check();
  await ben.close();
});

test("relative times follow the emulator's clock", async () => {
  const { page } = window;
  const left = page.locator("time[data-ticking]");
  await left.filter({ hasText: /^in 3 days$/ }).last().waitFor();
  await page.getByRole("button", { name: "1 day", exact: true }).click();
  await page.locator("time[data-ticking]", { hasText: "in 2 days" }).last().waitFor();
});

test("the bot reconnects after the gateway drops", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Drop the gateway" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  // Messages far above are not kept on the page, so they cannot be counted.
  const shown = await window.ephemeralMessages.evaluateAll((all) => all.map((it) => it.dataset.message));
  await window.command("/help");
  const others = shown.map((id) => `:not([data-message="${id}"])`).join("");
  await page.locator(`.message.is-private${others}`, { hasText: "What I can do" }).waitFor();
  await window.close();
});
