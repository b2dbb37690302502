import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { removeDeadDrafts } from "./dead-drafts.ts";

test("drafts of the dead go; those of the living, and everything else, stay", () => {
  const folder = tempFolder();
  const dead = spawnSync("true").pid;
  const living = [`.a.${process.pid}.tmp`, "b.1.tmp", "c.tmp", "d.999.txt"];
  for (const name of [...living, `.a.${dead}.tmp`, `config.12ab.${dead}.tmp`]) writeFileSync(join(folder, name), "");
  removeDeadDrafts(folder);
  expect(readdirSync(folder).sort()).toEqual(living.sort());
});

test("a folder that is not there has none", () => {
  expect(() => removeDeadDrafts(join(tempFolder(), "gone"))).not.toThrow();
});
