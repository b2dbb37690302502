import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import type { Mount } from "../ports/sandbox.ts";
import { mountPointsIn } from "./mount-points.ts";

function aPlace() {
  const folder = tempFolder();
  for (const name of ["work", "shown", "elsewhere"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "file"), "A=1");
  const work = join(folder, "work");
  const mount = (path: string, what: "shown" | "file"): Mount => ({
    ...{ show: join(folder, what), at: `/at/${path}`, access: "read" },
  });
  return { folder, work, mount, all: () => readdirSync(work, { recursive: true }).map(String).sort() };
}

test("empty folders and files are made where something will be mounted", () => {
  const { work, mount, all } = aPlace();
  mountPointsIn(work, "/at", [
    mount("node_modules", "shown"),
    mount("packages/a/deps", "shown"),
    mount("b/.env", "file"),
  ]);
  expect(all()).toEqual(["b", "b/.env", "node_modules", "packages", "packages/a", "packages/a/deps"]);
  expect(lstatSync(join(work, "b/.env")).size).toBe(0);
});

test("what is there already stays as it is, and other places are none of the tree's", () => {
  const { work, mount, all } = aPlace();
  mkdirSync(join(work, "node_modules"));
  writeFileSync(join(work, ".env"), "B=2");
  const mounts = [mount("node_modules", "shown"), mount(".env", "file")];
  mountPointsIn(work, "/at", [
    ...mounts,
    { ...mount("x", "shown"), at: "/tmp/home/x" },
    { ...mount("", "shown"), at: "/at" },
  ]);
  mountPointsIn(work, "/at", mounts);
  expect(all()).toEqual([".env", "node_modules"]);
  expect(lstatSync(join(work, ".env")).size).toBe(3);
});

test("nothing is made through a link, nor where a file is in the way", () => {
  const { folder, work, mount, all } = aPlace();
  symlinkSync(join(folder, "elsewhere"), join(work, "packages"));
  symlinkSync(join(folder, "elsewhere/new"), join(work, ".env"));
  writeFileSync(join(work, "a"), "");
  mountPointsIn(work, "/at", [mount("packages/a/deps", "shown"), mount("a/deps", "shown"), mount(".env", "file")]);
  expect(all()).toEqual([".env", "a", "packages"]);
  expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
});
