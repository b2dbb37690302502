import { describe, expect, test } from "vitest";
import { displayWidth } from "./display-width.ts";

describe("displayWidth", () => {
  test.each([
    ["", 0],
    ["plan", 4],
    ["計画", 4],
    ["ｐ", 2],
    ["👩‍👧", 2],
    ["🇩🇪", 2],
    ["❤️", 2],
    ["e\u0301", 1],
    ["é", 1],
    ["각", 2],
    ["…", 1],
    ["␛", 1],
  ])("%j takes %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  test("does not guess which characters belong to an escape sequence", () => {
    expect(displayWidth("\u001b[31mred")).toBe("[31mred".length);
  });
});
