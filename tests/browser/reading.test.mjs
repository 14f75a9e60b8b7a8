// Reading a channel: what a phone says, the way to the newest message, edits, and boards as text.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Program, Window, boxOf, closeBrowser } from "./harness.mjs";

const SCREENS = {
  "390 pixels": { width: 390, height: 800, touch: true, scale: 2 },
  "1280 pixels": { width: 1280, height: 860 },
};
/** The permission to attach files. */
const ATTACH_FILES = 1n << 15n;

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("only a keyboard has an Enter key", async () => {
  for (const [name, screen] of Object.entries(SCREENS)) {
    const window = await Window.open(program, "ann", screen);
    const words = async () => window.page.locator("body").innerText();
    const start = window.page.getByRole("button", { name: "Start a game of Othello" });
    await start.waitFor();
    assert.equal(/\bEnter\b/.test(await words()), !screen.touch, name);
    await start.click();
    await window.page.locator(".suggest-head").waitFor();
    await window.page.keyboard.press("Escape");
    await window.page.locator(".command-name").waitFor();
    assert.equal(/\bEnter\b/.test(await words()), !screen.touch, name);
    await window.close();
  }
});

test("a newcomer is told whom to be", async () => {
  for (const [name, screen] of Object.entries(SCREENS)) {
    const window = await Window.open(program, "ann", screen);
    const words = window.page.locator(".first-words").first();
    await words.getByText("Be Ben").waitFor();
    const [send, press] = screen.touch ? ["tap Send", "tap"] : ["press Enter", "press"];
    assert.equal(
      (await words.innerText()).replace(/\s+/g, " ").replace(" .", "."),
      `Here you can try Kradan’s board games alone: against the computer, or on both sides. Pick one and ${send}. ` +
        `To play both sides, then ${press} Be Ben at the bottom: now you are Ben, and can accept the game.`,
      name,
    );
    if (screen.touch) await window.page.getByRole("button", { name: "Servers and channels" }).click();
    await window.become("Ben");
    await words.getByText("Be Ann").waitFor();
    await window.close();
  }
});

/** Posts messages of the bot with some lines each. Returns their ids. */
async function fill(channel, count, lines, components) {
  const ids = [];
  for (let at = 0; at < count; at += 1) {
    const content = Array.from({ length: lines }, (_, line) => `${at}.${line}`).join("\n");
    const made = await program.bot("POST", `/channels/${channel}/messages`, { content, components });
    ids.push(made.id);
  }
  return ids;
}

/** The position of a message once it has been the same for a while. */
async function topOf(window, id) {
  const top = () =>
    window.page.locator(`[data-message="${id}"]`).evaluate((it) => it.getBoundingClientRect().top);
  let before = await top();
  for (let same = 0; same < 3; ) {
    await window.page.waitForTimeout(60);
    const now = await top();
    same = now === before ? same + 1 : 0;
    before = now;
  }
  return before;
}

/** Scrolls until the top of a message is some pixels below the top of the list. */
async function scrollTo(window, id, below) {
  for (let times = 0; times < 20; times += 1) {
    const left = await window.page.evaluate(
      async ([id, below]) => {
        const scroller = document.getElementById("scroller");
        const found = document.querySelector(`[data-message="${id}"]`);
        const delta = found
          ? found.getBoundingClientRect().top - scroller.getBoundingClientRect().top - below
          : -400;
        scroller.scrollBy(0, delta);
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        await frame();
        await frame();
        return delta;
      },
      [id, below],
    );
    if (Math.abs(left) < 1) return;
  }
  assert.fail(`${id} is not reached`);
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`edits do not move what is read on ${name}`, async () => {
    const { channel } = await program.post(`/servers/${await server()}/channels`, {
      name: `edits-${screen.width}`,
    });
    const ids = await fill(channel, 12, 16);
    const window = await Window.open(program, "ann", { channel, ...screen });
    await window.message("11.15").waitFor();
    const edit = async (at, words) => {
      await program.bot("PATCH", `/channels/${channel}/messages/${ids[at]}`, { content: words });
      await window.page
        .locator(`[data-message="${ids[at]}"]`, { hasText: `${words.replace(/^-# /, "")} (edited)` })
        .waitFor({ state: "attached" });
    };

    // At the end the newest message stays.
    const newest = await topOf(window, ids[11]);
    await edit(10, "c4 · Ann");
    assert.ok(Math.abs((await topOf(window, ids[11])) - newest) < 1);

    // Further up the first message with a visible top stays.
    await scrollTo(window, ids[8], 200);
    const read = await topOf(window, ids[8]);
    await edit(7, "d6 · Ben");
    assert.ok(Math.abs((await topOf(window, ids[8])) - read) < 1, "a message partly above");
    await edit(9, "-# e3 · Ann");
    assert.ok(Math.abs((await topOf(window, ids[8])) - read) < 1, "a message below");
    // What is left is one line.
    const line = await boxOf(window.page.locator(`[data-message="${ids[9]}"] .text`));
    assert.ok(line.height < 30, `${line.height} pixels`);
    await window.close();
  });

  test(`the way to the present covers nothing on ${name}`, async () => {
    const { channel } = await program.post(`/servers/${await server()}/channels`, {
      name: `present-${screen.width}`,
    });
    const options = [{ label: "one", value: "one" }];
    const ids = await fill(channel, 12, 6, [
      { type: 1, components: [{ type: 3, custom_id: "test:menu", options }] },
    ]);
    const window = await Window.open(program, "ann", { channel, ...screen });
    const { page } = window;
    await page.locator(`[data-message="${ids[11]}"]`).waitFor();
    const newer = page.getByRole("button", { name: /Jump to the present/ });
    assert.equal(await newer.isVisible(), false);
    await topOf(window, ids[11]);
    await scrollTo(window, ids[6], 0);
    await newer.waitFor();
    const [bar, list, bottom] = await Promise.all(
      [newer, page.locator("#scroller"), page.locator(".bottom")].map(boxOf),
    );
    assert.ok(list.y + list.height <= bar.y && bar.y + bar.height <= bottom.y, "it is between both");
    await newer.click();
    await newer.waitFor({ state: "hidden" });
    const last = await boxOf(page.locator(`[data-message="${ids[11]}"] .menu`));
    const { y } = await boxOf(page.locator(".bottom"));
    assert.ok(last.y + last.height <= y);
    // The very beginning is a place to read as well.
    await topOf(window, ids[11]);
    await page.evaluate(() => document.getElementById("scroller").scrollTo(0, 0));
    await newer.waitFor();
    await page.getByRole("heading", { name: `Welcome to #present-${screen.width}!` }).waitFor();
    assert.equal(await page.locator("#scroller").evaluate((it) => it.scrollTop), 0);
    await window.close();
  });

  test(`a board as text is whole on ${name}`, async () => {
    const { channel } = await program.post(`/servers/${await server()}/channels`, {
      name: `text-${screen.width}`,
    });
    const whole = BigInt((await program.get("/world")).channels.find((it) => it.id === channel).bot_permissions);
    // A number in JSON is exact up to 2^53, and so are these permissions.
    await program.patch(`/channels/${channel}`, { bot_permissions: Number(whole & ~ATTACH_FILES) });
    const [chai, dai] = [await program.person("chai"), await program.person("dai")];
    const options = { game: "ogi", opponent: dai, side: "first" };
    const offered = await program.post(`/users/${chai}/command`, { channel, name: "play", options });
    const accept = offered.message.components[0].components[0].custom_id;
    await program.post(`/users/${dai}/click`, { message: offered.message.id, control: accept });
    const window = await Window.open(program, "dai", { channel, ...screen });
    const grid = window.page.locator(".code-block").last();
    await grid.waitFor();
    const shape = await grid.evaluate((it) => ({
      isCut: it.scrollWidth > it.clientWidth,
      lines: it.textContent.trimEnd().split("\n").length,
    }));
    assert.deepEqual([shape.isCut, shape.lines], [false, 10]);
    // The words below have all of the legend, within the screen.
    const words = await grid.evaluate((it) => {
      const text = it.closest(".text");
      const range = document.createRange();
      range.setStartAfter(it);
      range.setEndAfter(text.lastChild);
      const right = Math.max(...[...range.getClientRects()].map((rect) => rect.right));
      return { text: range.toString(), right, isCut: text.scrollWidth > text.clientWidth };
    });
    assert.ok(words.right <= screen.width && !words.isCut, JSON.stringify(words));
    assert.ok(words.text.length > 100, words.text);
    await window.close();
  });
}

async function server() {
  return (await program.get("/world")).servers.find((it) => it.has_bot).id;
}
