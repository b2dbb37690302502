import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { repositoryWords } from "./repository-words.ts";

function repositoryWith(files: Record<string, string | Buffer>): string {
  const top = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
  return top;
}
const wordsOf = (files: Record<string, string | Buffer>) => repositoryWords(repositoryWith(files), "plan.md");

test("a word is found in any text file, as a whole word", () => {
  const mentions = wordsOf({ "src/a.ts": "const tokenStore = größe_1;", "b.md": "max_retries", Makefile: "all:" });
  for (const word of ["tokenStore", "größe_1", "max_retries", "all", "tokenStore.max_retries()"])
    expect(mentions(word), word).toBe(true);
  for (const word of ["token", "Store", "TokenStore", "retries", "tokenStore.other"])
    expect(mentions(word), word).toBe(false);
});

test("what others wrote, builds, dot folders, binaries and large files are not read", () => {
  const mentions = wordsOf({
    "node_modules/a/index.js": "inModules",
    "web/node_modules/a.js": "inModules",
    "vendor/a.go": "inVendor",
    "dist/a.js": "inDist",
    ".git/config": "inGit",
    ".cache/a": "inCache",
    "a.png": Buffer.from("\0inBinary"),
    "large.txt": `inLarge ${"x ".repeat(300_000)}`,
  });
  for (const word of ["inModules", "inVendor", "inDist", "inGit", "inCache", "inBinary", "inLarge", "x"])
    expect(mentions(word), word).toBe(false);
});

test("the plan itself is left out, be it a file or a folder", () => {
  const top = repositoryWith({ "docs/plan.md": "inPlan", "docs/a.md": "inDocs", "plans/one/tasks/01.md": "inTask" });
  const besidesFile = repositoryWords(top, join(top, "docs/plan.md"));
  expect([besidesFile("inPlan"), besidesFile("inDocs"), besidesFile("inTask")]).toEqual([false, true, true]);
  const besidesFolder = repositoryWords(top, join(top, "plans/one"));
  expect([besidesFolder("inPlan"), besidesFolder("inTask")]).toEqual([true, false]);
});

test("a symbolic link is never followed", () => {
  const outside = repositoryWith({ "a.md": "outside" });
  const top = repositoryWith({ "src/b.md": "inside" });
  symlinkSync(outside, join(top, "folder"));
  symlinkSync(join(outside, "a.md"), join(top, "file.md"));
  symlinkSync(top, join(top, "circle"));
  const mentions = repositoryWords(top, join(top, "plan.md"));
  expect([mentions("inside"), mentions("outside")]).toEqual([true, false]);
});

test("is read at most once, and only when somebody asks", () => {
  const top = repositoryWith({ "a.md": "before" });
  const mentions = repositoryWords(top, "plan.md");
  writeFileSync(join(top, "b.md"), "early");
  expect([mentions("late"), mentions("early"), mentions("before")]).toEqual([false, true, true]);
  writeFileSync(join(top, "c.md"), "late");
  expect(mentions("late")).toBe(false);
  expect(repositoryWords(top, "plan.md")("late")).toBe(false);
});

test("a repository too large to look through mentions everything", () => {
  const limits = { files: 3, folders: 3, bytes: 100, fileBytes: 60 };
  const mentions = (files: Record<string, string>) =>
    repositoryWords(repositoryWith(files), "plan.md", limits)("anything");
  const three = { "a/1": "x", "b/2": "x", "3": "x".repeat(60) };
  expect(mentions(three)).toBe(false);
  expect(mentions({ ...three, "4": "" })).toBe(true);
  expect(mentions({ ...three, "b/2": "x".repeat(40) })).toBe(true);
  expect(mentions({ ...three, "b/2": "x".repeat(61) })).toBe(false);
  expect(mentions({ "a/b/c/1": "x" })).toBe(true);
});
