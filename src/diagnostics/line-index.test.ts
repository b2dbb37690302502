import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineIndexOf } from "./line-index.ts";

const indexOf = (text: string) => lineIndexOf({ path: "plan.md", text });

describe("lineIndexOf", () => {
  test("counts lines and columns from 1, in UTF-16 units", () => {
    const index = indexOf("one\n👍two\n");
    expect(index.positionAt(0)).toEqual({ line: 1, column: 1 });
    expect(index.positionAt(3)).toEqual({ line: 1, column: 4 });
    expect(index.positionAt(6)).toEqual({ line: 2, column: 3 });
    expect(index.positionAt(10)).toEqual({ line: 3, column: 1 });
  });

  test.each([
    ["LF", "a\n\nb", ["a", "", "b"]],
    ["CRLF", "a\r\n\r\nb", ["a", "", "b"]],
    ["lone CR", "a\r\rb", ["a", "", "b"]],
    ["a mix of all three", "a\n\r\r\nb\r", ["a", "", "", "b", ""]],
    ["nothing at all", "", [""]],
    ["a byte order mark", "\ufeffa\nb", ["a", "b"]],
    ["only a byte order mark", "\ufeff", [""]],
    ["a byte order mark that is not at the beginning", "a\n\ufeffb", ["a", "\ufeffb"]],
    ["separators that are no line endings", "a\u2028b\u0085c\vd\fe", ["a\u2028b\u0085c\vd\fe"]],
  ])("splits %s", (_what, text, lines) => {
    const index = indexOf(text);
    expect(Array.from({ length: index.lineCount }, (_, at) => index.textOf(at + 1))).toEqual(lines);
  });

  test("does not count the byte order mark as a column", () => {
    const index = indexOf("\ufeffab");
    expect([0, 1, 2, 3].map((offset) => index.positionAt(offset).column)).toEqual([1, 1, 2, 3]);
  });

  test("takes an offset outside the text for its nearest end", () => {
    const index = indexOf("ab\nc");
    expect(index.positionAt(-5)).toEqual({ line: 1, column: 1 });
    expect(index.positionAt(99)).toEqual({ line: 2, column: 2 });
  });

  test("has nothing to show for a line that does not exist", () => {
    expect(indexOf("ab").textOf(7)).toBe("");
  });

  test("is built once per file", () => {
    const source = { path: "plan.md", text: "a" };
    expect(lineIndexOf(source)).toBe(lineIndexOf(source));
    expect(lineIndexOf({ ...source, text: "a\nb" }).lineCount).toBe(2);
  });

  test("agrees with counting by hand, for every offset of any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const index = indexOf(text);
        for (let offset = 0; offset <= text.length; offset++) {
          const position = index.positionAt(offset);
          expect(position).toEqual(countedByHand(text, offset));
          expect(text.slice(index.rangeOf(position.line).start).startsWith(index.textOf(position.line))).toBe(true);
        }
        expect(linesByHand(text)).toEqual(Array.from({ length: index.lineCount }, (_, at) => index.textOf(at + 1)));
      }),
      { numRuns: 500 },
    );
  });

  test("finds places in a file of 10 MB", () => {
    const source = { path: "plan.md", text: "some words of a line\n".repeat(500_000) };
    for (let at = 0; at < 10_000; at++) {
      expect(lineIndexOf(source).positionAt(at * 1000).line).toBe(Math.floor((at * 1000) / 21) + 1);
    }
  });
});

const anyText = fc
  .tuple(fc.constantFrom("", "\ufeff"), fc.string({ unit: fc.constantFrom("a", "計", "👍", "\t", "\n", "\r", "\r\n") }))
  .map((parts) => parts.join(""));

const linesByHand = (text: string): string[] => text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);

/** The LF of a CRLF still belongs to the line that it ends. */
function countedByHand(text: string, offset: number) {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at++) {
    const isEnd = text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n");
    if (isEnd) line++;
    if (isEnd) column = 1;
    else if (at > 0 || text[at] !== "\ufeff") column++;
  }
  return { line, column };
}
