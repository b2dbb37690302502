import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../test/temp-folder.ts";
import { type Change, unifiedDiff } from "./unified-diff.ts";

const ranged = (before: string, ...changes: [old: string, by: string][]): string =>
  unifiedDiff(
    "f",
    Buffer.from(before),
    changes.map(([old, by]) => ({
      from: before.indexOf(old),
      to: before.indexOf(old) + old.length,
      by: Buffer.from(by),
    })),
  );

test("shows three lines around, and changes far apart each on their own", () => {
  const before = Array.from({ length: 30 }, (_, at) => `l${at}\n`).join("");
  expect(ranged(before, ["l5\n", ""], ["l20", "x\ny"])).toMatchInlineSnapshot(`
    "--- a/f
    +++ b/f
    @@ -3,8 +3,7 @@
     l2
     l3
     l4
    -l5
     l6
     l7
     l8
     l9
    @@ -18,7 +17,8 @@
     l17
     l18
     l19
    -l20
    +x
    +y
     l21
     l22
     l23
    "
  `);
});

test("a new file, a deleted one, and one without a last line break", () => {
  const by = Buffer.from("a\nb");
  expect(unifiedDiff("f", null, [{ from: 0, to: 0, by }])).toBe(
    "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n",
  );
  expect(unifiedDiff("f", by, [{ from: 0, to: 3, by: Buffer.alloc(0) }], false)).toBe(
    "--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n\\ No newline at end of file\n",
  );
  expect(unifiedDiff("f", by, [{ from: 0, to: 3, by }])).toBe("");
});

test("git can apply it, and gets what was written", () => {
  const folder = tempFolder();
  execFileSync("git", ["init", "-q", folder]);
  const texts = fc
    .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "long line\n", "x"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  const cuts = fc.array(
    fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom("", "Z", "new\n", "a\nb\n"),
    ),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(texts, cuts, (before, wanted) => {
      let at = 0;
      const changes = wanted.map(([start, length, by]): Change => {
        const from = at + Math.floor(start * (before.length - at));
        at = from + Math.floor(length * Math.min(8, before.length - from));
        return { from, to: at, by: Buffer.from(by) };
      });
      const after = changes.reduceRight((text, { from, to, by }) => text.slice(0, from) + by + text.slice(to), before);
      fc.pre(before !== after && before !== "");
      writeFileSync(join(folder, "f"), before);
      writeFileSync(join(folder, "diff"), unifiedDiff("f", Buffer.from(before), changes));
      execFileSync("git", ["-C", folder, "apply", "--whitespace=nowarn", "--unidiff-zero", "diff"], { stdio: "pipe" });
      expect(readFileSync(join(folder, "f"), "utf8")).toBe(after);
    }),
    { numRuns: 150 },
  );
});

test("a very long one is cut", () => {
  expect(unifiedDiff("f", null, [{ from: 0, to: 0, by: Buffer.alloc(1_000_000, "line\n") }]).length).toBeLessThan(
    33_000,
  );
});
