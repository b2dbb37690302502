import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, type Files, harnessFor, type Repository } from "../a-repository.testkit.ts";
import { pathsIn } from "../git/nul-paths.ts";
import { entryAt, findEntry, type IndexEntry, indexWith, parseIndex } from "../objects/index-file.ts";
import { edit, someEdits } from "../work-edits.testkit.ts";
import { changedPaths } from "./changed-paths.ts";
import { snapshot } from "./snapshot.ts";
import { statChanges } from "./stat-changes.ts";

const NONE = { deleted: [], present: [], isSure: true };

/** A repository whose folder an index knows that is younger than all its files. */
async function world(files: Files, repository: Repository = aRepository()) {
  repository.commit(files);
  const git = await harnessFor(repository);
  const index = join(tempFolder(), "index");
  const note = () => {
    rmSync(index, { force: true });
    repository.gitWith({ env: { GIT_INDEX_FILE: index } }, "add", "-A");
    age(index, 10);
  };
  note();
  return {
    ...repository,
    harness: git,
    index,
    note,
    at: (path: string) => join(repository.path, path),
    look: () => statChanges(git, repository.path, index),
    changed: () => changedPaths(git, repository.path, index, Promise.resolve([])),
    known: () => parseIndex(git, readFileSync(index)) ?? expect.fail("an index that is not known"),
  };
}

/** As if it had been written that many seconds from now. */
const age = (path: string, seconds: number) =>
  utimesSync(path, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds);

/** Writes an index with one entry that is not as git wrote it. */
function forge(
  { harness, index, known }: Awaited<ReturnType<typeof world>>,
  path: string,
  change: Partial<IndexEntry>,
) {
  const entry = entryAt(known(), findEntry(known(), path));
  const bytes = indexWith(harness, known(), new Map([[path, { ...entry, ...change }]]));
  writeFileSync(index, bytes ?? expect.fail("an index that is not known"));
  age(index, 10);
}

describe.each(["sha1", "sha256"])("of an index in a %s repository", (format) => {
  test("nothing is told while nothing changes, whatever the kind of file", async () => {
    const files = { a: "a", "b/c": "", "b/run": { script: "true" }, link: { link: "nowhere" }, "b/\xe9\n": "x" };
    const { look } = await world(files, aRepository(`--object-format=${format}`));
    expect(look()).toEqual(NONE);
  });

  test("a file is told that differs in a single number: each of them, one after the other", async () => {
    const it = await world({ a: "a" }, aRepository(`--object-format=${format}`));
    const { stat } = entryAt(it.known(), 0);
    for (const column of [0, 1, 2, 3, 5, 7, 8, 9]) {
      const other = Buffer.from(stat);
      other.writeUInt32BE((other.readUInt32BE(4 * column) + 1) % 2 ** 32, 4 * column);
      forge(it, "a", { stat: other });
      expect(it.look(), `column ${column}`).toEqual({ ...NONE, present: ["a"] });
    }
    forge(it, "a", { stat });
    expect(it.look()).toEqual(NONE);
  });

  test("an entry without a size is one of which git found a change, unless its file was empty", async () => {
    const it = await world({ a: "", b: "b" }, aRepository(`--object-format=${format}`));
    const { id } = entryAt(it.known(), findEntry(it.known(), "b"));
    expect(it.look()).toEqual(NONE);
    forge(it, "a", { id });
    expect(it.look()).toEqual({ ...NONE, present: ["a"] });
  });
});

test("changed and gone files are told, by their content, mode, kind and place", async () => {
  const { look, write, at } = await world({
    ...{ again: "aa", mode: "m", "gone/x": "x", kept: "k", kind: "k", touched: "t" },
    ...{ "link/x": "x", "link/deep/y": "y", "file/x": "x", folder: "f", pipe: "p" },
  });
  const { atime, mtime } = statSync(at("again"));
  writeFileSync(at("again"), "bb");
  utimesSync(at("again"), atime, mtime);
  chmodSync(at("mode"), 0o755);
  utimesSync(at("touched"), 1, 1);
  write({ gone: null, folder: null, pipe: null, kind: { link: "kept" }, file: "now a file" });
  write({ "folder/new": "" });
  spawnSync("mkfifo", [at("pipe")]);
  renameSync(at("link"), at("moved"));
  symlinkSync("moved", at("link"));
  expect(lstatSync(at("link/deep/y")).isFile()).toBe(true);
  expect(look()).toEqual({
    deleted: ["file/x", "folder", "gone/x", "link/deep/y", "link/x"],
    present: ["again", "kind", "mode", "pipe", "touched"],
    isSure: true,
  });
});

describe("git is asked", () => {
  test("about a file as young as the index, because it may have changed again since", async () => {
    const it = await world({ a: "aa", b: "b" });
    const { id } = entryAt(it.known(), findEntry(it.known(), "a"));
    it.write({ a: "bb" });
    it.note();
    // Now the index knows this file by heart, and takes it for what it was before.
    forge(it, "a", { id });
    expect(it.look()).toEqual(NONE);
    // To the last nanosecond.
    spawnSync("touch", ["-r", it.at("a"), it.index]);
    expect(it.look()).toMatchObject({ isSure: false });
    expect(await it.changed()).toMatchObject({ present: ["a"] });
  });

  test("about a file that comes from the future", async () => {
    const it = await world({ a: "a" });
    age(it.at("a"), 1000);
    it.note();
    expect(it.look()).toMatchObject({ isSure: false });
    expect(await it.changed()).toEqual({ deleted: [], present: [] });
  });

  test("about a file that somebody has made look old after the index was written", async () => {
    const it = await world({ a: "a" });
    utimesSync(it.at("a"), 1000, 1000);
    it.note();
    expect(it.look()).toEqual(NONE);
    age(it.index, -10);
    expect(it.look()).toMatchObject({ isSure: false });
  });

  test("once: then its answer is noted, and the next look needs no git", async () => {
    const it = await world({ a: "a", b: "b" });
    await setTimeout(50);
    const before = Date.now();
    utimesSync(it.index, 1000, 1000);
    expect(it.look()).toMatchObject({ isSure: false });
    expect(await it.changed()).toEqual(NONE);
    expect(it.look()).toEqual(NONE);
    // Whatever changed while git was looking is younger than this.
    expect(lstatSync(it.index).mtimeMs).toBeLessThan(before);
  });

  test("and notes it, too, where so many files were touched that it is worth it", async () => {
    const it = await world(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}`, ""])));
    for (let at = 0; at < 60; at += 1) utimesSync(it.at(`${at}`), 1000, 1000);
    await setTimeout(50);
    expect(it.look()?.present).toHaveLength(60);
    expect(await it.changed()).toEqual(NONE);
    expect(it.look()).toEqual(NONE);
  });

  test("about modes that are not as noted though nothing else has moved", async () => {
    const it = await world({ a: "a" });
    const { stat } = entryAt(it.known(), 0);
    for (const mode of [0o100755, 0o120000]) {
      const other = Buffer.from(stat);
      other.writeUInt32BE(mode, 24);
      forge(it, "a", { stat: other });
      expect(it.look()).toBeNull();
    }
  });

  test("about flags, extensions and versions that are not known here, and damage", async () => {
    for (const bit of ["--assume-unchanged", "--skip-worktree"]) {
      const it = await world({ a: "a" });
      it.gitWith({ env: { GIT_INDEX_FILE: it.index } }, "update-index", bit, "a");
      expect(it.look(), bit).toBeNull();
    }
    const it = await world({ a: "a" });
    it.write({ b: "b" });
    it.gitWith({ env: { GIT_INDEX_FILE: it.index } }, "add", "--intent-to-add", "b");
    expect(it.look()).toBeNull();
    it.note();
    const bytes = readFileSync(it.index);
    const end = it.known().starts.at(-1);
    const link = Buffer.concat([Buffer.from("link"), Buffer.alloc(4)]);
    writeFileSync(it.index, Buffer.concat([bytes.subarray(0, end), link, Buffer.alloc(20)]));
    expect(it.look()).toBeNull();
    writeFileSync(it.index, bytes.subarray(0, 60));
    expect(it.look()).toBeNull();
    rmSync(it.index);
    expect(it.look()).toBeNull();
  });

  test("about a repository in the place of a file, and about more files than are quick to look at", async () => {
    const it = await world({ a: "a" });
    it.write({ a: null });
    mkdirSync(it.at("a/.git"), { recursive: true });
    expect(it.look()).toBeNull();
    const many = Object.fromEntries(Array.from({ length: 1600 }, (_, at) => [`many/${at}`, ""]));
    expect((await world(many)).look()).toBeNull();
  });
});

test("a submodule is told only when it is no folder any more", async () => {
  const it = await world({ a: "a" });
  const commit = it.git("rev-parse", "HEAD");
  mkdirSync(it.at("sub"));
  it.gitWith({ env: { GIT_INDEX_FILE: it.index } }, "update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
  age(it.index, 10);
  expect(it.look()).toEqual(NONE);
  it.write({ "sub/x": "x" });
  expect(it.look()).toEqual(NONE);
  it.write({ sub: null });
  expect(it.look()).toEqual(NONE);
  it.write({ sub: "a file" });
  expect(it.look()).toEqual({ ...NONE, present: ["sub"] });
});

test("a file as young as its index is read again though the index was made for another base meanwhile", async () => {
  const it = await world({ a: "aa" });
  const old = it.git("rev-parse", "HEAD^{tree}");
  const { id } = entryAt(it.known(), 0);
  it.write({ a: "bb" });
  it.note();
  // Without what git notes of trees, so that the index is made anew.
  forge(it, "a", { id });
  spawnSync("touch", ["-r", it.at("a"), it.index]);
  const { tree } = await snapshot(it.harness, it.path, { index: it.index, base: old });
  expect(it.git("show", `${tree}:a`)).toBe("bb");
});

test("it says what `git diff-files` says, whatever is done in the folder", async () => {
  const it = await world({ "z/kept": "k" });
  await fc.assert(
    fc.asyncProperty(someEdits(10), someEdits(6), async (first, then) => {
      for (const each of first) edit(it.path, each);
      it.note();
      for (const each of then) edit(it.path, each);
      const own = it.look();
      const diff = ["diff-files", "-z", "--name-status", "--ignore-submodules=all"];
      const { stdout, stderr } = await it.harness.run(diff, { index: it.index, workTree: it.path });
      // Git tells of what lies behind a link to itself in words only.
      fc.pre(stderr === "");
      const fields = pathsIn(stdout);
      const paths = fields.filter((_, at) => at % 2 === 1);
      const deleted = paths.filter((_, at) => fields[2 * at] === "D");
      expect(own?.isSure).toBe(true);
      expect(own?.deleted.toSorted()).toEqual(deleted.toSorted());
      expect(own?.present).toEqual(expect.arrayContaining(paths.filter((path) => !deleted.includes(path))));
    }),
    { numRuns: 25 },
  );
}, 60_000);
