import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { keptFolders } from "./kept-folders.ts";

/** As a run leaves it: an overlay has a folder of mode 000. */
function use(folder: string): void {
  writeFileSync(join(folder, "chain"), "exec true\n");
  for (const name of ["mnt.0", "upper.0/tree", "work.0/work"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "upper.0/tree/of-the-run"), "");
  chmodSync(join(folder, "work.0/work"), 0o000);
}

test("a folder serves again, with nothing in it but what the next run writes or mounts over", async () => {
  const folders = keptFolders(tempFolder());
  const first = folders.take();
  use(first);
  await folders.giveBack(first, true);
  expect(folders.take(), "not before it is empty").not.toBe(first);
  await folders.close();
  expect(readdirSync(first).toSorted()).toEqual(["chain", "mnt.0"]);
  expect(folders.take()).toBe(first);
});

test("no folder is given to two runs, and few are kept", async () => {
  const home = tempFolder();
  const folders = keptFolders(home);
  const taken = Array.from({ length: 9 }, () => folders.take());
  expect(new Set(taken).size).toBe(9);
  taken.map(use);
  for (const folder of taken) await folders.giveBack(folder, true);
  await folders.close();
  expect(readdirSync(home)).toHaveLength(4);
  const again = Array.from({ length: 5 }, () => folders.take());
  expect(new Set(again).size).toBe(5);
  expect(again.filter((folder) => taken.includes(folder))).toHaveLength(4);
});

test("one that somebody has removed is not given to anybody", async () => {
  const folders = keptFolders(tempFolder());
  await folders.giveBack("/nonexistent/run-1", true);
  await folders.close();
  expect(folders.take()).not.toBe("/nonexistent/run-1");
});

test("one in which somebody may still be at work serves nobody again", async () => {
  const home = tempFolder();
  const folders = keptFolders(home);
  const first = folders.take();
  use(first);
  await folders.giveBack(first, false);
  await folders.close();
  expect(readdirSync(home)).toEqual([]);
});

test("whoever has left much is waited for", async () => {
  const folders = keptFolders(tempFolder());
  const first = folders.take();
  use(first);
  for (let number = 0; number < 100; number += 1) writeFileSync(join(first, "upper.0/tree", String(number)), "");
  await folders.giveBack(first, true);
  expect(readdirSync(first).toSorted()).toEqual(["chain", "mnt.0"]);
});
