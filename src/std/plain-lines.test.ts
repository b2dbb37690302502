import { expect, test } from "vitest";
import { firstLine, plainLines } from "./plain-lines.ts";

test("nothing that a terminal would obey is left, and the words are", () => {
  expect(plainLines("\u001b[31mred\u001b[0m\tend\r\n\u001b]0;title\u0007\u0008x\u202ey")).toEqual([
    "red    end",
    "␈x<U+202E>y",
  ]);
});

test("of a line that is rewritten the last version is seen", () => {
  expect(plainLines("10 %\r50 %\r100 %\ndone")).toEqual(["100 %", "done"]);
  expect(plainLines("half\r")).toEqual(["half"]);
});

test("the first line that says something is one line", () => {
  expect(firstLine("\n  \n  it failed\nbadly")).toBe("it failed");
  expect(firstLine("\n")).toBe("");
});
