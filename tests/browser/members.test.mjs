// People and the bot are removed from a server, and come back, with the list of its members.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Program, Window, closeBrowser } from "./harness.mjs";

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

const server = async () => (await program.get("/world")).servers.find((it) => it.name === "Kradan's garden");

for (const width of [390, 1280]) {
  test(`members are kicked, banned and let in on ${width} pixels`, async () => {
    const touch = width < 760;
    const channel = await program.channel("games");
    const ann = await Window.open(program, "ann", { channel, width, height: 800, touch });
    const dai = await Window.open(program, "dai", { channel });
    const { page } = ann;
    const list = page.getByRole("dialog", { name: "Members" });
    if (touch) await page.getByRole("button", { name: "Servers and channels" }).click();
    await page.getByRole("button", { name: "Members" }).click();
    const press = (label) => list.getByRole("button", { name: label, exact: true }).click();
    const offers = (label) => list.getByRole("button", { name: label, exact: true }).waitFor();

    assert.equal((await server()).has_bot, true);
    // The commands in the menu of a person.
    await list.getByLabel("Apps: Ben").selectOption({ label: "Play Makruk" });
    await list.waitFor({ state: "detached" });
    await ann.message("challenges @Ben to a game of Makruk").waitFor();
    if (touch) await page.getByRole("button", { name: "Servers and channels" }).click();
    await page.getByRole("button", { name: "Members" }).click();

    await press("Kick: Kradan");
    await offers("Let in: Kradan");
    assert.equal((await server()).has_bot, false);
    await press("Let in: Kradan");
    await offers("Kick: Kradan");
    assert.equal((await server()).has_bot, true);

    // A banned person's window leaves the server.
    await dai.page.locator("#title", { hasText: "games" }).waitFor();
    await press("Ban: Dai");
    await offers("Let in: Dai");
    await dai.page.getByRole("button", { name: /^Kradan's garden/ }).waitFor({ state: "detached" });
    await dai.page.locator("#title", { hasText: "games" }).waitFor({ state: "detached" });
    await press("Let in: Dai");
    await offers("Ban: Dai");
    await dai.page.getByRole("button", { name: /^Kradan's garden/ }).waitFor();
    await dai.close();

    // One who leaves sees another place.
    await press("Kick: Ann");
    await list.waitFor({ state: "detached" });
    await page.locator("#title", { hasText: "games" }).waitFor({ state: "detached" });
    const [{ id }, me] = [await server(), await program.person("ann")];
    await fetch(`${program.url}/local/servers/${id}/members/${me}`, { method: "PUT" });
    await ann.close();
  });
}
