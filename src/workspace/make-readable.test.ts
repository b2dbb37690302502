import { chmodSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { makeReadable } from "./make-readable.ts";
import { makeOwnFolder } from "./own-folder.ts";

test("what a worker has closed can be read again, and links are left alone", () => {
  const outside = join(tempFolder(), "outside");
  writeFileSync(outside, "theirs", { mode: 0o000 });
  const folder = makeOwnFolder(join(tempFolder(), "run"));
  mkdirSync(join(folder, "tree/deep"), { recursive: true });
  writeFileSync(join(folder, "tree/deep/a.sh"), "a");
  symlinkSync(outside, join(folder, "tree/deep/link"));
  chmodSync(join(folder, "tree/deep/a.sh"), 0o110);
  chmodSync(join(folder, "tree/deep"), 0o000);
  makeReadable(folder, "tree");
  expect(readFileSync(join(folder, "tree/deep/a.sh"), "utf8")).toBe("a");
  expect(lstatSync(join(folder, "tree/deep/a.sh")).mode & 0o777).toBe(0o510);
  expect(lstatSync(outside).mode & 0o777).toBe(0o000);
});

test("only a folder of ours is touched", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "tree"), { mode: 0o500 });
  expect(() => makeReadable(folder, "tree")).toThrow(/not/);
  expect(lstatSync(join(folder, "tree")).mode & 0o777).toBe(0o500);
});
