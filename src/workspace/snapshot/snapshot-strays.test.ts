import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, type Files, harnessFor } from "../a-repository.testkit.ts";
import { removeFolder } from "../folders/remove-folder.ts";
import { makeWorkTree } from "../places/work-tree.ts";
import { type SnapshotOptions, snapshot } from "./snapshot.ts";

/** A repository, a shell in its folder, and what a snapshot of that gives. */
async function world(files: Files) {
  const repository = aRepository();
  repository.commit(files);
  const git = await harnessFor(repository);
  const index = join(tempFolder(), "index");
  const take = (more: Partial<SnapshotOptions> = {}) =>
    snapshot(git, repository.path, { index, base: repository.git("rev-parse", "HEAD"), ...more });
  const list = (tree: string) => repository.git("ls-tree", "-r", "--name-only", tree).split("\n");
  return { ...repository, harness: git, take, list };
}

function shell(folder: string, script: string): void {
  const { status, stderr } = spawnSync("bash", ["-ec", script], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** Deeper than one path can say, made as a worker can: step by step. */
const NESTED = `python3 -c 'import os
for _ in range(3000): os.mkdir("d"); os.chdir("d")
open("end", "w").close()'`;
const LONG = `n=$(printf 'n%.0s' $(seq 200)); for _ in $(seq 19); do mkdir $n; cd $n; done; echo x > $n`;

describe("what no tree can hold", () => {
  test.each([
    ["a path that the system takes only step by step", LONG.replace("19", "25"), /^a path that is too long/],
    ["a path that only just fits", LONG, /^a path that is too long \(4,019 bytes\): nnn/],
    [
      "a folder that is called like git's",
      "mkdir .GIT; echo x > .GIT/config",
      /^a name that git refuses: \.GIT\/config$/,
    ],
    ["a short name of git's folder", "echo x > 'git~1'", /^a name that git refuses: git~1$/],
    ["a link in the place of .gitmodules", "ln -s a .gitmodules", /^a name that git refuses: \.gitmodules$/],
  ])("is told: %s", async (_, script, what) => {
    const { take, path } = await world({ "a.txt": "a\n" });
    shell(path, script);
    await expect(take()).rejects.toMatchObject({ code: "unfit-work", what: expect.stringMatching(what) });
    removeFolder(path);
  });

  test("goes when the work folder is reset, and does not matter where it is ignored", async () => {
    const { harness, git, take, path, list } = await world({ "a.txt": "a\n", ".gitignore": "deep/\n" });
    mkdirSync(join(path, "deep"));
    shell(join(path, "deep"), NESTED);
    expect(await take()).toMatchObject({ ignored: ["deep"] });
    removeFolder(join(path, "deep"));
    const folder = join(tempFolder(), "work");
    const work = await makeWorkTree(harness, folder, git("rev-parse", "HEAD"));
    shell(work.path, `${NESTED}\nmkdir closed && chmod 000 closed`);
    await makeWorkTree(harness, folder, git("rev-parse", "HEAD"));
    const { tree } = await snapshot(harness, work.path, { index: work.index, base: git("rev-parse", "HEAD") });
    expect(list(tree)).toEqual([".gitignore", "a.txt"]);
  });

  test("is left out and named where it is a pipe or a socket", async () => {
    const { take, path, list } = await world({ "a.txt": "a\n", ".gitignore": "cache/\n" });
    shell(path, "mkdir -p run/deep cache; mkfifo run/deep/pipe top cache/pipe; echo x > run/x");
    shell(path, `python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("run/s")'`);
    const { tree, special } = await take();
    expect(special.sort()).toEqual(["run/deep/pipe", "run/s", "top"]);
    expect(list(tree)).toEqual([".gitignore", "a.txt", "run/x"]);
  });

  test("is no name that is merely no UTF-8", async () => {
    const { take, path, list } = await world({ "a.txt": "a\n" });
    shell(path, String.raw`mkdir $'\xfe'; echo x > $'\xfe/\xff.txt'; echo y > "quo\"te"; echo z > $'tab\there'`);
    expect(list((await take()).tree)).toHaveLength(4);
  });
});

describe("rules that the work itself adds", () => {
  const follows = (): boolean => true;

  test("keep new files out, and the snapshot says which", async () => {
    const { take, write, list } = await world({ ".gitignore": "*.log\n", "dist/kept.js": "1", "src/a.js": "1" });
    write({
      ".gitignore": "*.log\nnode_modules/\ndist/\n",
      "node_modules/x/index.js": "x",
      "node_modules/x/.gitignore": "y",
      "dist/kept.js": "2",
      "dist/new.js": "n",
      "src/b.js": "b",
      "src/.gitignore": "*.tmp\n",
      "src/c.tmp": "c",
      "x.log": "",
    });
    const { tree, ignored, hidden } = await take({ follows });
    expect(list(tree)).toEqual([".gitignore", "dist/kept.js", "src/.gitignore", "src/a.js", "src/b.js"]);
    expect(hidden.sort()).toEqual(["dist/new.js", "node_modules", "src/c.tmp"]);
    expect(ignored.sort()).toEqual(["dist/new.js", "node_modules", "src/c.tmp", "x.log"]);
  });

  test("keep nothing out where they are not committed themselves", async () => {
    const { take, write, list } = await world({ "a.txt": "a\n" });
    write({ "cache/.gitignore": "*\n", "cache/x": "x", "b/.gitignore": ".gitignore\ny\n", "b/y": "y" });
    const { tree, hidden } = await take({ follows });
    expect(list(tree)).toEqual(["a.txt", "b/.gitignore", "b/y", "cache/.gitignore", "cache/x"]);
    expect(hidden).toEqual([]);
  });

  test("count only where they are followed, and never as a link or a pipe", async () => {
    const { take, write, list, path } = await world({ "a.txt": "a\n", rules: "*\n" });
    write({ "test/.gitignore": "new\n", "test/new": "n", "src/.gitignore": "new\n", "src/new": "n" });
    shell(path, "mkdir l p; ln -s ../rules l/.gitignore; echo x > l/x; mkfifo p/.gitignore; echo x > p/x");
    const { tree, hidden } = await take({ follows: (file) => !file.startsWith("test/") });
    expect(list(tree)).toEqual([
      "a.txt",
      "l/.gitignore",
      "l/x",
      "p/x",
      "rules",
      "src/.gitignore",
      "test/.gitignore",
      "test/new",
    ]);
    expect(hidden).toEqual(["src/new"]);
  });

  test("count for a folder that the base has, also when only one file is new", async () => {
    const { take, write, list } = await world({ ".gitignore": "build/\n", "src/a.js": "1" });
    write({ ".gitignore": "*\n", "src/b.js": "b" });
    const { tree, hidden } = await take({ follows });
    expect(list(tree)).toEqual([".gitignore", "src/a.js"]);
    expect(hidden).toEqual(["src/b.js"]);
  });

  test("hide no change to what the base has", async () => {
    const { take, write, git } = await world({ "src/a.js": "1" });
    write({ ".gitignore": "src/\n", "src/a.js": "2", "src/b.js": "b" });
    const { tree, hidden } = await take({ follows });
    expect(git("show", `${tree}:src/a.js`)).toBe("2");
    expect(hidden).toEqual(["src/b.js"]);
  });
});
