import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { inFolder } from "./held-folder.ts";

test("a folder stays the one that was opened when a link takes its place", () => {
  const [top, outside] = [tempFolder(), tempFolder()];
  const folder = join(top, "tasks");
  mkdirSync(folder);
  writeFileSync(join(folder, "ours"), "");
  writeFileSync(join(outside, "theirs"), "");
  const seen = inFolder(folder, (at) => {
    renameSync(folder, join(top, "moved"));
    symlinkSync(outside, folder);
    return readdirSync(at);
  });
  expect(seen).toEqual(["ours"]);
});

test("a link, a file and nothing at all are no folders", () => {
  const top = tempFolder();
  writeFileSync(join(top, "file"), "");
  symlinkSync(top, join(top, "link"));
  for (const name of ["file", "link", "nothing"]) expect(inFolder(join(top, name), () => "in")).toBe(null);
});
