// Parses Discord's Markdown into a tree. This module does not use the document.

/**
 * @typedef {{kind: string, children?: Piece[], text?: string, [more: string]: any}} Piece
 */

/**
 * The tree of a text.
 * @param {string} text
 * @returns {Piece[]}
 */
export function parse(text) {
  return blocks(text.replaceAll("\r\n", "\n"));
}

const FENCE = /^```(?:([\w+.#-]+)\n)?\n?([\s\S]+?)\n?```\n?/;
const HEADING = /^(#{1,3}) +(.+?)(?:\n|$)/;
const SMALL = /^-# +(.+?)(?:\n|$)/;
const QUOTE_REST = /^>>> ([\s\S]*)/;
const QUOTE = /^(?:> [^\n]*(?:\n|$))+/;
const LIST = /^(?: *(?:[-*]|\d+\.) [^\n]+(?:\n|$))+/;

/** Parses blocks of whole lines; `inline` parses the rest. */
function blocks(text) {
  const pieces = [];
  let plain = "";
  const endPlain = () => {
    if (plain) pieces.push(...inline(plain));
    plain = "";
  };
  while (text) {
    const found = block(text);
    if (found) {
      // The line break before a block belongs to the block.
      plain = plain.replace(/\n$/, "");
      endPlain();
      pieces.push(found.piece);
      text = text.slice(found.length);
      continue;
    }
    const upTo = nextLine(text);
    plain += text.slice(0, upTo);
    text = text.slice(upTo);
  }
  endPlain();
  return pieces;
}

/** Where the next block may begin: after the line, or at a fence within it. */
function nextLine(text) {
  const line = text.indexOf("\n") + 1 || text.length;
  const fence = text.indexOf("```", 1);
  return fence > 0 && fence < line && FENCE.test(text.slice(fence)) ? fence : line;
}

function block(text) {
  const rules = [
    [FENCE, (it) => ({ kind: "code-block", language: it[1] ?? "", text: it[2] })],
    [HEADING, (it) => ({ kind: "heading", level: it[1].length, children: inline(it[2]) })],
    [SMALL, (it) => ({ kind: "small", children: inline(it[1]) })],
    [QUOTE_REST, (it) => ({ kind: "quote", children: blocks(it[1]) })],
    [QUOTE, (it) => ({ kind: "quote", children: blocks(it[0].replace(/^> /gm, "").replace(/\n$/, "")) })],
    [LIST, (it) => list(it[0])],
  ];
  for (const [rule, make] of rules) {
    const found = rule.exec(text);
    if (found) return { piece: make(found), length: found[0].length };
  }
  return null;
}

function list(text) {
  const lines = text.replace(/\n$/, "").split("\n");
  const items = lines.map((line) => {
    const [, indent, mark, rest] = /^( *)([-*]|\d+\.) (.+)$/.exec(line) ?? [line, "", "-", line];
    return { kind: "item", depth: Math.min(Math.floor(indent.length / 2), 5), mark, children: inline(rest) };
  });
  const first = Number.parseInt(items[0].mark, 10);
  return { kind: "list", isOrdered: !Number.isNaN(first), start: first || 1, children: items };
}

/** The rules for inline text, the most specific first. */
const INLINE = [
  [/^\\([^0-9A-Za-z\s])/, (it) => ({ kind: "text", text: it[1] })],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (it) => ({ kind: "code", text: it[2].trim() || it[2] })],
  [
    /^<t:(-?\d{1,17})(?::([tTdDfFR]))?>/,
    (it) => ({ kind: "time", seconds: Number(it[1]), style: it[2] ?? "f" }),
  ],
  [/^<@!?(\d{1,20})>/, (it) => ({ kind: "person", id: it[1] })],
  [/^<@&(\d{1,20})>/, (it) => ({ kind: "role", id: it[1] })],
  [/^<#(\d{1,20})>/, (it) => ({ kind: "channel", id: it[1] })],
  [/^<\/([^:<>\n]{1,100}):(\d{1,20})>/, (it) => ({ kind: "command", name: it[1] })],
  [/^<a?:(\w{2,32}):(\d{1,20})>/, (it) => ({ kind: "emoji", id: it[2], name: it[1], text: `:${it[1]}:` })],
  [/^@(everyone|here)\b/, (it) => ({ kind: "everyone", text: it[0] })],
  [/^<(https?:\/\/[^\s<>]+)>/, (it) => ({ kind: "link", url: it[1], children: [plain(it[1])] })],
  [
    /^\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?: "[^"\n]*")?\)/,
    (it) => ({ kind: "link", url: it[2], children: inline(it[1]) }),
  ],
  [
    /^https?:\/\/[^\s<>]+[^\s<>.,:;"')\]*_~|]/,
    (it) => ({ kind: "link", url: it[0], children: [plain(it[0])] }),
  ],
  [
    /^\*\*\*((?:\\[\s\S]|[^\\])+?)\*\*\*(?!\*)/,
    (it) => ({ kind: "strong", children: [{ kind: "em", children: inline(it[1]) }] }),
  ],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, (it) => ({ kind: "strong", children: inline(it[1]) })],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, (it) => ({ kind: "underline", children: inline(it[1]) })],
  [/^~~((?:\\[\s\S]|[^\\])+?)~~/, (it) => ({ kind: "strike", children: inline(it[1]) })],
  [/^\|\|((?:\\[\s\S]|[^\\])+?)\|\|/, (it) => ({ kind: "spoiler", children: inline(it[1]) })],
  [/^\*(?=\S)((?:\\[\s\S]|\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/, (it) => ({ kind: "em", children: inline(it[1]) })],
  [/^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/, (it) => ({ kind: "em", children: inline(it[1]) })],
];

const plain = (text) => ({ kind: "text", text });

/** Characters at which an inline element may begin. */
const MAY_BEGIN = /[\\`<@[*_~|]|https?:\/\//g;

function inline(text) {
  const pieces = [];
  let at = 0;
  let from = 0;
  while (at < text.length) {
    MAY_BEGIN.lastIndex = at;
    const next = MAY_BEGIN.exec(text);
    if (!next) break;
    at = next.index;
    const found = inlineAt(text, at);
    if (!found) {
      at += 1;
      continue;
    }
    if (at > from) pieces.push(plain(text.slice(from, at)));
    pieces.push(found.piece);
    at += found.length;
    from = at;
  }
  if (from < text.length) pieces.push(plain(text.slice(from)));
  return pieces;
}

function inlineAt(text, at) {
  // An underscore or an address within a word is part of the word.
  if (text[at] === "_" && /\w/.test(text[at - 1] ?? "")) return null;
  const rest = text.slice(at);
  for (const [rule, make] of INLINE) {
    const found = rule.exec(rest);
    if (found) return { piece: make(found), length: found[0].length };
  }
  return null;
}

/**
 * The plain text of a tree, for one line.
 * @param {Piece[]} pieces
 * @param {(piece: Piece) => string | undefined} say the text of pieces without a text of their own
 */
export function bare(pieces, say = () => undefined) {
  const of = (piece) => say(piece) ?? piece.text ?? (piece.children ? bare(piece.children, say) : "");
  return pieces.map(of).join("");
}
