import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { startOf } from "../std/process-start.ts";
import { isLeftOver, newRunName } from "./run-name.ts";
import { makeScratch, removeTree, sweepScratch } from "./scratch.ts";

test("removes what dead processes left, and nothing else", async () => {
  const root = tempFolder();
  const mine = makeScratch(root);
  // The number of a living process, that started at another time.
  for (const name of ["planwright-999999999-5-1", `planwright-${process.pid}-5-1`, "notes", "planwright-x"]) {
    mkdirSync(join(root, name, "inside"), { recursive: true });
  }
  await sweepScratch(root);
  expect(readdirSync(root).sort()).toEqual(["notes", mine.slice(root.length + 1), "planwright-x"].sort());
});

test("removes folders that nobody may enter", async () => {
  const folder = join(tempFolder(), "a");
  mkdirSync(join(folder, "b/c"), { recursive: true });
  writeFileSync(join(folder, "b/c/d"), "");
  for (const path of ["b/c", "b", ""]) chmodSync(join(folder, path), 0);
  await removeTree(folder);
  expect(existsSync(folder)).toBe(false);
});

test("knows a process by number and start", () => {
  expect(startOf(process.pid)).toMatch(/^\d+$/);
  expect(startOf(999_999_999)).toBeNull();
  expect(isLeftOver(newRunName())).toBe(false);
  expect(newRunName()).not.toBe(newRunName());
});
