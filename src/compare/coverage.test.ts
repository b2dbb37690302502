import fc from "fast-check";
import { expect, test } from "vitest";
import { covers } from "../plan/files.ts";
import { coverage } from "./coverage.ts";

const name = fc.constantFrom("a", "b", "ab");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const entry = fc
  .array(fc.oneof(name, fc.constantFrom("*", "**", "a*", "?", ".", "**b")), { minLength: 1, maxLength: 3 })
  .chain((names) => fc.constantFrom(names.join("/"), `${names.join("/")}/`, `./${names.join("/")}`));

test("what is certainly covered is covered, path by path", () => {
  const seen = { covered: 0 };
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 3 }), entry, path, (entries, asked, path) => {
      if (!coverage(entries)(asked)) return;
      seen.covered += 1;
      if (covers(asked, path)) expect(entries.some((each) => covers(each, path))).toBe(true);
    }),
    { numRuns: 5000 },
  );
  expect(seen.covered).toBeGreaterThan(500);
});

test.each([
  [["src"], "src/a.ts", true],
  [["src/"], "./src//a/", true],
  [["src"], "src/**/*.ts", true],
  [["src/**"], "src", true],
  [["."], "anything/*", true],
  [["src/*.ts"], "src/*.ts", true],
  [["src/*"], "src", false],
  [["src/a*"], "src/ab*", false],
  [["src"], "srcs", false],
  [[""], "src", false],
  [[], "", true],
])("%j covers %j: %s", (entries, asked, isCovered) => {
  expect(coverage(entries)(asked)).toBe(isCovered);
});
