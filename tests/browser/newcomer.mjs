// Measures how soon somebody who has never seen Ōgi mates, on a phone of 390 pixels:
//
//     cargo build --release && node tests/browser/newcomer.mjs
//
// Ben challenges Ann, who taps "Learn it first" and solves all lessons. To the seconds that the program and
// the page take come those of a person: for each tap, each word on the panel and each exercise, which is
// solved at the first try.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pickMove, tap } from "./play.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
process.env.KRADAN_BIN ??= path.join(ROOT, "target/release/kradan");
const { Program, Window, closeBrowser } = await import("./harness.mjs");

const PHONE = { width: 390, height: 844, touch: true };
const TAP_S = 1.5;
const WORD_S = 60 / 200;
const THINKING_S = 4;
const MINUTES_TO_MATE_MAX = 8;

/** The lessons, each with the right moves of its exercises. */
function lessons() {
  const text = readFileSync(path.join(ROOT, "assets/exercises/lessons/ogi.txt"), "utf8");
  const [, ...parts] = text.trim().split(/^lesson /m);
  return parts.map((part) => {
    const [id, ...exercises] = part.trim().split("\n");
    const line = (exercise) => exercise.split(" | ")[1].split(" ");
    const right = (move, ply) => (ply % 2 === 0 ? [move.split("/")[0]] : []);
    return { id, exercises: exercises.map((exercise) => line(exercise).flatMap(right)) };
  });
}

/** Since the first tap. The seconds are those of the program. */
const spent = { exercises: 0, taps: 0, words: 0, seconds: 0 };

const minutes = ({ exercises, taps, words, seconds }) =>
  (seconds + taps * TAP_S + words * WORD_S + exercises * THINKING_S) / 60;

function report(title) {
  const { exercises, taps, words, seconds } = spent;
  console.log(
    `${title}: ${minutes(spent).toFixed(1)} min, ${exercises} exercises, ${taps} taps, ${words} words,`,
    `${seconds.toFixed(1)} s of the program`,
  );
}

/** Taps until something is shown, and reads the lines that are new. */
async function read(known, act, shown) {
  const begin = performance.now();
  spent.taps += await act();
  await shown.waitFor();
  await panel.locator(".picture img").evaluate((image) => image.decode());
  spent.seconds += (performance.now() - begin) / 1000;
  const lines = (await panel.locator(".text").innerText()).replace(" (edited)", "").split("\n");
  const unread = lines.filter((line) => !known.includes(line)).join(" ");
  spent.words += unread.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return lines;
}

const program = await Program.start();
const ben = await Window.open(program, "ben");
await ben.command("/play ogi opponent:Ann");
const ann = await Window.open(program, "ann", PHONE);
const panel = ann.ephemeralMessages.last();
const turn = (step) => panel.locator(`[data-control="learn-hint:${step}"]`);
const solved = panel.locator(".text", { hasText: "Right!" });

let next = ann.control("learn");
let minutesToMate = Infinity;
let lines = [];
for (const { id, exercises } of lessons()) {
  for (const [number, moves] of exercises.entries()) {
    const steps = moves.map((_, at) => `ogi.${id}.${number}.0${"a".repeat(at)}`);
    lines = await read(lines, () => tap(ann, next), turn(steps[0]));
    for (const [at, move] of moves.entries()) {
      const play = () => pickMove(ann, move, `${steps[at]}:`, "learn-");
      lines = await read(lines, play, at + 1 < moves.length ? turn(steps[at + 1]) : solved);
    }
    spent.exercises += 1;
    const board = await panel.locator(".picture img").getAttribute("alt");
    if (minutesToMate === Infinity && board.includes("checkmate")) {
      minutesToMate = minutes(spent);
      report(`first mate, ${id} ${number + 1}`);
    }
    next = ann.control("learn-back");
  }
  report(`lesson ${id} done`);
}
await ann.close();
await ben.close();
await closeBrowser();
await program.stop();
assert.ok(minutesToMate <= MINUTES_TO_MATE_MAX);
