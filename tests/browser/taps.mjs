// Measures what a whole game costs on a phone of 390 pixels, and what it leaves in the channel:
//
//     cargo build --release && node tests/browser/taps.mjs
//
// Two people play recorded games with the buttons of their boards. Taps are counted per move; messages,
// pictures and their bytes are those that are left in a channel that others use too.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { begin, playByButtons, recordedGames } from "./play.mjs";

process.env.KRADAN_BIN ??= path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  "../../target/release/kradan",
);
const { Program, Window, closeBrowser } = await import("./harness.mjs");

const PHONE = { width: 390, height: 844, touch: true };
const PLIES = { othello: 60, makruk: 80, ogi: 60 };

/** The first moves of the recorded game that is long enough, without passes and counts. */
function movesOf(kind) {
  const isPlain = (it) => Object.keys(it.acts ?? {}).length === 0 && !it.moves.includes("pass");
  const games = recordedGames(kind).filter((it) => isPlain(it) && it.moves.length >= PLIES[kind]);
  const drops = (it) => it.moves.slice(0, PLIES[kind]).filter((move) => move.includes("@")).length;
  return games.sort((one, other) => drops(other) - drops(one))[0].moves.slice(0, PLIES[kind]);
}

/** Plays a game, and returns the number of taps for each move. */
async function play(kind, channel) {
  const windows = [
    await Window.open(program, "ann", { ...PHONE, channel }),
    await Window.open(program, "ben", { ...PHONE, channel }),
  ];
  await begin(...windows, kind);
  const taps = [];
  for (const [ply, move] of movesOf(kind).entries())
    taps.push(await playByButtons(windows[ply % 2], move, ply));
  for (const window of windows) await window.close();
  return taps;
}

/** The public messages of a channel, once the old boards are gone. */
async function left(channel) {
  for (;;) {
    const ann = await program.person("ann");
    const all = await program.get(`/channels/${channel}/messages?as=${ann}&limit=200`);
    const messages = all.filter((it) => !it.local.visible_to);
    const pictures = messages.flatMap((it) => it.attachments);
    if (pictures.length <= 1) return { messages, pictures };
    await new Promise((done) => setTimeout(done, 200));
  }
}

const program = await Program.start();
for (const [kind, name] of [
  ["othello", "games"],
  ["makruk", "makruk"],
  ["ogi", "random"],
]) {
  const channel = await program.channel(name);
  const taps = await play(kind, channel);
  const { messages, pictures } = await left(channel);
  const bytes = pictures.reduce((sum, it) => sum + it.size, 0);
  const mean = taps.reduce((sum, it) => sum + it, 0) / taps.length;
  console.log(
    `${kind}: ${taps.length} moves, ${mean.toFixed(2)} taps each and ${Math.max(...taps)} at most; left:`,
    `${messages.length} messages, ${pictures.length} pictures of ${(bytes / 1e3).toFixed(1)} kB`,
  );
}
await closeBrowser();
await program.stop();
