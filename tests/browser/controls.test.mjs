// Buttons, emoji and menus, on a phone and on a desktop.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Program, Window, closeBrowser } from "./harness.mjs";

const PHONE = { width: 390, height: 800, touch: true, scale: 2 };
const DESKTOP = { width: 1280, height: 860 };
/** Two pixels, red. */
const PIXELS =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

let program;
let channel;
before(async () => {
  program = await Program.start();
  channel = await program.channel("random");
});
after(async () => {
  await closeBrowser();
  await program.stop();
});

const button = (label, more = {}) => ({ type: 2, style: 2, label, custom_id: `test:${label}`, ...more });
const row = (...components) => ({ type: 1, components });

/** Posts a message of the bot. Returns its id. */
async function post(content, components) {
  return (await program.bot("POST", `/channels/${channel}/messages`, { content, components })).id;
}

const inMessage = (window, id, selector) => window.page.locator(`[data-message="${id}"] ${selector}`);

/** The boxes of elements, from above to below and from left to right. */
async function boxes(elements) {
  for (;;) {
    const found = await elements.evaluateAll((all) =>
      all.map((it) => {
        const { left, right, top, bottom, height } = it.getBoundingClientRect();
        const [isCut, html] = [it.scrollWidth > it.clientWidth, it.outerHTML.slice(0, 120)];
        return { left, right, top, bottom, height, isCut, html, isThere: it.isConnected };
      }),
    );
    // The page may be drawn anew between the finding and the measuring.
    if (found.every((it) => it.isThere)) return found;
  }
}

function checkApart(all) {
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) {
      const isApart =
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top ||
        other.bottom <= one.top;
      assert.ok(isApart, `${JSON.stringify(one)} and ${JSON.stringify(other)} overlap`);
    }
}

test("a thumb can press every button on 390 pixels", async () => {
  const games = await program.channel("games");
  const window = await Window.open(program, "ann", { channel: games, ...PHONE });
  const { page } = window;
  const checkAll = async (place) => {
    const buttons = page.locator(`${place} :is(button, a.button, a.icon-button):visible`);
    const found = await boxes(buttons);
    assert.ok(found.length > 0, place);
    assert.deepEqual(found.filter((it) => it.height < 44), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= PHONE.width, `${place}: ${width}`);
  };
  await page.getByRole("button", { name: "Start a game of Othello" }).tap();
  await page.getByRole("button", { name: "Send" }).tap();
  await page.locator(".turn-hint-button").waitFor();
  await program.post(`/channels/${games}/threads?as=${await program.person("ann")}`, { name: "apart" });
  for (const place of [".top", ".turn-hint", ".composer", ".messages .controls"]) await checkAll(place);
  // Escape closes the sidebar too.
  const inSidebar = async (name, dialog) => {
    await page.getByRole("button", { name: "Servers and channels" }).tap();
    await page.getByRole("button", { name }).tap();
    await page.locator(dialog).waitFor();
    await checkAll(dialog);
    await page.keyboard.press("Escape");
    await page.locator(dialog).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.locator("#veil").waitFor({ state: "hidden" });
  };
  await page.getByRole("button", { name: "Servers and channels" }).tap();
  await page.locator(".threads .channel").waitFor();
  await checkAll(".sidebar");
  await page.keyboard.press("Escape");
  await inSidebar("Make a channel", ".ask");
  await inSidebar("Members", ".popup");
  await inSidebar(/^You are/, ".popup");
  await page.locator("#open-inspector").tap();
  await page.getByRole("tab", { name: "Trouble" }).tap();
  await page.getByRole("button", { name: "Set it right" }).waitFor();
  await checkAll(".inspector-drawer");
  await window.close();
});

for (const [name, screen] of Object.entries({ "390 pixels": PHONE, "1280 pixels": DESKTOP })) {
  test(`rows of five buttons fit on ${name}`, async () => {
    const rows = "c3 d3 e3 f3 g3|c4 d4 e4 f4 g4|c5 d5 e5 f5 g5|c6 d6 e6 f6 g6".split("|");
    const id = await post(
      "squares",
      rows.map((it) => row(...it.split(" ").map((square) => button(square)))),
    );
    const long = await post("words", [
      row(...["Resign the game", "Offer a draw", "Take back", "How to play", "More"].map((it) => button(it))),
    ]);
    const window = await Window.open(program, "ann", { channel, ...screen });
    const squares = inMessage(window, id, ".button");
    await squares.last().waitFor();
    // Five stand side by side, once the style sheets are there.
    await window.page.waitForFunction(
      (selector) => new Set([...document.querySelectorAll(selector)].map((it) => Math.round(it.getBoundingClientRect().top))).size === 4,
      `[data-message="${id}"] .button`,
    );
    const all = await boxes(squares);
    assert.equal(all.length, 20);
    checkApart(all);
    const words = await boxes(inMessage(window, long, ".button"));
    checkApart(words);
    for (const it of [...all, ...words]) {
      assert.ok(it.right <= screen.width && !it.isCut, JSON.stringify(it));
      if (screen.touch) assert.ok(it.bottom - it.top >= 44 && it.right - it.left >= 44, JSON.stringify(it));
    }
    await window.close();
  });

  test(`emoji of the application stand on buttons on ${name}`, async () => {
    const { application } = await program.get("");
    const made = await program.bot("POST", `/applications/${application}/emojis`, {
      name: `white_khun_${screen.width}`,
      image: PIXELS,
    });
    const emoji = { id: made.id, name: made.name };
    const squares = ["e1", "d2", "e3", "f3", "h1"];
    const id = await post(`a piece <:${made.name}:${made.id}>`, [
      row(...squares.map((it) => button(it, { emoji }))),
      row(
        { type: 2, style: 1, custom_id: "test:alone", emoji },
        { type: 2, style: 1, custom_id: "test:flag", label: "Flag", emoji: { name: "🏳️" } },
      ),
      row({
        type: 3,
        custom_id: "test:menu",
        options: [{ label: "Khun", value: "khun", emoji }],
      }),
    ]);
    const window = await Window.open(program, "ann", { channel, ...screen });
    const pictures = inMessage(window, id, ".button img.emoji");
    await pictures.last().waitFor();
    assert.equal(await pictures.count(), 6);
    // The page may still be drawing its messages anew.
    await window.page.waitForFunction(
      (selector) => {
        const shown = [...document.querySelectorAll(selector)];
        return shown.length === 6 && shown.every((it) => it.complete && it.getBoundingClientRect().width >= 16);
      },
      `[data-message="${id}"] .button img.emoji`,
    );
    const all = await boxes(inMessage(window, id, ".is-buttons .button"));
    checkApart(all);
    assert.equal(new Set(all.slice(0, 5).map((it) => Math.round(it.top))).size, 1);
    // An emoji has no words of its own beside a label, and its name without one.
    assert.equal(await inMessage(window, id, ".button").first().textContent(), "e1");
    await inMessage(window, id, `.button[aria-label="${made.name}"]`).waitFor();
    await inMessage(window, id, ".button").getByText("🏳️").waitFor();
    await inMessage(window, id, `.text img[alt=":${made.name}:"]`).waitFor();
    await inMessage(window, id, ".menu").click();
    await window.page.locator(".option img.emoji").waitFor();
    await window.close();
  });

  test(`a button whose message changes while it is pressed is clicked, on ${name}`, async () => {
    const id = await post("before", [row(button("Press"))]);
    const window = await Window.open(program, "ann", { channel, ...screen });
    await inMessage(window, id, ".button").hover();
    await window.page.mouse.down();
    await program.bot("PATCH", `/channels/${channel}/messages/${id}`, { content: "after" });
    await window.page.waitForFunction(
      async ([channel, id]) => {
        const { state } = await import("/page/state.js");
        return state.history(channel).list.find((it) => it.id === id)?.content === "after";
      },
      [channel, id],
    );
    const click = window.page.waitForRequest((it) => it.url().includes("/click?"));
    await window.page.mouse.up();
    await click;
    await inMessage(window, id, ".text").getByText("after").waitFor();
    await window.close();
  });

  test(`a menu keeps its choice until the message is updated, on ${name}`, async () => {
    const options = ["one", "two"].map((it) => ({ label: it, value: it }));
    const menu = { type: 3, custom_id: "test:menu", placeholder: "Choose", options };
    const id = await post("a menu", [row(menu)]);
    const window = await Window.open(program, "ann", { channel, ...screen });
    let sent = 0;
    const isSelection = (request) => request.url().includes("/select?");
    window.page.on("request", (request) => (sent += isSelection(request) ? 1 : 0));
    const shown = inMessage(window, id, ".menu");
    const choose = async (value) => {
      await inMessage(window, id, ".menu:enabled").click();
      await window.page.locator(`.option[data-value="${value}"]`).click();
      await window.page.locator(".option").first().waitFor({ state: "detached" });
    };
    const chooseAndSend = async (value) => {
      const response = window.page.waitForResponse((it) => isSelection(it.request()));
      await choose(value);
      await response;
      await inMessage(window, id, ".menu:enabled").waitFor();
    };

    await chooseAndSend("one");
    await window.page.getByText("Only you can see this").first().waitFor();
    assert.equal(await shown.innerText(), "one");
    await choose("one");
    await chooseAndSend("two");
    assert.equal(sent, 2);

    await program.bot("PATCH", `/channels/${channel}/messages/${id}`, { content: "another menu" });
    await window.message("another menu").waitFor();
    assert.equal(await shown.innerText(), "Choose");
    await chooseAndSend("two");

    // A page that was loaded again shows no choice, and sends what is chosen.
    await window.page.reload();
    await window.message("another menu").waitFor();
    assert.equal(await shown.innerText(), "Choose");
    await chooseAndSend("two");

    // A choice whose interaction failed is not kept.
    await window.page.route(/\/select\?/, (route) =>
      route.fulfill({ status: 400, json: { problem: "not now" } }),
    );
    await chooseAndSend("one");
    await window.page.getByText("not now").waitFor();
    assert.equal(await shown.innerText(), "Choose");
    await chooseAndSend("one");
    assert.equal(sent, 6);
    window.errors = window.errors.filter((it) => !it.includes("400"));
    await window.close();
  });

  test(`people, roles and channels can be chosen on ${name}`, async () => {
    const server = (await program.get("/world")).channels.find((it) => it.id === channel).guild_id;
    const [ann, makruk] = [await program.person("ann"), await program.channel("makruk")];
    const id = await post("who and where", [
      row({ type: 5, custom_id: "test:person" }),
      row({ type: 6, custom_id: "test:role", min_values: 0 }),
      row({ type: 7, custom_id: "test:either" }),
      row({ type: 8, custom_id: "test:channel", channel_types: [0], max_values: 3 }),
    ]);
    const window = await Window.open(program, "ann", { channel, ...screen });
    const bodies = [];
    window.page.on("request", (request) => {
      if (request.url().includes("/select?")) bodies.push(request.postDataJSON());
    });
    const option = (value) => window.page.locator(`.option[data-value="${value}"]`);
    // The next menu is opened when the response is shown: a message that is drawn anew during a click
    // loses it.
    const choose = async (name, values, isMany = false) => {
      const menu = inMessage(window, id, `[data-control="test:${name}"]:enabled`);
      const response = window.page.waitForResponse((it) => it.url().includes("/select?"));
      await menu.click();
      for (const value of values) await option(value).click();
      // Several are sent when the menu is closed.
      if (isMany) await window.page.keyboard.press("Escape");
      await response;
      await menu.waitFor();
    };
    await choose("person", [ann]);
    await choose("role", [server]);
    await choose("either", [server]);
    await choose("channel", [channel, makruk], true);
    // A role is taken back.
    await choose("role", [server]);
    assert.deepEqual(
      bodies.map((it) => [it.control, it.values]),
      [
        ["test:person", [ann]],
        ["test:role", [server]],
        ["test:either", [server]],
        ["test:channel", [channel, makruk]],
        ["test:role", []],
      ],
    );
    await window.close();
  });
}
