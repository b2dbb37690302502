import { expect, test } from "vitest";
import { globPattern } from "./glob-pattern.ts";

test.each([
  ["*.ts", "a.ts src/.b/c.ts", "a.tsx a.ts/b"],
  ["src/*.ts", "src/a.ts", "src/a/b.ts a/src/b.ts"],
  ["./src/**/*.{ts,js}", "src/a.ts src/x/y/b.js", "src/a.css b/src/a.ts"],
  ["**/test/**", "test/a a/test/b/c", "a/tests/b"],
  ["[!a]?.m+d", "bc.m+d x/yz.m+d", "ab.m+d b.md"],
  ["{a.ts", "{a.ts", "a.ts"],
  ["(a|b)$", "(a|b)$", "a"],
  ["[a", "[a", "a"],
])("%s", (glob, matching, others) => {
  const pattern = globPattern(glob);
  expect(matching.split(" ").filter((path) => !pattern.test(path))).toEqual([]);
  expect(others.split(" ").filter((path) => pattern.test(path))).toEqual([]);
});

test("says so when it is none", () => {
  expect(() => globPattern("[z-a]")).toThrow("`[z-a]` is no pattern of file names");
});
