// Two windows are two people, and stay in step through edits, deletions, and a restart of the program.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, placeDisc } from "./play.mjs";
import { Program, Window, closeBrowser } from "./harness.mjs";

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("the actions of one person are visible to another at once", async () => {
  const ann = await Window.open(program, "ann");
  const ben = await Window.open(program, "ben");
  await begin(ann, ben, "othello");
  await placeDisc(ann, "d3", 0);
  await ben.sees("d3");
  await placeDisc(ben, "c5", 1);
  for (const window of [ann, ben]) await window.sees("c5");
  const last = await ann.board.locator('img[alt*="c5"]').getAttribute("src");
  await ben.board.locator(`img[src="${last}"]`).waitFor();

  await ann.say("**well** played, `c5`!");
  await ben.message("well played").locator("strong", { hasText: "well" }).waitFor();
  await ann.message("well played").hover();
  await ann.message("well played").getByRole("button", { name: "Delete" }).click();
  await ben.message("well played").waitFor({ state: "detached" });
  await ann.close();
  await ben.close();
});

test("events before a window listens are visible", async () => {
  const games = await program.channel("games");
  const ann = await program.person("ann");
  let letThrough;
  const isAllowed = new Promise((done) => (letThrough = done));
  const chai = await Window.open(program, "chai", {
    channel: games,
    prepare: (page) =>
      page.routeWebSocket(/\/local\/live/, async (socket) => {
        await isAllowed;
        socket.connectToServer();
      }),
  });
  await chai.message("well played").or(chai.board).first().waitFor();
  await program.post(`/users/${ann}/say`, { channel: games, text: "is anybody there?" });
  await program.post("/users", { name: "Fia" });
  letThrough();
  await chai.message("is anybody there?").waitFor();
  await chai.page.getByRole("button", { name: /^You are/ }).click();
  await chai.page.locator(".account-choice").filter({ hasText: "Fia" }).waitFor();
  await chai.page.keyboard.press("Escape");
  await chai.close();
});

test("a message during a request for messages is visible", async () => {
  const [random, ann] = [await program.channel("random"), await program.person("ann")];
  let receive;
  const isReceived = new Promise((done) => (receive = done));
  const chai = await Window.open(program, "chai", {
    channel: await program.channel("games"),
    prepare: (page) =>
      page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => String(payload).includes("just in between") && receive()),
      ),
  });
  let letThrough;
  const isAllowed = new Promise((done) => (letThrough = done));
  const requested = new Promise((done) =>
    chai.page.route(
      (url) => url.pathname === `/local/channels/${random}/messages`,
      async (route) => {
        const response = await route.fetch();
        done();
        await isAllowed;
        await route.fulfill({ response });
      },
    ),
  );
  await chai.page.getByRole("button", { name: /^random/ }).click();
  await requested;
  await program.post(`/users/${ann}/say`, { channel: random, text: "just in between" });
  await isReceived;
  letThrough();
  await chai.message("just in between").waitFor();
  await chai.close();
});

test("a mention in another channel shows a badge", async () => {
  const random = await program.channel("random");
  const chai = await Window.open(program, "chai");
  const dai = await Window.open(program, "dai", { channel: random });
  await dai.text.focus();
  await dai.page.keyboard.type("come here @Ch");
  await dai.page.locator(".suggestion", { hasText: "Chai" }).click();
  await dai.page.keyboard.press("Enter");
  const button = chai.page.getByRole("button", { name: /^random, 1 mention, unread/ });
  await button.waitFor();
  assert.match(await chai.page.title(), /^\(1\)/);
  await button.click();
  await chai.page.locator(".message.is-for-me").filter({ hasText: "come here" }).waitFor();
  await chai.page.locator(".badge").filter({ hasText: "1" }).first().waitFor({ state: "hidden" });
  await chai.close();
  await dai.close();
});

test("a link of the bot opens the board", async () => {
  const ann = await Window.open(program, "ann", { channel: await program.channel("makruk") });
  await ann.command("/games");
  await ann
    .message("Othello")
    .getByRole("button", { name: /^Jump to a message in games/ })
    .click();
  await ann.page.locator(".message.is-lit:has(.picture)").waitFor();
  await ann.page.locator("#title", { hasText: "games" }).waitFor();
  await ann.page.goBack();
  await ann.page.locator("#title", { hasText: "makruk" }).waitFor();
  await ann.close();
});

test("HTML in a message stays text", async () => {
  const random = await program.channel("random");
  const ann = await Window.open(program, "ann", { channel: random });
  const html =
    '<img src=x onerror="document.title=1"> [a](javascript:alert(1)) <b>b</b> `</code><script>1</script>`';
  await ann.say(html);
  const message = ann.message("onerror");
  await message.waitFor();
  assert.equal(await message.locator("img, b, script, a").count(), 0);
  await ann.close();
});

test("a game continues after the program is killed", async () => {
  const ann = await Window.open(program, "ann");
  await ann.sees("c5");
  const before = await ann.page.locator(".picture").count();
  await program.stored();
  await program.kill();
  await ann.page.getByText("cannot be reached").waitFor();
  await program.run();
  await ann.page.getByText("cannot be reached").waitFor({ state: "hidden" });
  await ann.page.locator(".picture").nth(before - 1).waitFor();
  await placeDisc(ann, "f6", 2);
  await ann.sees("f6");
  // A lost connection is the only error in the console.
  const others = ann.errors.filter((it) => !/net::ERR_|WebSocket/.test(it));
  assert.deepEqual(others, []);
  ann.errors = [];
  await ann.page.reload();
  await ann.sees("f6");
  await ann.close();
});

test("a message that cannot be sent is restored", async () => {
  const ann = await Window.open(program, "ann");
  await ann.page.route(/\/say$/, (route) =>
    route.fulfill({ status: 400, json: { problem: "nobody can say that" } }),
  );
  await ann.say("not lost");
  await ann.page.getByText("nobody can say that").waitFor();
  assert.equal(await ann.text.inputValue(), "not lost");
  // The only error is the refusal.
  assert.ok(
    ann.errors.every((it) => it.includes("400")),
    ann.errors.join("\n"),
  );
  ann.errors = [];
  await ann.close();
});

test("the back button returns to the previous person", async () => {
  const ann = await Window.open(program, "ann");
  await ann.become("Ben");
  await ann.page.goBack();
  await ann.isNow("Ann");
  await ann.close();
});
