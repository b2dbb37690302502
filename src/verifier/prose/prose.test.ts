import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CODE, proseOf } from "./prose.ts";

const shown = (markdown: string): string => proseOf(markdown).text.replaceAll(CODE, "▯");
const codes = (markdown: string): string[][] =>
  proseOf(markdown).sentences.map((sentence) => sentence.codes.map(({ text }) => text));

describe("code", () => {
  test.each([
    ["a span", "Use `ab` now", "Use ▯▯▯▯ now"],
    ["backticks in a span", "Use ``a`b`` now", "Use ▯▯▯▯▯▯▯ now"],
    ["a lone backtick", "It's 5` long", "It's 5` long"],
    ["a span over two lines", "Use `a\nb` now", "Use ▯▯▯▯▯ now"],
    ["backticks in two paragraphs", "A ` here\n\nand ` there", "A ` here\n\nand ` there"],
    ["a fence", "a\n```sh\nls `x`\n```\nb", "a\n     \n      \n   \nb"],
    ["a fence with tildes", "~~~\n```\n~~~\nb", "   \n   \n   \nb"],
    ["a fence that is never closed", "```\na", "   \n "],
    ["a fence in a list", "- a\n  ````\n  ```\n  ````\n- b", "- a\n      \n     \n      \n- b"],
    ["a fence that is a span", "```a``` b", "▯▯▯▯▯▯▯ b"],
  ])("%s", (_, markdown, masked) => {
    expect(shown(markdown)).toBe(masked);
  });
});

describe("sentences", () => {
  test.each([
    ["end with a full stop", "Use `a`. Then `b`, and `c`! Or `d`", [["a"], ["b", "c"], ["d"]]],
    ["do not end inside a name or an abbreviation", "Take 1.5 of `a`, e.g. `b.c` or i.e. `d`.", [["a", "b.c", "d"]]],
    ["end where an item of a list does", "First `a`\n- then `b`\n2. and `c`\ngoes on `d`", [["a"], ["b"], ["c", "d"]]],
    ["end with their paragraph", "One `a`\n\ntwo `b`", [["a"], ["b"]]],
    ["without code are left out", "One. Two `a`.", [["a"]]],
  ])("%s", (_, markdown, expected) => {
    expect(codes(markdown)).toEqual(expected);
  });
});

test("every offset is that of the Markdown, whatever it holds", () => {
  const piece = fc.constantFrom("`", "``", "```", "~~~", "\n", "\n\n", "- ", ". ", "a", " b ", "e.g. ", "ß");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const markdown = pieces.join("");
      const { text, sentences } = proseOf(markdown);
      expect(text).toHaveLength(markdown.length);
      for (const sentence of sentences) {
        for (const code of sentence.codes) {
          const written = markdown.slice(code.start, code.end);
          expect(written).toMatch(/^`.*`$/s);
          expect(written.replace(/^`+|`+$/g, "").trim()).toContain(code.text.replace(/^`+|`+$/g, ""));
          expect(text.slice(code.start, code.end)).toBe(CODE.repeat(code.end - code.start));
          expect(sentence.start <= code.start && code.start < sentence.end).toBe(true);
        }
      }
    }),
  );
});

test("long rows of backticks of every length do not take for ever", () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => "`".repeat(index + 1));
  expect(proseOf([...rows, ...rows].join(" a ")).sentences).toHaveLength(1);
  expect(proseOf(`${"`".repeat(1_000_000)} a`).sentences).toEqual([]);
});
