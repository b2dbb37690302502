import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../test/temp-folder.ts";
import { inItsFolder } from "./held-folder.ts";

/** A folder `a/b`, and another one beside it that a link could lead to. */
function aPlace() {
  const [root, outside] = [tempFolder(), tempFolder()];
  mkdirSync(join(root, "a/b"), { recursive: true });
  mkdirSync(join(outside, "b"));
  const place = { name: "a/b/file", root, within: ["a", "b", "file"], path: join(root, "a/b/file") };
  const swap = (): void => {
    renameSync(join(root, "a"), join(root, "moved"));
    symlinkSync(outside, join(root, "a"));
  };
  return { root, outside, place, swap };
}

test("a folder is held: who swaps it for a link meanwhile moves nothing", () => {
  const { root, outside, place, swap } = aPlace();
  inItsFolder(place, { make: false }, (at) => {
    swap();
    writeFileSync(at, "x");
  });
  expect(readdirSync(join(outside, "b"))).toEqual([]);
  expect(readdirSync(join(root, "moved/b"))).toEqual(["file"]);
});

test.each([true, false])("a link on the way is never followed, whether folders are made or not (%s)", (make) => {
  const { outside, place, swap } = aPlace();
  swap();
  expect(() => inItsFolder(place, { make }, (at) => writeFileSync(at, "x"))).toThrow(/ELOOP|ENOTDIR/);
  expect(readdirSync(join(outside, "b"))).toEqual([]);
});

test("makes the folders that are missing, when it may, and leaves no handle open", () => {
  const root = tempFolder();
  const place = { name: "x/y/z", root, within: ["x", "y", "z"], path: join(root, "x/y/z") };
  const before = readdirSync("/proc/self/fd").length;
  expect(() => inItsFolder(place, { make: false }, () => {})).toThrow("ENOENT");
  inItsFolder(place, { make: true }, (at) => writeFileSync(at, ""));
  expect(readdirSync(join(root, "x/y"))).toEqual(["z"]);
  expect(readdirSync("/proc/self/fd").length).toBe(before);
});
