import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { notesOn } from "./check-notes.ts";

const NOTHING = { tree: "", ignored: [], hidden: [], special: [], nested: [], filtered: [] };

test("a repository that decides about its sandbox is told on", () => {
  const top = tempFolder();
  writeFileSync(join(top, "planwright.config.yaml"), "roles: [x]\nsandbox: off\n");
  expect(notesOn(top, NOTHING, [])).toEqual([expect.stringMatching(/says `sandbox`, which only your own policy/)]);
});

test.each([
  ["a folder", (path: string) => mkdirSync(path)],
  ["a pipe, which would never end", (path: string) => spawnSync("mkfifo", [path])],
])("where the configuration is %s, there is nothing to tell", (_, make) => {
  const top = tempFolder();
  make(join(top, "planwright.config.yaml"));
  expect(notesOn(top, NOTHING, [])).toEqual([]);
});
