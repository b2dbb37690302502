import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeFrame } from "./code-frame.ts";
import { placeOf } from "./place.ts";

function frameOf(text: string, start: number, end: number, width = 60) {
  const source = { path: "plan.md", text };
  return codeFrame(source, placeOf({ file: "plan.md", start, end }, source), width);
}

const line = (number: number, text: string) => ({ type: "line", number, text });
const carets = (text: string) => ({ type: "carets", text });

describe("codeFrame", () => {
  test("shows the line and carets under the words", () => {
    expect(frameOf("one\ntwo words\n", 8, 13)).toEqual([line(2, "two words"), carets("    ^^^^^")]);
  });

  test("shows one caret for an empty span", () => {
    expect(frameOf("one", 1, 1)).toEqual([line(1, "one"), carets(" ^")]);
  });

  test("shows one caret behind the line for a span that is only its ending", () => {
    expect(frameOf("one\r\ntwo", 3, 5)).toEqual([line(1, "one"), carets("   ^")]);
    expect(frameOf("one\r\ntwo", 4, 5)).toEqual([line(1, "one"), carets("   ^")]);
  });

  test("marks up to three lines, each from its first word", () => {
    expect(frameOf("a bc\n  de\n\tf g", 2, 12)).toEqual([
      line(1, "a bc"),
      carets("  ^^"),
      line(2, "  de"),
      carets("  ^^"),
      line(3, "    f g"),
      carets("    ^"),
    ]);
  });

  test("counts the lines it leaves out", () => {
    expect(frameOf("a\nb\nc\nd", 0, 7).at(-1)).toEqual({ type: "omission", text: "… 1 more line" });
    expect(frameOf("a\nb\nc\nd\ne\n", 0, 10).at(-1)).toEqual({ type: "omission", text: "… 2 more lines" });
  });

  test("does not reach into the line after a final line break", () => {
    expect(frameOf("a\nb\n", 0, 2)).toEqual([line(1, "a"), carets("^")]);
  });

  test("draws no carets under an empty line inside a span", () => {
    expect(frameOf("a\n\nb", 0, 4)).toEqual([line(1, "a"), carets("^"), line(2, ""), line(3, "b"), carets("^")]);
  });

  test("shows the line above when the line itself is blank", () => {
    expect(frameOf("last words\n", 11, 11)).toEqual([line(1, "last words"), line(2, ""), carets("^")]);
    expect(frameOf("", 0, 0)).toEqual([line(1, ""), carets("^")]);
  });

  test("draws a frame for any span of any text, with carets for its first line", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, one, other) => {
        const [start, end] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b);
        const rows = frameOf(text, start ?? 0, end ?? 0, 30);
        expect(rows.filter(({ type }) => type === "carets").length).toBeGreaterThan(0);
        expect(rows.filter(({ type }) => type === "line").length).toBeLessThanOrEqual(4);
        for (const row of rows) expect(row.text).not.toMatch(/[\p{Cc}\p{Cs}\u202e\ufeff]/u);
      }),
      { numRuns: 2000 },
    );
  });
});

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      " ",
      "\t",
      "\n",
      "\r",
      "\r\n",
      "\u001b",
      "\u202e",
      "\ufeff",
      "\ud83d",
      "計",
      "👩‍👧",
      "\u0301",
    ),
  }),
);
