import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Blob, FileMode, TreeId, Trees } from "../../ports/git.ts";
import { pathOf } from "../../std/path-bytes.ts";
import { aRepository, harnessFor } from "../a-repository.testkit.ts";
import { treesOf } from "./trees.ts";

describe.each(["sha1", "sha256"])("the trees of a %s repository", (format) => {
  test("are listed with every mode, submodules included", async () => {
    const repository = aRepository(`--object-format=${format}`);
    const commit = repository.commit({ "b/c d": "text", "b/run": { script: "true" }, z: { link: "b" } });
    repository.git("update-index", "--add", "--cacheinfo", `160000,${commit},part`);
    repository.git("commit", "-q", "-m", "a submodule");
    const trees = treesOf(await harnessFor(repository));
    const tree = await trees.treeOf(repository.git("rev-parse", "HEAD"));
    const id = (path: string) => repository.git("rev-parse", `HEAD:${path}`);
    expect(await trees.entries(tree)).toEqual([
      { path: "b/c d", mode: "100644", id: id("b/c d") },
      { path: "b/run", mode: "100755", id: id("b/run") },
      { path: "part", mode: "160000", id: commit },
      { path: "z", mode: "120000", id: id("z") },
    ]);
    expect(await trees.changes(await trees.treeOf(commit), tree)).toEqual([
      { path: "part", before: null, after: { mode: "160000", id: commit } },
    ]);
  });

  test("are empty at first", async () => {
    const trees = treesOf(await harnessFor(aRepository(`--object-format=${format}`)));
    expect(await trees.entries(trees.emptyTree)).toEqual([]);
    const file = await trees.write(Buffer.from("x"));
    const tree = await trees.compose(trees.emptyTree, new Map([["a", { mode: "100644", id: file }]]));
    expect(await trees.compose(tree, new Map([["a", null]]))).toBe(trees.emptyTree);
  });
});

describe("contents", () => {
  test("come back in the order asked for, as they were written", async () => {
    const repository = aRepository();
    repository.git("config", "core.autocrlf", "true");
    const trees = treesOf(await harnessFor(repository));
    const contents = ["", "a\r\nb\n", "no newline", "\0\n\n\xff", "x".repeat(1_000_000)].map((text) =>
      Buffer.from(text, "latin1"),
    );
    const ids: string[] = [];
    for (const content of contents) ids.push(await trees.write(content));
    const asked = [4, 0, 3, 3, 1, 2];
    const read = await trees.read(asked.map((at) => ids[at] ?? ""));
    expect(read.map((bytes) => Buffer.from(bytes).toString("latin1"))).toEqual(
      asked.map((at) => contents[at]?.toString("latin1")),
    );
    expect(await trees.read([])).toEqual([]);
  });

  test("cannot be read of what is missing, or no blob, or no id", async () => {
    const repository = aRepository();
    const commit = repository.commit({ a: "a" });
    const trees = treesOf(await harnessFor(repository));
    const none = "0".repeat(40);
    await expect(trees.read([none])).rejects.toMatchObject({ message: `object ${none} is not in this repository` });
    await expect(trees.read([commit])).rejects.toMatchObject({ message: `object ${commit} is a commit and no blob` });
    for (const bad of ["", "main", "--output=/tmp/x", `${none}\n`]) {
      await expect(trees.read([bad])).rejects.toMatchObject({ code: "missing-object" });
      await expect(trees.changes(bad, trees.emptyTree)).rejects.toMatchObject({ code: "missing-object" });
      await expect(trees.entries(bad)).rejects.toMatchObject({ code: "missing-object" });
    }
    await expect(trees.entries(none)).rejects.toMatchObject({ code: "missing-object" });
  });
});

describe("compose", () => {
  test("lets a folder take the place of a file, and a file that of a folder", async () => {
    const { trees, blob } = await workbench();
    const file = await trees.compose(trees.emptyTree, new Map([["a", blob("1")]]));
    const folder = await trees.compose(
      file,
      new Map([
        ["a/b/c", blob("2")],
        ["a", null],
      ]),
    );
    expect(await pathsIn(trees, folder)).toEqual(["a/b/c"]);
    expect(
      await trees.compose(
        folder,
        new Map([
          ["a", blob("1")],
          ["a/b/c", null],
        ]),
      ),
    ).toBe(file);
    expect(await trees.compose(file, new Map([["a/b/c", blob("2")]]))).toBe(folder);
  });

  test("leaves the tree alone when nothing is asked, or what is taken out is not there", async () => {
    const { trees, blob } = await workbench();
    const tree = await trees.compose(trees.emptyTree, new Map([["a", blob("1")]]));
    expect(await trees.compose(tree, new Map())).toBe(tree);
    expect(await trees.compose(tree, new Map([["nothing/there", null]]))).toBe(tree);
  });

  test("refuses a path into .git or out of the tree, and a blob that is missing, and leaves nothing behind", async () => {
    const { trees, blob, gitDir } = await workbench();
    const before = readdirSync(gitDir);
    for (const path of [".git/hooks/x", "../x", "a//b", "/x", ""])
      await expect(trees.compose(trees.emptyTree, new Map([[path, blob("1")]])), path).rejects.toMatchObject({
        code: "git-failed",
      });
    const missing: Blob = { mode: "100644", id: "1".repeat(40) };
    await expect(trees.compose(trees.emptyTree, new Map([["a", missing]]))).rejects.toMatchObject({
      code: "missing-object",
    });
    expect(readdirSync(gitDir)).toEqual(before);
  });

  test("and changes are each other's inverse, whatever the names", async () => {
    const { trees, blob } = await workbench();
    await fc.assert(
      fc.asyncProperty(someFiles, someFiles, async (before, after) => {
        const treeOf = (files: Map<string, [FileMode, string]>) =>
          trees.compose(trees.emptyTree, new Map([...files].map(([path, [mode, text]]) => [path, blob(text, mode)])));
        const [from, to] = [await treeOf(before), await treeOf(after)];
        expect(new Set(await pathsIn(trees, from))).toEqual(new Set(before.keys()));
        const changes = await trees.changes(from, to);
        const asked = new Map(changes.map(({ path, after: blobAfter }) => [path, blobAfter]));
        expect(await trees.compose(from, asked)).toBe(to);
        const back = new Map(changes.map(({ path, before: blobBefore }) => [path, blobBefore]));
        expect(await trees.compose(to, back)).toBe(from);
        const differs = (path: string) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path));
        const expected = new Set([...before.keys(), ...after.keys()].filter(differs));
        expect(new Set(asked.keys())).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  test("handles twenty thousand files", async () => {
    const { trees, blob } = await workbench();
    const files = new Map(
      Array.from({ length: 20_000 }, (_, at) => [`src/${at % 100}/file-${at}.ts`, blob(`${at % 3}`)] as const),
    );
    const tree = await trees.compose(trees.emptyTree, files);
    expect(await trees.entries(tree)).toHaveLength(20_000);
    const other = await trees.compose(tree, new Map([["src/7/file-7.ts", null]]));
    expect(await trees.changes(tree, other)).toMatchObject([{ path: "src/7/file-7.ts", after: null }]);
    expect(await trees.changes(trees.emptyTree, tree)).toHaveLength(20_000);
  });
});

/** A repository with a few blobs in it. */
async function workbench() {
  const git = await harnessFor(aRepository());
  const trees = treesOf(git);
  const ids = new Map<string, string>();
  for (const text of ["0", "1", "2"]) ids.set(text, await trees.write(Buffer.from(text)));
  const blob = (text: string, mode: FileMode = "100644"): Blob => ({ mode, id: ids.get(text) ?? "" });
  return { trees, blob, gitDir: git.gitDir };
}

const pathsIn = async (trees: Trees, tree: TreeId) => (await trees.entries(tree)).map((entry) => entry.path);

const NAMES = ["a", "b c", '"', "new\nline", "tab\t", "\\", "é", "e\u0301", "*", ":(top)", "-x", " ", "#", "🦉"];
const notUtf8 = [[0xff], [0x61, 0x80], [0xc3], [0xed, 0xa0, 0x80]].map((bytes) => pathOf(Uint8Array.from(bytes)));
const aName = fc.constantFrom(...NAMES, ...notUtf8);
const aPath = fc.array(aName, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const aFile = fc.tuple(fc.constantFrom<FileMode>("100644", "100755", "120000"), fc.constantFrom("0", "1", "2"));
/** No path of these is a folder of another. */
const someFiles = fc.array(fc.tuple(aPath, aFile), { maxLength: 12 }).map((files) => {
  const kept = new Map<string, [FileMode, string]>();
  for (const [path, file] of files)
    if (![...kept.keys()].some((other) => `${other}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${other}/`)))
      kept.set(path, file);
  return kept;
});
