import { expect, test } from "vitest";
import { lineSplitter } from "./line-splitter.ts";

const bytes = (text: string): Buffer => Buffer.from(text);
const texts = (lines: readonly Buffer[]): string[] => lines.map((line) => line.toString("utf8"));

test("gives each line when it is whole, with its line break", () => {
  const lines = lineSplitter(100);
  expect(texts(lines.add(bytes("one\ntw")))).toEqual(["one\n"]);
  expect(texts(lines.add(bytes("o")))).toEqual([]);
  expect(texts(lines.add(bytes("\n\nthree")))).toEqual(["two\n", "\n"]);
  expect(texts(lines.rest())).toEqual(["three"]);
  expect(lines.rest()).toEqual([]);
});

test("keeps characters whole that come in two parts", () => {
  const lines = lineSplitter(100);
  lines.add(bytes("é\n").subarray(0, 1));
  expect(texts(lines.add(bytes("é\n").subarray(1)))).toEqual(["é\n"]);
});

test("says when a line does not end", () => {
  const lines = lineSplitter(4);
  lines.add(bytes("1234"));
  expect(lines.isTooLong()).toBe(false);
  lines.add(bytes("5"));
  expect(lines.isTooLong()).toBe(true);
  lines.add(bytes("\n12"));
  expect(lines.isTooLong()).toBe(false);
});
