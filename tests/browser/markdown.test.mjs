// Discord's Markdown, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bare, parse } from "../../assets/page/markdown.js";

/** The outline of a tree: `strong(a em(b))`. */
function outline(pieces) {
  return pieces
    .map((it) => {
      if (it.kind === "text") return it.text;
      const inside = it.children ? outline(it.children) : (it.text ?? it.id ?? it.name ?? "");
      return `${it.kind}(${inside})`;
    })
    .join("");
}

const CASES = [
  ["**a** *b* _c_ __d__ ~~e~~ ||f||", "strong(a) em(b) em(c) underline(d) strike(e) spoiler(f)"],
  ["***a***", "strong(em(a))"],
  ["**a *b* c**", "strong(a em(b) c)"],
  ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
  ["`**a**` and ``b`c``", "code(**a**) and code(b`c)"],
  ["\\*a\\* \\<@1>", "*a* <@1>"],
  ["<@12>, <@!12> <#34> <@&5> </play:9>", "person(12), person(12) channel(34) role(5) command(play)"],
  ["# a\n## b\nc", "heading(a)heading(b)c"],
  ["-# small **a**\nb", "small(small strong(a))b"],
  ["> a\n> b\nc", "quote(a\nb)c"],
  [">>> a\nb", "quote(a\nb)"],
  ["- a\n- b\n1. c", "list(item(a)item(b)item(c))"],
  ["a\n```rs\nlet *a*;\n```\nb", "acode-block(let *a*;)b"],
  ["https://a.example/b_c_d.", "link(https://a.example/b_c_d)."],
  ["[a **b**](https://c.example) <https://d.example>", "link(a strong(b)) link(https://d.example)"],
  ["[a](javascript:alert(1))", "[a](javascript:alert(1))"],
  ["<b onclick=x>a</b>", "<b onclick=x>a</b>"],
  ["<:khun:12> and <a:ma_2:34>", "emoji(:khun:) and emoji(:ma_2:)"],
  ["", ""],
];

for (const [text, tree] of CASES) {
  test(`reads ${JSON.stringify(text)}`, () => assert.equal(outline(parse(text)), tree));
}

test("times are read with their style", () => {
  const [, relative, , plain] = parse("in <t:1700000000:R> at <t:1700000000>");
  assert.deepEqual([relative.seconds, relative.style], [1_700_000_000, "R"]);
  assert.deepEqual([plain.seconds, plain.style], [1_700_000_000, "f"]);
});

test("long texts are parsed without loss", () => {
  for (const text of [
    "*".repeat(2_000),
    "[".repeat(2_000),
    "||**__".repeat(300),
    "<".repeat(2_000),
    "`".repeat(1_999),
    "> ".repeat(900),
  ]) {
    assert.ok(bare(parse(text)).length <= text.length);
  }
});
