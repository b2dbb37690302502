import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, type Files, harnessFor, type Repository } from "../a-repository.testkit.ts";
import { fingerprint } from "../folders/fingerprint.testkit.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { edit, someEdits } from "../work-edits.testkit.ts";
import { moveTree } from "./move-tree.ts";
import { type Checkout, restoreTree } from "./restore-tree.ts";

/** A folder with its index, and every git that is started for it. */
async function world(repository = aRepository()) {
  const harness = await harnessFor(repository);
  const runs: string[] = [];
  const git: HarnessGit = {
    ...harness,
    run(args, options) {
      runs.push(args[0] ?? "");
      return harness.run(args, options);
    },
  };
  const folder = tempFolder();
  const checkout: Checkout = { tree: join(folder, "tree"), index: join(folder, "index") };
  const treeWith = (files: Files): string => {
    repository.commit(files);
    return repository.git("rev-parse", "HEAD^{tree}");
  };
  const at = (path: string) => join(checkout.tree, path);
  return { repository, git, runs, checkout, folder, treeWith, at };
}

/** The folder is what a fresh checkout is, and git takes its index for true. */
function expectToHold(repository: Repository, { tree, index }: Checkout, expected: string): void {
  const fresh = join(tempFolder(), "fresh");
  mkdirSync(fresh);
  const env = { GIT_DIR: join(repository.path, ".git"), GIT_WORK_TREE: fresh, GIT_INDEX_FILE: `${fresh}.index` };
  repository.gitWith({ env }, "-C", fresh, "read-tree", "--reset", "-u", expected);
  expect(fingerprint(tree)).toEqual(fingerprint(fresh));
  const copy = join(tempFolder(), "index");
  writeFileSync(copy, readFileSync(index));
  const own = { ...env, GIT_WORK_TREE: tree, GIT_INDEX_FILE: copy };
  expect(repository.gitWith({ env: own }, "-C", tree, "write-tree")).toBe(expected);
  expect(repository.gitWith({ env: own }, "-C", tree, "diff-files", "--name-only", "--ignore-submodules")).toBe("");
  expect(repository.gitWith({ env: own }, "-C", tree, "ls-files", "--others")).toBe("");
}

describe("a move between two trees", () => {
  test.for(["*.bat eol=crlf\n", null])(
    "leaves what a fresh checkout of the second gives, whatever differs, and an index that git believes (attributes: %j)",
    { timeout: 120_000 },
    async (attributes) => {
      const { repository, git, checkout, runs } = await world();
      repository.commit({ ".gitattributes": attributes });
      const work = join(tempFolder(), "work");
      const treeOf = (): string => {
        const env = {
          GIT_DIR: join(repository.path, ".git"),
          GIT_WORK_TREE: work,
          GIT_INDEX_FILE: join(tempFolder(), "by-hand"),
        };
        repository.gitWith({ env }, "-C", work, "add", "-A");
        return repository.gitWith({ env }, "-C", work, "write-tree");
      };
      await fc.assert(
        fc.asyncProperty(fc.array(someEdits(6), { minLength: 2, maxLength: 4 }), async (turns) => {
          rmSync(work, { recursive: true, force: true });
          mkdirSync(work);
          if (attributes !== null) edit(work, { path: ".gitattributes", act: "write", text: attributes });
          let from = treeOf();
          await restoreTree(git, checkout, from, { rewrite: true });
          for (const turn of turns) {
            for (const each of turn) if (!each.path.endsWith(".gitattributes")) edit(work, each);
            const to = treeOf();
            runs.length = 0;
            expect(await moveTree(git, checkout, from, to)).toBe(true);
            expect(runs.filter((run) => run !== "checkout-index")).toEqual([]);
            expectToHold(repository, checkout, to);
            from = to;
          }
        }),
        { numRuns: 10 },
      );
    },
  );

  test("works with SHA-256, and starts no git when files only go", async () => {
    const { repository, git, checkout, treeWith, runs } = await world(aRepository("--object-format=sha256"));
    const one = treeWith({ a: "a", "dir/deep/b": "b", c: { script: "true" } });
    const two = treeWith({ dir: null });
    await restoreTree(git, checkout, one);
    runs.length = 0;
    expect(await moveTree(git, checkout, one, two)).toBe(true);
    expect(runs).toEqual([]);
    expectToHold(repository, checkout, two);
    expect(await moveTree(git, checkout, two, one)).toBe(true);
    expectToHold(repository, checkout, one);
  });

  test("starts no git for a few small files that are stored as they are, and one for any other", async () => {
    const { repository, git, checkout, treeWith, runs } = await world();
    const one = treeWith({ a: "a", "dir/b": "b", c: "c", place: "a file" });
    const few = treeWith({ a: "a\r\n", "dir/b": { script: "true" }, c: { link: "a" }, place: null, "place/new": "" });
    const large = treeWith({ a: "a".repeat(100_000) });
    const named = treeWith({ ".gitmodules": "" });
    await restoreTree(git, checkout, one);
    for (const [from, to, started] of [
      [one, few, []],
      [few, one, []],
      [one, large, ["checkout-index"]],
      [large, named, ["checkout-index"]],
    ] as const) {
      runs.length = 0;
      expect(await moveTree(git, checkout, from, to)).toBe(true);
      expect(runs).toEqual(started);
      expectToHold(repository, checkout, to);
    }
  });

  test("starts a git where the repository has settings about its files, and for objects that lie in packs", async () => {
    const { repository, git, checkout, treeWith, runs } = await world();
    const [one, two] = [treeWith({ a: "a" }), treeWith({ a: "b" })];
    repository.git("repack", "-adq");
    repository.git("prune-packed");
    await restoreTree(git, checkout, one);
    runs.length = 0;
    expect(await moveTree(git, checkout, one, two)).toBe(true);
    expect(runs).toEqual(["checkout-index"]);
    expectToHold(repository, checkout, two);
    for (const setting of [
      "core.autocrlf=true",
      "core.filemode=false",
      "core.symlinks=false",
      "core.ignorecase=true",
    ]) {
      repository.git("config", ...setting.split("="));
      expect((await harnessFor(repository)).plainFiles, setting).toBe(false);
      repository.git("config", "--unset", setting.split("=")[0] ?? "");
    }
  });

  test("leaves nothing beside the index", async () => {
    const { git, checkout, treeWith, folder } = await world();
    const [one, two] = [treeWith({ a: "a" }), treeWith({ a: "b" })];
    await restoreTree(git, checkout, one);
    await moveTree(git, checkout, one, two);
    expect(readdirSync(folder).sort()).toEqual(["index", "tree"]);
  });

  test("is left to git alone for submodules, and where attributes could be read in two ways", async () => {
    for (const attributes of ["*.txt eol=crlf\r\n", "*.utf working-tree-encoding=UTF-16\n"]) {
      const { repository, git, checkout, treeWith, runs } = await world();
      const one = treeWith({ ".gitattributes": attributes, "a.txt": "one\n" });
      const two = treeWith({ "a.txt": "two\n" });
      await restoreTree(git, checkout, one);
      runs.length = 0;
      expect(await moveTree(git, checkout, one, two)).toBe(true);
      expect(runs).toEqual(["read-tree"]);
      expectToHold(repository, checkout, two);
    }
    const { repository, git, checkout, treeWith, runs } = await world();
    const one = treeWith({ a: "a" });
    repository.git("update-index", "--add", "--cacheinfo", `160000,${repository.git("rev-parse", "HEAD")},part`);
    const two = repository.git("write-tree");
    await restoreTree(git, checkout, one);
    runs.length = 0;
    expect(await moveTree(git, checkout, one, two)).toBe(true);
    expect(runs).toEqual(["read-tree"]);
    expectToHold(repository, checkout, two);
  });

  test("is left to git alone when very much differs", async () => {
    const { repository, git, checkout, treeWith, runs } = await world();
    const one = treeWith({ a: "a" });
    const two = treeWith(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`many/${at}`, ""])));
    await restoreTree(git, checkout, one);
    runs.length = 0;
    expect(await moveTree(git, checkout, one, two)).toBe(true);
    expect(runs).toEqual(["read-tree"]);
    expectToHold(repository, checkout, two);
  });
});

describe("a folder that is not as its index says", () => {
  const acts: [string, (at: (path: string) => string) => void][] = [
    ["a changed file", (at) => writeFileSync(at("a"), "x")],
    [
      "a changed file of the same size and mtime",
      (at) => {
        spawnSync("touch", ["-r", at("a"), at("../times")]);
        writeFileSync(at("a"), "x");
        spawnSync("touch", ["-r", at("../times"), at("a")]);
      },
    ],
    ["a file that is gone", (at) => rmSync(at("gone"))],
    ["a file where a new one goes", (at) => writeFileSync(at("new"), "in the way")],
    ["a folder where a new file goes", (at) => mkdirSync(at("new"))],
    [
      "a link where a folder was, to that very folder",
      (at) => {
        renameSync(at("dir"), at("moved"));
        symlinkSync("moved", at("dir"));
      },
    ],
  ];
  test.each(acts)("is not moved: %s", async (_, act) => {
    const { git, checkout, treeWith, at } = await world();
    const one = treeWith({ a: "a", gone: "g", "dir/b": "b" });
    const two = treeWith({ a: "c", gone: null, new: "n", "dir/b": "d" });
    await restoreTree(git, checkout, one);
    act(at);
    expect(await moveTree(git, checkout, one, two)).toBe(false);
  });

  test("is never left by a link that lies where a new folder goes", async () => {
    const { repository, git, checkout, treeWith, at, folder } = await world();
    const [one, two] = [treeWith({ a: "a" }), treeWith({ "way/new": "n" })];
    await restoreTree(git, checkout, one);
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync("../elsewhere", at("way"));
    if (await moveTree(git, checkout, one, two)) expectToHold(repository, checkout, two);
    expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
  });

  test("is not moved either when the index is damaged or gone", async () => {
    const { git, checkout, treeWith } = await world();
    const [one, two] = [treeWith({ a: "1", b: "b" }), treeWith({ a: "2" })];
    await restoreTree(git, checkout, one);
    const bytes = readFileSync(checkout.index);
    const flipped = Buffer.from(bytes);
    flipped.write("c", bytes.indexOf("b\0", 100));
    for (const damaged of [flipped, bytes.subarray(0, 100), Buffer.alloc(0)]) {
      writeFileSync(checkout.index, damaged);
      expect(await moveTree(git, checkout, one, two)).toBe(false);
    }
    rmSync(checkout.index);
    expect(await moveTree(git, checkout, one, two)).toBe(false);
  });

  test("is not moved either when the index is of another tree", async () => {
    const { git, checkout, treeWith } = await world();
    const [one, two, three] = [treeWith({ a: "1" }), treeWith({ a: "2" }), treeWith({ a: "3" })];
    await restoreTree(git, checkout, one);
    expect(await moveTree(git, checkout, two, three)).toBe(false);
  });
});

test("after a move a later look finds a change of the same moment, the same size and the same mtime", async () => {
  const { repository, git, checkout, treeWith, at } = await world();
  const [one, two] = [treeWith({ a: "one", b: "one" }), treeWith({ a: "two" })];
  await restoreTree(git, checkout, one);
  // As young as the index, and then as if it had never been touched: git can tell only by the age of the index.
  const age = statSync(checkout.index).mtimeMs;
  await moveTree(git, checkout, one, two);
  expect(statSync(checkout.index).mtimeMs).toBeLessThanOrEqual(age);
  const again = statSync(checkout.index).mtimeMs;
  await moveTree(git, checkout, two, one);
  expect(statSync(checkout.index).mtimeMs).toBe(again);
  writeFileSync(at("a"), "evi");
  await restoreTree(git, checkout, one);
  expectToHold(repository, checkout, one);
});
