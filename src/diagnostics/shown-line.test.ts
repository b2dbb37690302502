import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../std/display-width.ts";
import { showLine } from "./shown-line.ts";

/** The line with its mark drawn below, as a reader sees it. */
function drawn(line: string, words: string, width = 40): string[] {
  const start = line.indexOf(words);
  const shown = showLine(line, { start, end: start + words.length }, width);
  return [shown.text, " ".repeat(shown.before) + "^".repeat(shown.marked)];
}

describe("showLine", () => {
  test("shows a line that fits as it is", () => {
    expect(drawn("npm test || true", "|| true")).toEqual(["npm test || true", "         ^^^^^^^"]);
    expect(drawn("x".repeat(40), "xx").at(0)).toBe("x".repeat(40));
  });

  test("gives a tab four columns", () => {
    expect(drawn("\ta\tb", "b")).toEqual(["    a    b", "         ^"]);
    expect(drawn("a\tb", "\t")).toEqual(["a    b", " ^^^^"]);
  });

  test("gives wide characters two columns and combining marks none", () => {
    expect(drawn("計画 e\u0301 x", "x")).toEqual(["計画 e\u0301 x", "       ^"]);
    expect(drawn("a 計画", "計画")).toEqual(["a 計画", "  ^^^^"]);
  });

  test("marks a character as a whole when the mark begins or ends inside it", () => {
    expect(showLine("a👩‍👧b", { start: 3, end: 4 }, 40)).toMatchObject({ before: 1, marked: 2 });
    expect(showLine("ae\u0301b", { start: 2, end: 3 }, 40)).toMatchObject({ before: 1, marked: 1 });
  });

  test("makes what is hidden visible, also inside of a character", () => {
    expect(drawn("a\u202eb\u001b[1mc", "c")).toEqual(["a<U+202E>b␛[1mc", "              ^"]);
    expect(drawn("👍\u200db", "b")).toEqual(["👍<U+200D>b", "          ^"]);
  });

  test("shows the beginning of a character that holds more than fits", () => {
    const shown = showLine(`a${"\u200d".repeat(50)}b`, { start: 0, end: 1 }, 40);
    expect(shown).toEqual({ text: `a${"<U+200D>".repeat(4)}…`, before: 0, marked: 1 });
  });

  test("crops a long line on both sides and keeps the mark in sight", () => {
    const line = `${"before ".repeat(20)}TARGET${" after".repeat(20)}`;
    expect(drawn(line, "TARGET")).toMatchInlineSnapshot(`
      [
        "…fore before TARGET after after after a…",
        "             ^^^^^^",
      ]
    `);
  });

  test("crops only where there is too much", () => {
    expect(drawn(`TARGET${" after".repeat(20)}`, "TARGET")).toMatchInlineSnapshot(`
      [
        "TARGET after after after after after a…",
        "^^^^^^",
      ]
    `);
    expect(drawn(`${"before ".repeat(20)}TARGET`, "TARGET")).toMatchInlineSnapshot(`
      [
        "…ore before before before before TARGET",
        "                                 ^^^^^^",
      ]
    `);
  });

  test("leaves room for a mark behind the last character", () => {
    const shown = showLine("x".repeat(40), { start: 40, end: 40 }, 40);
    expect(shown).toEqual({ text: `…${"x".repeat(37)}`, before: 38, marked: 0 });
  });

  test("shows the beginning of a mark that is too long", () => {
    const shown = showLine("x".repeat(500), { start: 100, end: 400 }, 40);
    expect(shown.text).toBe(`…${"x".repeat(38)}…`);
    expect(shown).toMatchObject({ before: 13, marked: 26 });
  });

  test("shows marks in a line of 6 million characters", () => {
    const line = "計 ".repeat(3_000_000);
    for (let at = 0; at < 1000; at++) {
      expect(showLine(line, { start: at * 5000, end: at * 5000 + 3 }, 100).text.length).toBeLessThan(101);
    }
  });

  test("never gets wider than it may, and finds its place in what it shows", () => {
    fc.assert(
      fc.property(
        anyLine,
        fc.nat(),
        fc.nat(30),
        fc.integer({ min: 20, max: 60 }),
        (characters, seed, length, width) => {
          const first = seed % (characters.length + 1);
          const start = characters.slice(0, first).join("").length;
          const end = characters.slice(0, first + length).join("").length;
          const shown = showLine(characters.join(""), { start, end }, width);
          expect(displayWidth(shown.text)).toBeLessThanOrEqual(width);
          expect(shown.before + Math.max(shown.marked, 1)).toBeLessThanOrEqual(width);
          const character = characters[first];
          if (character === undefined) return;
          const isShown = fromColumn(shown.text, shown.before).startsWith(SHOWN_AS[character] ?? character);
          expect(isShown).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

const SHOWN_AS: Record<string, string> = { "\t": "    ", "\u001b": "␛", "\u202e": "<U+202E>" };
const anyLine = fc.array(fc.constantFrom("a", " ", "計", "👩‍👧", "e\u0301", "…", "ｶﾞ", ...Object.keys(SHOWN_AS)), {
  maxLength: 120,
});

/** The part of a text that begins at a column of the terminal. */
function fromColumn(text: string, column: number): string {
  let width = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    if (width === column) return text.slice(index);
    width += displayWidth(segment);
  }
  return "";
}
