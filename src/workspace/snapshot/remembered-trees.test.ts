import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, type Files, harnessFor } from "../a-repository.testkit.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { treeOfIndex } from "../objects/index-tree.ts";
import { treeObjects } from "../objects/tree-objects.ts";
import { treesOf } from "../objects/trees.ts";
import { snapshot } from "./snapshot.ts";
import { strangersIn } from "./strangers.ts";

async function world(files: Files) {
  const repository = aRepository();
  const head = repository.commit(files);
  const git = await harnessFor(repository);
  const index = join(tempFolder(), "index");
  const take = async (base = head) => (await snapshot(git, repository.path, { index, base })).tree;
  const byHand = (base = head): string => {
    const env = { GIT_INDEX_FILE: join(tempFolder(), "by-hand") };
    repository.gitWith({ env }, "read-tree", base);
    repository.gitWith({ env }, "add", "-A");
    return repository.gitWith({ env }, "write-tree");
  };
  return { ...repository, harness: git, head, index, take, byHand };
}

describe("an index that is kept", () => {
  test("never makes a snapshot differ from one that is taken afresh, whatever happens in between", async () => {
    const { write, take, byHand } = await world({ a: "a", "dir/b": "b", "dir/deep/c": "c", swap: "s", "pws/x": "x" });
    const turns: Files[] = [
      { a: null, "dir/b": "changed" },
      { a: "a", "dir/b": "b" },
      { swap: null, "swap/in": "folder" },
      { swap: null },
      { swap: "s" },
      { pws: { link: "dir" } },
      { pws: null, "pws/x": "x", "pws/y": "new" },
      { dir: { link: "pws" } },
      { dir: null, "dir/b": "b", "dir/deep/c": "c", new: "n" },
      { new: null, "dir/deep": "a file" },
      { "dir/deep": null, "dir/deep/c": "c", "pws/y": null },
    ];
    for (const turn of turns) {
      write(turn);
      expect(await take(), JSON.stringify(turn)).toBe(byHand());
    }
  });

  test("is not believed when another took its place", async () => {
    const { harness, commit, write, take, byHand, index, head, path } = await world({ a: "one", b: "b" });
    await take();
    const other = commit({ a: "two", b: null, c: "c" });
    await snapshot(harness, path, { index: `${index}.other`, base: other });
    copyFileSync(`${index}.other`, index);
    // In the other one `b` is not known, and in the base it is not new.
    write({ a: "changed", b: "b", c: null });
    expect(await take(head)).toBe(byHand(head));
  });

  test("is not what git adds changed files to, so that each of them is read whatever it looks like", async () => {
    const { harness, index, head, path, write, byHand } = await world({ a: "one" });
    const at = join(path, "a");
    const watched: HarnessGit = {
      ...harness,
      run(args, options) {
        // Between the look for changes and the reading: same size, same times as far as they can be set.
        if (args[0] === "update-index") {
          const { atime, mtime } = statSync(at);
          writeFileSync(at, "2nd");
          utimesSync(at, atime, mtime);
        }
        return harness.run(args, options);
      },
    };
    write({ a: "1st" });
    const { tree } = await snapshot(watched, path, { index, base: head });
    expect(tree).toBe(byHand());
  });

  test("is made anew when it is damaged", async () => {
    const { take, byHand, write, index } = await world({ a: "one", b: "b" });
    await take();
    write({ a: "two" });
    const bytes = readFileSync(index);
    for (const damaged of [bytes.subarray(0, 40), bytes.subarray(0, bytes.length - 30), Buffer.from("DIRC"), ""]) {
      writeFileSync(index, damaged);
      expect(await take()).toBe(byHand());
    }
  });

  test("tells its tree as git does, and none as soon as it holds another", async () => {
    const { harness, git, gitWith, head, path } = await world({ a: "one", [`dir/${"n".repeat(200)}`]: "" });
    const index = join(tempFolder(), "index");
    const env = { GIT_INDEX_FILE: index };
    expect(treeOfIndex(harness, index)).toBeNull();
    gitWith({ env }, "read-tree", head);
    expect(treeOfIndex(harness, index)).toBe(git("rev-parse", `${head}^{tree}`));
    writeFileSync(join(path, "a"), "two");
    gitWith({ env }, "add", "a");
    expect(treeOfIndex(harness, index)).toBeNull();
  });

  test("is left as it is by a snapshot, and nothing else is left beside it", async () => {
    const { take, write, index } = await world({ a: "one" });
    await take();
    const before = readFileSync(index);
    write({ a: "two", b: "new" });
    await take();
    expect(readFileSync(index).equals(before)).toBe(true);
    expect(readdirSync(dirname(index)).sort()).toEqual(["index", "index.rules", "index.rules.json"]);
  });

  test("finds a change that has the size and the mtime of before", async () => {
    const { take, byHand, path, head, git } = await world({ a: "one" });
    const at = join(path, "a");
    utimesSync(at, 1000, 1000);
    await take();
    writeFileSync(at, "two");
    utimesSync(at, 1000, 1000);
    expect(await take()).toBe(byHand());
    expect(await take()).not.toBe(git("rev-parse", `${head}^{tree}`));
  });
});

describe("what has no place in a tree", () => {
  test("is found wherever it lies, the topmost for all in it, and never through a link", async () => {
    const { harness, head, path, write } = await world({ a: "a", "dir/b": "b", "lib/c": "c", "gone/d": "d" });
    write({ new: "", "dir/fresh/x": "", "dir/fresh/y": "", lib: { link: "dir" }, gone: null, "dir/.git/x": "" });
    const objects = treeObjects(harness);
    const tree = await objects.rootOf(head);
    expect((await strangersIn(path, tree, await objects.whole(tree)))?.sort()).toEqual(["dir/fresh", "lib", "new"]);
  });

  test("is not told when a folder cannot be seen", async () => {
    const { harness, head } = await world({ a: "a" });
    const objects = treeObjects(harness);
    const tree = await objects.rootOf(head);
    expect(await strangersIn(join(tempFolder(), "none"), tree, await objects.whole(tree))).toBeNull();
  });

  test("is listed by git where the names are too many, or no text", async () => {
    const { take, byHand, path } = await world({ a: "a", ".gitignore": "*.log\n" });
    mkdirSync(join(path, "many"));
    for (let number = 0; number < 150; number++) writeFileSync(join(path, `new-${number}`), "");
    writeFileSync(Buffer.concat([Buffer.from(join(path, "n")), Buffer.of(0xff)]), "");
    writeFileSync(join(path, "x.log"), "");
    expect(await take()).toBe(byHand());
  });
});

describe("a git that answers many questions", () => {
  test("answers those that are asked at once, each in its order", async () => {
    const { harness, git, gitWith } = await world({ a: "a" });
    const texts = Array.from({ length: 40 }, (_, at) => `${at}\n`.repeat(at * 900));
    const ids = texts.map((text) => gitWith({ input: Buffer.from(text) }, "hash-object", "-w", "--stdin"));
    const asked = [ids, ids.toReversed(), ids.slice(7, 9)];
    const answers = await Promise.all(asked.map((each) => harness.objects.read(each)));
    const textOf = new Map(ids.map((id, at) => [id, texts[at]]));
    expect(answers.map((found) => found.map(({ bytes }) => bytes.toString()))).toEqual(
      asked.map((each) => each.map((id) => textOf.get(id))),
    );
    expect(git("status", "--porcelain")).toBe("");
  });

  test("sees what was written after it started, misses only what is missing, and starts again after its end", async () => {
    const { harness, gitWith, head } = await world({ a: "a" });
    await harness.objects.read([head]);
    await expect(harness.objects.read([head, "1".repeat(40)])).rejects.toMatchObject({ code: "missing-object" });
    const id = gitWith({ input: Buffer.from("late") }, "hash-object", "-w", "--stdin");
    expect((await harness.objects.read([id]))[0]?.bytes.toString()).toBe("late");
    harness.objects.close();
    expect((await harness.objects.read([id]))[0]?.bytes.toString()).toBe("late");
  });

  test("gives trees and changes as git prints them, of a tree that shares folders with one it knows, too", async () => {
    const files = { "a.b": "1", "a/x": "2", "a/y/z": "3", "a-c": "4", b: "5", "ü/é": "6", l: { link: "b" } };
    const { harness, git, commit, write, head } = await world(files);
    write({ b: null });
    const next = commit({
      a: "now a file",
      "b/in/deep": "now a folder",
      "a.b": null,
      "ü/é": "7",
      "a-c": { script: "" },
    });
    const trees = treesOf(harness);
    await trees.entries(head);
    const printed = git("-c", "core.quotepath=off", "ls-tree", "-r", next).split("\n");
    const told = (await trees.entries(next)).map(({ mode, id, path }) => `${mode} blob ${id}\t${path}`);
    expect(told).toEqual(printed);
    const diff = git("-c", "core.quotepath=off", "diff-tree", "-r", "--no-renames", "--name-only", head, next);
    expect((await trees.changes(head, next)).map(({ path }) => path)).toEqual(diff.split("\n"));
  });
});
