import { expect, test } from "vitest";
import { slugOf } from "../../plan/plan-id.ts";
import { freeTitle } from "./free-title.ts";

test.each([
  ["Fix the upload", [], "Fix the upload"],
  ["Fix the upload", ["fix-the-upload"], "Fix the upload (2)"],
  ["Fix the upload", ["fix-the-upload", "fix-the-upload-2"], "Fix the upload (3)"],
  ["修复", ["plan"], "plan (2)"],
  [
    "Let the upload go on where it was interrupted yesterday …",
    ["let-the-upload-go-on-where-it-was-interrupted"],
    "let the upload go on where it was interrupte (2)",
  ],
])("%s beside %j is called %s", (title, taken, expected) => {
  expect(freeTitle(title, new Set(taken))).toBe(expected);
  expect(taken).not.toContain(slugOf(expected));
});
