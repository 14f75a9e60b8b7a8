// Games in threads.

import { after, before, test } from "node:test";
import { placeDisc } from "./play.mjs";
import { Program, Window, closeBrowser } from "./stage.mjs";

let program;
before(async () => (program = await Program.start()));
after(async () => {
  await closeBrowser();
  await program.stop();
});

test("a game in a thread is found by its card, and moved in there", async () => {
  const ann = await Window.open(program, "ann");
  const ben = await Window.open(program, "ben");
  await ann.command("/play othello opponent:Ben side:first where:thread");
  await ben.control("accept").click();
  await ann.page.locator(".thread-card").click();
  await ann.page.locator("#topic", { hasText: "in #games" }).waitFor();
  await placeDisc(ann, "d3", 0);
  await ann.sees("d3");
  await ben.close();
  await ann.close();
});
