import { expect, test } from "vitest";
import { diffText } from "./diff-text.ts";

test("shows the lines that differ, and a few around them", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  expect(diffText("/a.txt", before, before.replace("5\n", "five\nand a half\n"))).toMatchInlineSnapshot(`
    "--- /a.txt
    +++ /a.txt
    @@ -2 +2 @@
     2
     3
     4
    -5
    +five
    +and a half
     6
     7
     8
    "
  `);
});

test.each([
  ["a new file", null, "x\n", "--- /dev/null\n+++ /a\n@@ -1 +1 @@\n+x\n"],
  ["an emptied file", "x\n", "", "--- /a\n+++ /a\n@@ -1 +1 @@\n-x\n"],
  ["a line more of the same", "x\nx\n", "x\nx\nx\n", "--- /a\n+++ /a\n@@ -1 +1 @@\n x\n x\n+x\n"],
  ["a line less of the same", "x\nx\nx\n", "x\nx\n", "--- /a\n+++ /a\n@@ -1 +1 @@\n x\n x\n-x\n"],
  ["nothing that changed", "x\n", "x\n", ""],
])("shows %s", (_, before, after, diff) => {
  expect(diffText("/a", before, after)).toBe(diff);
});

test("is cut between two lines when it is long", () => {
  const diff = diffText("/a", null, "0123456789\n".repeat(10_000));
  expect(diff.length).toBeLessThan(17_000);
  expect(diff).toMatch(/\n\+0123456789\n…\n$/);
});
