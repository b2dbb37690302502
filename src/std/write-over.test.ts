import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { writeOver } from "./write-over.ts";

test.each([
  ["shorter", "ab"],
  ["longer", "abcdefgh"],
  ["as long", "abcd"],
  ["nothing", ""],
  ["more bytes than letters", "äöü"],
])("what is written over by something %s is that and nothing else", (_, content) => {
  const path = join(tempFolder(), "file");
  writeFileSync(path, "1234", { mode: 0o600 });
  const { ino } = statSync(path);
  writeOver(path, content);
  expect(readFileSync(path, "utf8")).toBe(content);
  expect(statSync(path)).toMatchObject({ ino, mode: 0o100600 });
  writeOver(path, Buffer.from("again"));
  expect(readFileSync(path, "utf8")).toBe("again");
});

test("a file that is not there is made, with its mode", () => {
  const path = join(tempFolder(), "file");
  writeOver(path, "new", 0o600);
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["new", 0o600]);
});

test("where no file can be, it says so", () => {
  const folder = tempFolder();
  expect(() => writeOver(folder, "x")).toThrow("EISDIR");
  expect(() => writeOver(join(folder, "no/file"), "x")).toThrow("ENOENT");
  symlinkSync(join(folder, "elsewhere"), join(folder, "link"));
  expect(() => writeOver(join(folder, "link"), "x")).toThrow("ELOOP");
});
