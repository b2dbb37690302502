import fc from "fast-check";
import { expect, test } from "vitest";
import { leavesRepository, resolvePath } from "./paths.ts";

test.each([
  ["", "a/b", "a/b"],
  ["", "./a//b/", "a/b"],
  ["", ".", ""],
  ["", "a/..", ""],
  ["", "..", ".."],
  ["", "a/../../b", "../b"],
  ["", "../../b", "../../b"],
  ["web", "../a", "a"],
  ["web", "../../a", "../a"],
  ["..", "a", "../a"],
  ["web", "/etc/../a", "/a"],
  ["/etc", "a", "/etc/a"],
  ["/etc", "../../a", "/a"],
  ["~", "a", "~/a"],
  ["~/x", "../a", "~/a"],
])("from %j, %j is %j", (folder, path, resolved) => {
  expect(resolvePath(folder, path)).toBe(resolved);
});

test.each([
  ["a", false],
  ["", false],
  ["..a", false],
  ["~a", false],
  ["..", true],
  ["../a", true],
  ["/", true],
  ["~", true],
  ["~/a", true],
])("%j leaves the repository: %j", (path, leaves) => {
  expect(leavesRepository(path)).toBe(leaves);
});

test("going on from where a path led is the same as going there in one go", () => {
  const path = fc.array(fc.constantFrom("a", "b", ".", "..", ""), { maxLength: 6 }).map((names) => names.join("/"));
  const relative = path.map((each) => each.replace(/^\/+/, ""));
  fc.assert(
    fc.property(relative, relative, (first, second) => {
      expect(resolvePath(resolvePath("", first), second)).toBe(
        resolvePath("", `${first}/${second}`.replace(/^\/+/, "")),
      );
    }),
  );
});
