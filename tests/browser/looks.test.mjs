// The theme, and fonts on a machine that has none for Thai and Japanese.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Program, Window, closeBrowser } from "./harness.mjs";

let program;
let folder;
before(async () => {
  // A browser that knows one font only.
  folder = await mkdtemp(path.join(tmpdir(), "kradan-fonts-"));
  const file = path.join(folder, "fonts.conf");
  const fonts = "<dir>/usr/share/fonts/truetype/dejavu</dir>";
  await writeFile(file, `<fontconfig>${fonts}<cachedir>${folder}/cache</cachedir></fontconfig>`);
  process.env.FONTCONFIG_FILE = file;
  program = await Program.start();
});
after(async () => {
  await closeBrowser();
  await program.stop();
  await rm(folder, { recursive: true, force: true });
});

const background = (window) =>
  window.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const DARK = "rgb(49, 51, 56)";
const LIGHT = "rgb(255, 255, 255)";

/** Waits until the page has a background. */
async function becomes(window, colour) {
  const until = Date.now() + 60_000;
  // A window hears of another theme when it draws, and on a busy machine it may draw nothing for long:
  // a picture makes it draw.
  while ((await background(window)) !== colour) {
    assert.ok(Date.now() < until, `it does not become ${colour}`);
    await window.page.screenshot();
  }
}

/** Changes the system's theme. */
async function systemBecomes(window, colorScheme, colour) {
  await window.page.emulateMedia({ colorScheme });
  await becomes(window, colour);
}

/** Has the page ask for its theme all the time, as it does whenever it draws who one is. */
async function askForTheme(window) {
  await window.page.evaluate(async () => {
    const { theme } = await import("/page/theme.js");
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => port2.postMessage(theme());
    port2.postMessage(theme());
  });
}

test("the theme is the system's until one is chosen, and the choice is kept", async () => {
  for (const [width, touch] of [
    [390, true],
    [1280, false],
  ]) {
    const window = await Window.open(program, "ann", { width, height: 800, touch, system: "light" });
    const { page } = window;
    assert.equal(await background(window), LIGHT);
    await askForTheme(window);
    await systemBecomes(window, "dark", DARK);
    await systemBecomes(window, "light", LIGHT);

    const openCorner = () => width < 760 && page.getByRole("button", { name: "Servers and channels" }).click();
    await openCorner();
    await page.getByRole("button", { name: "Dark, please" }).click();
    await becomes(window, DARK);
    await page.reload();
    await becomes(window, DARK);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.emulateMedia({ colorScheme: "light" });
    assert.equal(await background(window), DARK);

    await openCorner();
    await page.getByRole("button", { name: /^You are/ }).click();
    await page.getByLabel("Theme").selectOption("system");
    await becomes(window, LIGHT);
    await page.reload();
    await becomes(window, LIGHT);
    await window.close();
  }
});

/** The fonts of the glyphs of an element, and whether each comes from the page. */
async function fontsOf(window, selector) {
  const session = await window.context.newCDPSession(window.page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  for (;;) {
    const { root } = await session.send("DOM.getDocument");
    const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    // The page may draw its messages anew in between.
    const found = await session.send("CSS.getPlatformFontsForNode", { nodeId }).catch(() => null);
    if (found) return found.fonts;
  }
}

test("Thai and Japanese are shown on a machine without fonts for them", async () => {
  const [random, ann] = [await program.channel("random"), await program.person("ann")];
  const texts = {
    thai: "ฝ่ายขาวเดินเบี้ยจาก ที่นี่ น้ำ",
    japanese: "先手の手：歩を打つ。王手、千日手、棋譜",
  };
  for (const [name, text] of Object.entries(texts)) {
    const { id } = await program.post(`/users/${ann}/say`, { channel: random, text });
    const code = await program.post(`/users/${ann}/say`, { channel: random, text: `\`${text}\`` });
    const window = await Window.open(program, "ben", { channel: random });
    await window.message(text.slice(0, 4)).waitFor();
    await window.page.evaluate(() => document.fonts.ready);
    for (const selector of [`[data-message="${id}"] .text`, `[data-message="${code.id}"] .code`]) {
      const fonts = await fontsOf(window, selector);
      const own = fonts.filter((it) => it.isCustomFont).reduce((sum, it) => sum + it.glyphCount, 0);
      const others = fonts.filter((it) => !it.isCustomFont).reduce((sum, it) => sum + it.glyphCount, 0);
      const spaces = text.split(" ").length - 1;
      assert.ok(own > 10 && others <= spaces, `${name}: ${JSON.stringify(fonts)}`);
    }
    await window.close();
  }
});

test("what the bot says in Japanese and Thai is shown with no box", async () => {
  for (const locale of ["ja", "th"]) {
    const { id } = await program.post("/users", { name: `Reader ${locale}`, locale });
    const username = (await program.get("/world")).people.find((it) => it.id === id).username;
    const window = await Window.open(program, username, { channel: await program.channel("games") });
    await window.command("/help");
    await window.ephemeralMessages.first().waitFor();
    await window.page.evaluate(() => document.fonts.ready);
    const text = window.page.locator(".message.is-private .text").first();
    assert.deepEqual(await text.evaluate(missingGlyphs), []);
    await window.close();
  }
});

/** The characters that are drawn like a character which no font has. */
function missingGlyphs(element) {
  const canvas = document.createElement("canvas");
  const size = 32;
  [canvas.width, canvas.height] = [size, size];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const style = getComputedStyle(element);
  const drawn = (text) => {
    context.clearRect(0, 0, size, size);
    context.font = `20px ${style.fontFamily}`;
    context.fillText(text, 4, 24);
    return context.getImageData(0, 0, size, size).data.join();
  };
  const box = drawn("\u{10ffff}");
  return [...new Set(element.textContent)].filter((it) => it.trim() && drawn(it) === box);
}
