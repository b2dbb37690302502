import { expect, test } from "vitest";
import { cut, wrapped } from "./fit.ts";

test("cuts what is too wide, between what a reader sees as characters", () => {
  expect(cut("as it is", 8)).toBe("as it is");
  expect(cut("a bit too long", 9)).toBe("a bit to…");
  expect(cut("日本語です", 6)).toBe("日本…");
  expect(cut("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3)).toBe("👩‍👩‍👧‍👦…");
});

test("wraps between words, and leaves a long word whole", () => {
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapped("see /a/very/long/path here", 6)).toEqual(["see", "/a/very/long/path", "here"]);
});
