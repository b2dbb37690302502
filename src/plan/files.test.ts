import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aStep } from "./a-plan.testkit.ts";
import { covers, haveFileInCommon, normalPath, overlap, writesOf } from "./files.ts";

describe("covers", () => {
  test.each([
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts", "src/./a.ts"],
    ["/src/a.ts", "src/a.ts"],
    ["src/payment/", "src/payment/api/client.ts"],
    ["src/payment", "src/payment/api/client.ts"],
    ["src/payment/", "src/payment"],
    ["src/*.ts", "src/a.ts"],
    ["src/*", "src/payment/client.ts"],
    ["src/pay*", "src/payments/client.ts"],
    ["src/?.ts", "src/a.ts"],
    ["src/?.ts", "src/ü.ts"],
    ["**/secrets.env", "secrets.env"],
    ["**/secrets.env", "deploy/prod/secrets.env"],
    ["src/**/test/*.ts", "src/a/b/test/x.ts"],
    ["src/**/test/*.ts", "src/test/x.ts"],
    ["src/**", "src/a/b"],
    ["src/**.ts", "src/a/b.ts"],
    ["packages/*/dist/", "packages/web/dist/index.js"],
    ["app/[id]/page.tsx", "app/[id]/page.tsx"],
    [".", "anything/at/all"],
    ["**", "anything"],
  ])("%s covers %s", (entry, path) => {
    expect(covers(entry, path)).toBe(true);
  });

  test.each([
    ["src/a.ts", "src/a.tsx"],
    ["src/a.ts", "a.ts"],
    ["src/payment/", "src/payments/client.ts"],
    ["src/payment/api", "src/payment"],
    ["src/*.ts", "src/a/b.ts"],
    ["*.ts", "src/a.ts"],
    ["src/?.ts", "src/.ts"],
    ["src/?.ts", "src/ab.ts"],
    ["src/**/b.ts", "src/b.tsx"],
    ["**/test/**/x", "test/y/z"],
    ["src/A.ts", "src/a.ts"],
    ["", "src/a.ts"],
    ["  ", "src/a.ts"],
    ["src/a.ts", "src/*"],
    ["src/a.ts", "**"],
    ["src/a.ts", "src/?.ts"],
    ["src/a.ts", "src/a.ts "],
  ])("%s does not cover %s", (entry, path) => {
    expect(covers(entry, path)).toBe(false);
  });

  test("takes no longer for entries made to be slow", () => {
    expect(covers(`${"*a".repeat(500)}b`, "a".repeat(2000))).toBe(false);
    expect(covers(`${"**/a/".repeat(200)}b`, "a/".repeat(500))).toBe(false);
  }, 2000);

  test("agrees with a regular expression", () => {
    fc.assert(
      fc.property(anyEntry, anyPath, (entry, path) => {
        expect(covers(entry, path)).toBe(asRegExp(entry).test(`${path}/`));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("overlap", () => {
  test.each([
    ["src/a.ts", "src/a.ts", true],
    ["src/", "src/a.ts", true],
    ["src/*.ts", "src/*.test.ts", true],
    ["src/*.ts", "src/*.js", false],
    ["src/**/x.ts", "src/a/**", true],
    ["a*", "*b", true],
    ["a?", "?b", true],
    ["a?", "?bc", false],
    ["src/a/", "src/b/", false],
    ["**/a", "b/**", true],
    ["", "src/", false],
    ["src/", "", false],
  ])("%s and %s: %s", (a, b, expected) => {
    expect(overlap(a, b)).toBe(expected);
  });

  test("is true exactly when some path is covered by both", () => {
    const paths = pathsOf(["a", "b", "ab", "ba", "bb"], 4);
    fc.assert(
      fc.property(smallEntry, smallEntry, (a, b) => {
        expect(overlap(a, b)).toBe(paths.some((path) => covers(a, path) && covers(b, path)));
        expect(overlap(b, a)).toBe(overlap(a, b));
      }),
      { numRuns: 300 },
    );
  });
});

test("normalPath spells a path one way", () => {
  expect([".//a/./b/", "a/b", "/a/b"].map(normalPath)).toEqual(["a/b", "a/b", "a/b"]);
});

test("writesOf lists what a step changes, adds and deletes, not what it must leave alone", () => {
  const files = {
    change: [{ path: "a" }],
    add: [{ path: "b", note: "new" }],
    delete: [{ path: "c" }],
    mustNotTouch: [{ path: "d" }],
  };
  expect(writesOf(aStep("x", { files }))).toEqual(["a", "b", "c"]);
});

const name = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 });
const glob = fc.string({ unit: fc.constantFrom("a", "b", "?", "*"), minLength: 1, maxLength: 3 });
const anyPath = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));
const anyEntry = fc
  .array(
    fc.oneof(
      name,
      fc.constant("**"),
      glob.map((text) => text.replace(/\*+/g, "*")),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((names) => names.join("/"));
const smallEntry = fc
  .array(fc.constantFrom("a", "b", "*", "**", "?", "a*", "*b"), { minLength: 1, maxLength: 2 })
  .map((names) => names.join("/"));

/** Matches a path with a slash behind it, so that what is below a name counts as covered. */
function asRegExp(entry: string): RegExp {
  const names = entry
    .split("/")
    .map((part) => (part === "**" ? "(?:[^/]+/)*" : `${part.replaceAll("?", "[^/]").replaceAll("*", "[^/]*")}/`));
  return new RegExp(`^${names.join("")}`);
}

function pathsOf(names: readonly string[], depth: number): string[] {
  const paths: string[][] = [[]];
  for (const path of paths) if (path.length < depth) paths.push(...names.map((next) => [...path, next]));
  return paths.slice(1).map((path) => path.join("/"));
}

test.each([
  ["src/a.ts", "**/*.sql", false],
  ["src/a.ts", "src/*", true],
  ["Makefile", "**/*.md", false],
  ["src/a.ts", "src/a.ts", true],
  ["src/a.ts", "src/", true],
  ["src", "**/*.sql", true],
  ["Tests", "**/*.swift", true],
  [".github", "**/*.yml", true],
  ["", "src/a.ts", false],
])("%j and %j have a file in common: %s", (a, b, expected) => {
  expect(haveFileInCommon(a, b)).toBe(expected);
  expect(haveFileInCommon(b, a)).toBe(expected);
});
