import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { openHome } from "./home.ts";

let home: string;
const before = process.env.PLANWRIGHT_HOME;

beforeEach(() => {
  home = join(tempFolder(), "home");
  process.env.PLANWRIGHT_HOME = home;
});

afterEach(() => {
  if (before === undefined) delete process.env.PLANWRIGHT_HOME;
  else process.env.PLANWRIGHT_HOME = before;
});

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

test("a new home is its owner's alone", () => {
  openHome(null);
  expect(modeOf(home)).toBe(0o700);
});

test("a home of ours that stands open is closed", () => {
  mkdirSync(join(home, "keys"), { recursive: true });
  chmodSync(home, 0o755);
  openHome(null);
  expect(modeOf(home)).toBe(0o700);
});

test("an open folder with other things in it is left as it is, and refused", () => {
  mkdirSync(home);
  writeFileSync(join(home, "somebody's"), "");
  chmodSync(home, 0o1777);
  expect(() => openHome(null)).toThrow(/home is open to other users and holds other things, too; set PLANWRIGHT_HOME/);
  expect(modeOf(home)).toBe(0o1777);
});
