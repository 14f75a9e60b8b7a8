// Parts of Discord that Kradan does not use today: modals, deferred responses.

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

/** The text of an argument that a module of the page renders. */
function render(module, name, argument) {
  return window.page.evaluate(
    async ([module, name, argument]) => {
      const place = document.createElement("div");
      place.append(...[(await import(`/page/${module}`))[name](argument)].flat());
      document.body.append(place);
      const text = place.innerText;
      place.remove();
      return text;
    },
    [module, name, argument],
  );
}

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
  const text = await render("message.js", "row", { kind: "message", message, isHead: true });
  assert.match(text, /Kradan is thinking…/);
  await window.close();
});
