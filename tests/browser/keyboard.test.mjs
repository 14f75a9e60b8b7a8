// The page with the keyboard alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Program, Window, closeBrowser } from "./harness.mjs";

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("a game is started, accepted and played without a pointer", async () => {
  const window = await Window.open(program, "ann");
  const { keyboard } = window.page;
  const focused = () =>
    window.page.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
    );
  /** Presses Tab until an element with this name has the focus. */
  const reach = async (name, key = "Tab") => {
    for (let times = 0; times < 60; times += 1) {
      if (name.test((await focused()) ?? "")) return;
      await keyboard.press(key);
    }
    assert.fail(`${name} is not reached by ${key}`);
  };

  // The list of commands, with arrow keys.
  await window.text.focus();
  await keyboard.type("/pl");
  await window.page.locator(".suggestion", { hasText: "/play" }).waitFor();
  await keyboard.press("Enter");
  const input = window.page.getByRole("combobox", { name: /^game/ });
  assert.equal(await input.getAttribute("aria-required"), "true");
  // Nothing is sent while a required option is missing.
  await keyboard.press("Escape");
  await keyboard.press("Enter");
  await window.page.getByText("This option is required").waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowUp");
  const active = await input.getAttribute("aria-activedescendant");
  assert.match(await window.page.locator(`#${active}`).innerText(), /Othello/);
  await keyboard.press("Enter");
  await keyboard.type(" opponent:");
  await window.page.locator(".suggestion", { hasText: "Ben" }).waitFor();
  await keyboard.type("Be");
  await keyboard.press("Tab");
  await keyboard.type(" side:");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await window.message("challenges").waitFor();

  // Another person, with the account panel.
  await reach(/^You are Ann/, "Shift+Tab");
  await keyboard.press("Enter");
  await reach(/^Ben/);
  await keyboard.press("Enter");
  await window.page.getByRole("button", { name: "You are Ben: be somebody else" }).waitFor();
  await reach(/^Accept$|^Aannemen$/, "Shift+Tab");
  await keyboard.press("Enter");
  await window.board.waitFor();

  // A button of the board.
  await window.text.focus();
  await reach(/^c4$/, "Shift+Tab");
  await keyboard.press("Enter");
  await window.sees("c4");

  // A menu, with arrow keys: Ben reads Dutch.
  await window.command("/settings");
  await window.ephemeralMessages.first().waitFor();
  await window.text.focus();
  await reach(/Kleuren/, "Shift+Tab");
  await keyboard.press("ArrowDown");
  await keyboard.press("End");
  await keyboard.press("Home");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await window.page.getByText("Genoteerd.").waitFor();
  await window.close();
});
