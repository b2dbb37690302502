import { expect, test } from "vitest";
import { slugOf } from "./plan-id.ts";
import { topicNameFault } from "./topic-name.ts";

test.each(["a", "7", "Search-speed", "v1.2_rc-3", "a..b", "x".repeat(64), slugOf("Ärger mit dem ".repeat(20))])(
  "%s names a topic",
  (name) => {
    expect(topicNameFault(name)).toBeNull();
  },
);

test.each([
  ["", "is empty"],
  ["x".repeat(65), "has 65 characters; 64 are the most"],
  ["😀".repeat(65), "has 65 characters; 64 are the most"],
  ["../x", "has a path in it; only letters, digits, `.`, `_` and `-` may be"],
  ["a/b", "has a path in it; only letters, digits, `.`, `_` and `-` may be"],
  ["a\\b", "has a path in it; only letters, digits, `.`, `_` and `-` may be"],
  ["a b", "has a blank in it; only letters, digits, `.`, `_` and `-` may be"],
  ["a\n", "has a blank in it; only letters, digits, `.`, `_` and `-` may be"],
  ["größe", "has `ö` in it; only letters, digits, `.`, `_` and `-` may be"],
  ["a😀", "has `😀` in it; only letters, digits, `.`, `_` and `-` may be"],
  ["..", "begins with `.`; a letter or a digit must come first"],
  ["-last", "begins with `-`; a letter or a digit must come first"],
  ["_", "begins with `_`; a letter or a digit must come first"],
])("%j names none", (name, fault) => {
  expect(topicNameFault(name)).toBe(fault);
});
