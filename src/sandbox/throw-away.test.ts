import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { SandboxError } from "./sandbox-error.ts";
import { prepareThrowAway } from "./throw-away.ts";

test("copies a folder where there are no overlays, with modes, times and links", () => {
  const [show, scratch] = [tempFolder(), tempFolder()];
  mkdirSync(join(show, "a"));
  writeFileSync(join(show, "a/run"), "x", { mode: 0o755 });
  utimesSync(join(show, "a/run"), 1000, 2000);
  symlinkSync("a/run", join(show, "link"));
  spawnSync("mkfifo", [join(show, "fifo")]);
  const make = [
    { within: "/new/place", type: "folder" },
    { within: "/other/file", type: "file" },
  ] as const;
  expect(prepareThrowAway([{ show, type: "folder", make: [...make] }], scratch, false)).toEqual([]);
  const copy = join(scratch, "0/mnt");
  expect(readdirSync(copy).sort()).toEqual(["a", "link", "new", "other"]);
  expect(lstatSync(join(copy, "a/run"))).toMatchObject({ mode: 0o100755, mtimeMs: 2_000_000 });
  expect(readFileSync(join(copy, "link"), "utf8")).toBe("x");
  expect(readdirSync(show).sort()).toEqual(["a", "fifo", "link"]);
});

test("refuses to copy a folder that is too large", () => {
  const show = tempFolder();
  writeFileSync(join(show, "a"), "");
  truncateSync(join(show, "a"), 2 ** 30 + 1);
  expect(() => prepareThrowAway([{ show, type: "folder", make: [] }], tempFolder(), false)).toThrow(SandboxError);
});
