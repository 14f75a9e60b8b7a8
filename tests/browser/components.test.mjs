// Parts of Discord that Kradan does not use today: modals, embeds, layouts, deferred responses.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Program, Window, closeBrowser } from "./harness.mjs";

let program;
let window;
before(async () => {
  program = await Program.start();
  window = await Window.open(program, "ann");
});
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("a modal is submitted only with its required fields", async () => {
  const { page } = window;
  const form = {
    title: "A note",
    custom_id: "note",
    components: [
      { type: 1, components: [{ type: 4, custom_id: "title", label: "Title", style: 1, max_length: 5 }] },
      { type: 18, label: "Words", component: { type: 4, custom_id: "words", style: 2, required: false } },
    ],
  };
  const answer = page.evaluate(async (form) => {
    const { askFor, questionsOf } = await import("/page/ask.js");
    return askFor(form.title, questionsOf(form));
  }, form);
  const dialog = page.getByRole("dialog", { name: "A note" });
  await dialog.getByRole("button", { name: "Submit" }).click();
  assert.equal(await dialog.getByLabel("Title").evaluate((it) => it.validity.valueMissing), true);
  await dialog.getByLabel("Title").fill("too long");
  await dialog.getByLabel("Words").fill("one\ntwo");
  await dialog.getByRole("button", { name: "Submit" }).click();
  const { title, words } = await answer;
  assert.deepEqual([title, words.replaceAll("\r", "")], ["too l", "one\ntwo"]);
  await dialog.waitFor({ state: "detached" });
});

/** Renders an argument with a module of the page. Returns the text and an outline of the tags. */
function render(module, name, argument) {
  return window.page.evaluate(
    async ([module, name, argument]) => {
      const place = document.createElement("div");
      place.append(...[(await import(`/page/${module}`))[name](argument)].flat());
      document.body.append(place);
      const all = [...place.querySelectorAll("*")].map((it) => it.tagName.toLowerCase());
      const links = [...place.querySelectorAll("a")].map((it) => [it.getAttribute("href"), it.rel]);
      const disabled = [...place.querySelectorAll("button:disabled")].map((it) => it.innerText);
      const rendered = { text: place.innerText, all, links, disabled };
      place.remove();
      return rendered;
    },
    [module, name, argument],
  );
}

test("layout components are rendered", async () => {
  const components = [
    {
      type: 17,
      components: [
        { type: 10, content: "# Head\nand *body*" },
        { type: 14 },
        {
          type: 9,
          components: [{ type: 10, content: "beside" }],
          accessory: { type: 2, style: 5, label: "out", url: "https://a.example/" },
        },
        { type: 1, components: [{ type: 2, style: 4, label: "gone", custom_id: "x", disabled: true }] },
      ],
    },
  ];
  const { text, all, links, disabled } = await render("components.js", "components", { id: "1", components });
  assert.match(text, /Head[\s\S]*and body[\s\S]*beside[\s\S]*out[\s\S]*gone/);
  assert.ok(all.includes("hr") && all.includes("em"));
  assert.deepEqual(links, [["https://a.example/", "noreferrer noopener"]]);
  assert.deepEqual(disabled, ["gone"]);
});

test("embeds are rendered", async () => {
  const embed = {
    title: "T **b**",
    description: "d",
    color: 0x2e8b57,
    footer: { text: "f" },
    fields: [{ name: "n", value: "`v`", inline: true }],
  };
  const { text, all } = await render("embeds.js", "embeds", { embeds: [embed] });
  assert.match(text, /T b[\s\S]*d[\s\S]*n[\s\S]*v[\s\S]*f/);
  assert.ok(all.includes("strong") && all.includes("code"));
});

test("a deferred response is shown as thinking", async () => {
  const bot = (await program.get("")).application;
  const message = {
    id: "1",
    channel_id: "2",
    flags: 1 << 7,
    content: "",
    type: 20,
    timestamp: new Date().toISOString(),
    author: { id: bot, username: "Kradan", bot: true },
  };
  const { text } = await render("message.js", "row", { kind: "message", message, isHead: true });
  assert.match(text, /Kradan is thinking…/);
  await window.close();
});
