// Plays whole games as two people with menus.

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

/** Plays a move of Makruk or Ōgi: first the piece, then its target. */
export async function playByMenus(window, move, ply) {
  const from = move.includes("@") ? `${move.split("@")[0]}@` : move.slice(0, 2);
  await pick(window, `[data-control^="piece:"][data-control*=":${ply}."]`, from);
  await pick(window, `[data-control^="target:"][data-control*=":${ply}."][data-control$=":${from}"]`, move);
}

/** Plays a move of Othello. */
export function placeDisc(window, square, ply) {
  return pick(window, `[data-control^="square:"][data-control*=":${ply}."]`, square);
}

async function pick(window, menu, value) {
  await window.page.locator(menu).last().click();
  await window.page.locator(`.option[data-value="${value}"]`).click();
}
