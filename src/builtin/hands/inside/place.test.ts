import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../test/temp-folder.ts";
import { openPlaces, type Places } from "./place.ts";

/** A tree with links of every kind, beside folders that are none of its business. */
function aPlace(mode: "plan" | "act" = "act"): { tree: string; outside: string; kept: string; places: Places } {
  const folder = tempFolder();
  const [tree, outside, kept] = [join(folder, "tree"), join(folder, "tree-outside"), join(folder, "kept")];
  for (const path of [join(tree, "a/b"), join(tree, "plan"), join(tree, ".git"), outside, kept])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(outside, "secret"), "");
  const links = {
    out: outside,
    up: "..",
    file: "../tree-outside/secret",
    home: "a",
    git: ".git",
    none: "../none",
    loop: "loop",
  };
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(tree, name));
  return { tree, outside, kept, places: openPlaces({ tree, mode, planDirs: [join(tree, "plan")] }, kept) };
}

test.each(["a/b", "./a//b/../c", "home/b", "a/new/deep/er", ".", "", "a/..b", "plan"])("%s is in the tree", (path) => {
  const { tree, places } = aPlace();
  expect(places.toRead(path).root).toBe(tree);
  expect(places.toWrite(path).root).toBe(tree);
});

test.each([
  ...[
    "..",
    "../tree-outside",
    "../tree-outside/secret",
    "/etc/passwd",
    "/",
    "a/../../x",
    "out",
    "out/secret",
    "out/new",
  ],
  ...["up", "up/tree-outside/secret", "file", "home/../../x", "~/../../../../etc", "a/b/../../../tree-outside"],
])("%s is outside", (path) => {
  const { places } = aPlace();
  for (const find of [places.toRead, places.toWrite]) expect(() => find(path)).toThrow(/ is outside the tree$/);
});

test.each([".git", ".git/config", ".GIT/config", "a/../.git/x", "git", "git/config", "a/.git/hooks"])(
  "%s is git's",
  (path) => {
    const { places } = aPlace();
    expect(() => places.toWrite(path)).toThrow(/ is git's own: ask git about it$/);
    expect(() => places.toRead(path)).toThrow(/ is git's own/);
  },
);

test("a link that leads nowhere, or in a circle, is told as such; it can only be deleted itself", () => {
  const { tree, places } = aPlace();
  expect(() => places.toWrite("none")).toThrow(/leads nowhere/);
  expect(() => places.toWrite("loop")).toThrow(/leads nowhere/);
  expect(() => places.toRead("a\0b")).toThrow("no path");
  expect(places.toDelete("out").path).toBe(join(tree, "out"));
  expect(places.toDelete("none").path).toBe(join(tree, "none"));
  expect(() => places.toDelete("out/secret")).toThrow(/is outside/);
});

test("what was kept can be read and not written, and in plan mode only the plan is written", () => {
  const { kept, places } = aPlace();
  expect(places.toRead(join(kept, "1.txt")).root).toBe(kept);
  expect(() => places.toWrite(join(kept, "1.txt"))).toThrow("outside the tree");
  const planning = aPlace("plan").places;
  expect(planning.toWrite("plan/new.md").within).toEqual(["new.md"]);
  expect(planning.toRead("a/b").within).toEqual(["a", "b"]);
  for (const path of ["a/x", "plan/../a", "planning", "home/x"])
    expect(() => planning.toWrite(path)).toThrow("outside the plan directories");
});

test("no spelling leads out", () => {
  const { tree, kept, places } = aPlace();
  const part = fc.constantFrom(
    "..",
    ".",
    "",
    "a",
    "b",
    "out",
    "up",
    "file",
    "home",
    "git",
    "tree-outside",
    "tree",
    "none",
    "x",
    "\\",
    "%2e%2e",
    "…",
    "plan",
  );
  const path = fc
    .tuple(fc.constantFrom("", "/", `${tree}/`, `${kept}/`, "//", "./"), fc.array(part, { maxLength: 8 }))
    .map(([first, parts]) => first + parts.join("/"));
  fc.assert(
    fc.property(path, (spelled) => {
      for (const find of [places.toWrite, places.toDelete]) {
        let found: string | null = null;
        try {
          found = find(spelled).path;
        } catch (error) {
          expect((error as Error).name).toBe("Trouble");
        }
        if (found === null) continue;
        expect(`${found}/`.startsWith(`${tree}/`)).toBe(true);
        expect(`${realFolderOf(found)}/`.startsWith(`${realpathSync(tree)}/`)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

/** The folder that a path lies in, or the first above it that is there. */
function realFolderOf(path: string): string {
  const above = join(path, "..");
  try {
    return path.endsWith("/tree") ? realpathSync(path) : realpathSync(above);
  } catch {
    return realFolderOf(above);
  }
}
