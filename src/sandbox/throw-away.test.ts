import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
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
  const { places, overlays } = prepareThrowAway([{ show, type: "folder", make: [...make] }], scratch, false);
  expect(overlays).toEqual([]);
  const copy = places[0] ?? "";
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

test("lays one overlay over folders that lie side by side, and one of its own over any other", () => {
  const [family, other, scratch] = [tempFolder(), tempFolder(), tempFolder()];
  for (const name of ["tree", "git"]) mkdirSync(join(family, name));
  const slot = (show: string) => ({ show, type: "folder" as const, make: [] });
  const prepared = prepareThrowAway([join(family, "tree"), other, join(family, "git")].map(slot), scratch, true);
  expect(prepared).toEqual({
    places: [join(scratch, "mnt.0/tree"), join(scratch, "mnt.1"), join(scratch, "mnt.0/git")],
    overlays: [
      { number: 0, over: family, lower: family, make: [] },
      { number: 1, over: other, lower: other, make: [] },
    ],
  });
});

test("lays no overlay over a folder that the scratch folder lies in", () => {
  const parent = tempFolder();
  const [tree, git, scratch] = ["tree", "git", "scratch"].map((name) => join(parent, name)) as [string, string, string];
  for (const folder of [tree, git, scratch]) mkdirSync(folder);
  const slot = (show: string) => ({ show, type: "folder" as const, make: [] });
  const { overlays } = prepareThrowAway([slot(tree), slot(git)], scratch, true);
  expect(overlays.map(({ over }) => over)).toEqual([tree, git]);
});

test("names a folder by a link where mount options could not name it", () => {
  const [show, scratch] = [join(tempFolder(), "a,b:c"), tempFolder()];
  mkdirSync(show);
  const { overlays } = prepareThrowAway([{ show, type: "folder", make: [] }], scratch, true);
  expect(overlays).toMatchObject([{ lower: "lower.0" }]);
  expect(readlinkSync(join(scratch, "lower.0"))).toBe(show);
});

test("makes what other mounts need at the top beforehand, in a folder with the mode of the one below", () => {
  const [family, scratch] = [tempFolder(), tempFolder()];
  for (const name of ["tree", "git"]) mkdirSync(join(family, name), { mode: 0o700 });
  const make = [
    { within: "/.git", type: "file" as const },
    { within: "/deep/place", type: "folder" as const },
  ];
  const slots = [
    { show: join(family, "tree"), make },
    { show: join(family, "git"), make: [] },
  ];
  const { overlays } = prepareThrowAway(
    slots.map((slot) => ({ ...slot, type: "folder" as const })),
    scratch,
    true,
  );
  expect(lstatSync(join(scratch, "upper.0/tree")).mode & 0o777).toBe(0o700);
  expect(lstatSync(join(scratch, "upper.0/tree/.git")).isFile()).toBe(true);
  expect(overlays).toMatchObject([{ make: [{ within: "/tree/deep/place", type: "folder" }] }]);
});
