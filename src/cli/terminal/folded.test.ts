import { expect, test } from "vitest";
import { folded, foldedTo } from "./folded.ts";

const LONG = "  planwright resume words   goes on with what is there, and asks again";

test("a line that is too long goes on further in, and no word is broken", () => {
  expect(foldedTo(`short\n${LONG}\n`, 40)).toBe(
    "short\n  planwright resume words   goes on with\n    what is there, and asks again\n",
  );
});

test("colours take no room", () => {
  expect(foldedTo("\u001b[2mone two\u001b[22m", 7)).toBe("\u001b[2mone two\u001b[22m");
  expect(foldedTo("\u001b[2mone two\u001b[22m", 6)).toBe("\u001b[2mone\n  two\u001b[22m");
});

test.each([0, undefined])("a terminal that reports %s columns counts as one of 80", (columns) => {
  const words = Array.from({ length: 40 }, () => "word").join(" ");
  const stream = { isTTY: true, columns: columns as number };
  const lines = folded(words, stream).split("\n");
  expect(lines.length).toBe(3);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
});

test("a file keeps its lines", () => {
  expect(folded(LONG, { isTTY: false, columns: 20 } as never)).toBe(LONG);
});
