// No part of the page has a problem that axe-core calls serious.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { begin, placeDisc } from "./play.mjs";
import { Program, Window, closeBrowser } from "./harness.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let program;
let ann;
let ben;
before(async () => {
  program = await Program.start();
  ann = await Window.open(program, "ann");
  ben = await Window.open(program, "ben");
  await begin(ann, ben, "othello");
  await placeDisc(ann, "d3", 0);
  await ben.sees("d3");
});
after(async () => {
  await closeBrowser();
  await program.stop();
});

async function checkAccess({ page }) {
  // The page's policy blocks inline scripts; evaluating one works.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(AXE, "utf8"));
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  const grave = violations.filter((it) => ["serious", "critical"].includes(it.impact));
  assert.deepEqual(
    grave.map(
      (it) => `${it.id}: ${it.nodes.map((node) => `${node.html} ${node.failureSummary}`).join("\n")}`,
    ),
    [],
  );
}

const places = {
  "a game, dark theme": async () => ben,
  "a command being typed": async () => {
    await ben.text.focus();
    await ben.page.keyboard.type("/");
    await ben.page.locator(".suggestion").first().waitFor();
    return ben;
  },
  "the options of a command": async () => {
    await ben.page.keyboard.type("play ");
    await ben.page.locator(".pill").first().waitFor();
    return ben;
  },
  "a menu": async () => {
    await ben.page.keyboard.press("Escape");
    await ben.page.keyboard.press("Escape");
    await ben.command("/settings");
    await ben.page.locator('[data-control="setting:theme"]').last().click();
    await ben.page.locator(".option").first().waitFor();
    return ben;
  },
  "an ephemeral message": async () => {
    await ben.page.keyboard.press("Escape");
    await ben.command("/help");
    await ben.ephemeralMessages.first().waitFor();
    return ben;
  },
  "the account panel": async () => {
    await ben.page.getByRole("button", { name: /^You are/ }).click();
    await ben.page.getByRole("dialog", { name: "Who you are" }).waitFor();
    return ben;
  },
  "the members of a server": async () => {
    await ben.page.keyboard.press("Escape");
    await ben.page.getByRole("button", { name: "Members" }).click();
    await ben.page.getByRole("dialog", { name: "Members" }).waitFor();
    return ben;
  },
  "the inspector": async () => {
    await ann.page.getByRole("button", { name: /Behind the scenes/ }).click();
    await ann.page.locator('.inspector-list[aria-busy="false"]').waitFor();
    // The list may be read anew once more, and then shows no entry's parts: the entry is opened again.
    const payload = ann.page.locator(".payload").first();
    for (let tries = 0; tries < 20 && !(await payload.isVisible()); tries += 1) {
      await ann.page.locator(".inspector-entry").first().click();
      await payload.waitFor({ timeout: 2_000 }).catch(() => {});
    }
    await payload.waitFor();
    return ann;
  },
  "fault injection": async () => {
    await ann.page.getByRole("tab", { name: "Trouble" }).click();
    await ann.page.getByText("The gateway", { exact: true }).waitFor();
    return ann;
  },
  "an empty channel, light theme": async () =>
    Window.open(program, "chai", { channel: await program.channel("random"), theme: "light" }),
  "a game, in the light": async () => Window.open(program, "ben", { theme: "light" }),
  "a phone": async () => Window.open(program, "ben", { width: 390, height: 844, touch: true }),
};

for (const [name, go] of Object.entries(places)) {
  test(`no serious violation: ${name}`, async () => checkAccess(await go()));
}
