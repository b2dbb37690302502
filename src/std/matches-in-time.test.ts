import { expect, test } from "vitest";
import { matchesInTime } from "./matches-in-time.ts";

test("answers like the pattern itself", () => {
  expect(matchesInTime("^b", "abc", 1000)).toBe(false);
  expect(matchesInTime("^a.c$", "abc", 1000)).toBe(true);
  expect(() => matchesInTime("(", "abc", 1000)).toThrow(SyntaxError);
});

test("gives up on a text that is made to hurt", () => {
  expect(matchesInTime("^(a+)+$", `${"a".repeat(60)}!`, 50)).toBe(null);
});
