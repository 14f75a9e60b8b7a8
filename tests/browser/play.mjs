// Plays whole games as two people with the buttons of boards.

import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The games of the conformance records. */
export function recordedGames(kind) {
  const text = readFileSync(path.join(ROOT, "tests/conformance/records", `${kind}_games.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Ann challenges Ben as the first side, and he accepts. */
export async function begin(ann, ben, kind, more = "") {
  await ann.command(`/play ${kind} opponent:Ben side:first${more}`);
  await ben.control("accept").click();
  await ann.board.waitFor();
  await ben.board.waitFor();
}

/**
 * Plays a move of any game with the buttons of the newest board, and counts the taps: one for a disc
 * or a piece with a single target, else two; a menu or another page of pieces or targets takes one more.
 */
export function playByButtons(window, move, ply) {
  return pickMove(window, move, `${ply}.`);
}

/** The same where a part of the custom ids begins with `step`, and their words with a prefix: `learn-go`. */
export async function pickMove(window, move, step, prefix = "") {
  const at = (word, end) => `[data-control^="${prefix}${word}:"][data-control*=":${step}"]${end}`;
  const go = window.page.locator(at("go", `[data-control$=":${move}"]`)).last();
  const from = move.includes("@") ? `${move.split("@")[0]}@` : move.slice(0, 2);
  const piece = window.page.locator(at("from", `[data-control$=":${from}"]`)).last();
  const square = window.page.locator(at("square", "")).last();
  let taps = 0;
  let seen;
  // Pieces that do not fit are on further pages; the button "More pieces" names the one it leads to.
  for (let page = 1; ; page += 1) {
    const more = window.page.locator(at("pieces", `[data-control$=":${page}"]`)).last();
    // The page may be drawn anew at any moment: what was seen first decides.
    seen = await go.or(piece).or(square).or(more).first().getAttribute("data-control");
    seen = seen.slice(prefix.length);
    if (!seen.startsWith("pieces:")) break;
    taps += await tap(window, more);
  }
  if (seen.startsWith("go:") || (await go.count())) return taps + (await tap(window, go));
  if (seen.startsWith("square:") || (await square.count())) return choose(window, square, move);
  taps += await tap(window, piece);
  // What is far away is on further pages, to which the last button leads.
  const pages = window.page.locator(at("from", `[data-control*=":${from}:"]`));
  for (;;) {
    const next = await go.or(pages).first().getAttribute("data-control");
    if (next.startsWith(`${prefix}go:`) || (await go.count())) return taps + (await tap(window, go));
    taps += await tap(window, pages.last());
    await window.page.locator(`[data-control="${next}"]`).waitFor({ state: "detached" });
  }
}

/** Plays a move of Othello. */
export function placeDisc(window, square, ply) {
  return playByButtons(window, square, ply);
}

/** Taps once. */
export async function tap(window, control) {
  await (window.touch ? control.tap() : control.click());
  return 1;
}

async function choose(window, menu, value) {
  const option = window.page.locator(`.option[data-value="${value}"]`);
  return (await tap(window, menu)) + (await tap(window, option));
}
