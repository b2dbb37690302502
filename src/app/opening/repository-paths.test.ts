import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { leadsOutside, repositoryOf, sizeOf } from "./repository-paths.ts";

describe("the repository of a plan", () => {
  function aPlanBelow(top: string): string {
    mkdirSync(join(top, "a/b/.plan"), { recursive: true });
    writeFileSync(join(top, "a/b/plan.md"), "");
    return join(top, "a/b/plan.md");
  }
  function standingIn(folder: string): void {
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));
  }

  test("is the nearest folder above with a .git, wherever the command runs", () => {
    const top = tempFolder();
    const plan = aPlanBelow(top);
    writeFileSync(join(top, "a/.git"), "gitdir: elsewhere");
    expect(repositoryOf(plan)).toBe(join(top, "a"));
    expect(repositoryOf(join(top, "a/b/.plan"))).toBe(join(top, "a"));
  });

  test("is the one where the command runs, for a plan that lies in none", () => {
    const repository = tempFolder();
    mkdirSync(join(repository, ".git"));
    mkdirSync(join(repository, "src"));
    standingIn(join(repository, "src"));
    expect(repositoryOf(aPlanBelow(tempFolder()))).toBe(realpathSync(repository));
  });

  test("is the plan's own folder, where there is none at all", () => {
    const plan = aPlanBelow(tempFolder());
    standingIn(tempFolder());
    expect(repositoryOf(plan)).toBe(dirname(plan));
    expect(repositoryOf(join(dirname(plan), ".plan"))).toBe(join(dirname(plan), ".plan"));
  });
});

test("only a file has a size, and a name that no file can have is no error", () => {
  const top = tempFolder();
  writeFileSync(join(top, "a.md"), "four");
  expect(sizeOf(join(top, "a.md"))).toBe(4);
  for (const name of ["", "gone.md", "a.md/b", "x".repeat(5_000), "nul\0byte"])
    expect(sizeOf(`${top}/${name}`)).toBeNull();
});

describe("a path leads outside", () => {
  function linked(links: Record<string, string>): (path: string) => boolean {
    const folder = tempFolder();
    const top = join(folder, "top");
    mkdirSync(join(top, "src/deep"), { recursive: true });
    mkdirSync(join(folder, "top-secret"));
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(top, name));
    return (path) => leadsOutside(top, path);
  }

  test("by a link out of the repository, however far below it the path ends", () => {
    const leads = linked({ out: "../top-secret", "src/far": "/" });
    for (const path of ["out", "out/a/b.md", "./src/far/etc"]) expect(leads(path), path).toBe(true);
  });

  test("by a link whose target is not there yet, and by links in a circle", () => {
    const leads = linked({ dangling: "../not-yet/a.md", chain: "dangling", circle: "circle" });
    for (const path of ["dangling", "chain", "circle", "circle/a.md"]) expect(leads(path), path).toBe(true);
  });

  test("not by a link that stays, by what is not there, or by its name alone", () => {
    const leads = linked({ in: "src/deep", later: "src/not-yet.md", "src/deep/up": "../later.md" });
    const paths = [
      "in",
      "in/a.md",
      "later",
      "in/up",
      "src",
      "src/gone/a.md",
      "../top-secret",
      "/etc",
      ".",
      "nul\0byte",
    ];
    for (const path of paths) expect(leads(path), path).toBe(false);
  });

  test("and a very long one is answered all the same", () => {
    const leads = linked({ out: "../top-secret" });
    expect(leads("a/".repeat(500_000))).toBe(false);
    expect(leads(`out/${"a/".repeat(500_000)}`)).toBe(true);
  });
});
