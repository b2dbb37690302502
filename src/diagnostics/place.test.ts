import { describe, expect, test } from "vitest";
import { placesIn } from "./place.ts";

describe("placesIn", () => {
  const placeOf = placesIn([
    { path: "a.md", text: "one\ntwo\n" },
    { path: "b.md", text: "\ufefféa\r\nb" },
  ]);

  test("gives a span its first and last line and column, in the right file", () => {
    expect(placeOf({ file: "a.md", start: 2, end: 5 })).toEqual({
      file: "a.md",
      line: 1,
      column: 3,
      endLine: 2,
      endColumn: 2,
    });
    expect(placeOf({ file: "b.md", start: 2, end: 6 })).toMatchObject({ line: 1, column: 2, endLine: 2, endColumn: 2 });
  });

  test("never ends before it starts", () => {
    expect(placeOf({ file: "a.md", start: 5, end: 1 })).toMatchObject({ line: 2, column: 2, endLine: 2, endColumn: 2 });
  });

  test("points to the beginning of a file that was not read", () => {
    expect(placeOf({ file: "gone.md", start: 9, end: 12 })).toEqual({
      file: "gone.md",
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 1,
    });
  });
});
