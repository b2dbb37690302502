import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { writeAtomically } from "./write-atomically.ts";

test("replaces what a link leads to, and leaves no draft", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "a"), "old");
  symlinkSync("a", join(folder, "link"));
  writeAtomically(join(folder, "link"), "new");
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("new");
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["a", "link"]);
});

test("keeps the mode, also where the umask would take some of it away", () => {
  const path = join(tempFolder(), "a");
  const before = process.umask(0);
  writeFileSync(path, "old", { mode: 0o664 });
  process.umask(0o077);
  try {
    writeAtomically(path, "new");
  } finally {
    process.umask(before);
  }
  expect(statSync(path).mode & 0o777).toBe(0o664);
});
