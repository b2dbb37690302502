import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asNobody } from "../../../test/as-nobody.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import {
  aRepository,
  cloneOf,
  type Files,
  harnessFor,
  type Repository,
  repositoryAt,
} from "../a-repository.testkit.ts";
import { fingerprint } from "../folders/fingerprint.testkit.ts";
import { type SnapshotOptions, snapshot } from "./snapshot.ts";

/** A repository, and what a snapshot of its own folder gives, by default against its HEAD. */
async function world(files: Files, repository = aRepository()) {
  repository.commit(files);
  const git = await harnessFor(repository);
  const index = join(tempFolder(), "index");
  const take = (more: Partial<SnapshotOptions> = {}) =>
    snapshot(git, repository.path, { index, base: repository.git("rev-parse", "HEAD"), ...more });
  const list = (tree: string) => repository.git("ls-tree", "-r", "--name-only", tree).split("\n");
  const show = (tree: string, path: string) => repository.git("show", `${tree}:${path}`);
  return { ...repository, at: (path: string) => join(repository.path, path), take, list, show };
}

/** What `git add -A` in the person's own hands gives. */
function addedByHand({ path, gitWith }: Repository): string {
  const env = { GIT_INDEX_FILE: join(tempFolder(), "by-hand") };
  gitWith({ env }, "read-tree", "HEAD");
  gitWith({ env }, "-C", path, "add", "-A");
  return gitWith({ env }, "write-tree");
}

describe("a snapshot", () => {
  test("has nothing of what agents make for themselves, unless the base has some of it", async () => {
    const { take, write, list } = await world({ "a.txt": "a\n", ".ours/rules.md": "keep\n" });
    write({
      "a.txt": "b\n",
      ".theirs/state.json": "{}",
      ".ours/more.md": "m\n",
      ".theirs.md": "",
      "sub/.theirs/x": "",
    });
    const { tree } = await take({ leftovers: [".ours", ".theirs"] });
    expect(list(tree)).toEqual([".ours/more.md", ".ours/rules.md", ".theirs.md", "a.txt", "sub/.theirs/x"]);
  });

  test("is what `git add -A` gives, the first time and every time after", async () => {
    const { take, write, at, ...repository } = await world({
      "a.txt": "a\n",
      "dir/b.txt": "b\n",
      "gone.txt": "",
      "run.sh": { script: "true" },
      link: { link: "a.txt" },
      ".gitignore": "*.log\n",
      swap: "file",
      "pws/x": "folder",
    });
    expect((await take()).tree).toBe(repository.git("rev-parse", "HEAD^{tree}"));
    write({ "a.txt": "changed\n", "dir/new\nline.txt": "n\n", "gone.txt": null, link: { link: "dir" }, "x.log": "" });
    chmodSync(at("run.sh"), 0o644);
    chmodSync(at("dir/b.txt"), 0o755);
    write({ swap: null, pws: null });
    write({ "swap/now/folder": "", pws: "now a file" });
    writeFileSync(Buffer.concat([Buffer.from(at("n")), Buffer.of(0xff)]), "");
    const first = await take();
    expect(first.tree).toBe(addedByHand({ ...repository, write }));
    expect(first).toMatchObject({ ignored: ["x.log"], nested: [], filtered: [] });
    expect(await take()).toEqual(first);
    write({ swap: null, pws: null, "a.txt": "a\n" });
    write({ swap: "file", "pws/x": "folder" });
    expect((await take()).tree).toBe(addedByHand({ ...repository, write }));
  });

  test("converts line endings as git does, and leaves modes alone where the disk has none", async () => {
    const repository = aRepository();
    repository.git("config", "core.filemode", "false");
    const { take, write, at, show, list } = await world(
      { ".gitattributes": "*.txt text\n*.bat eol=crlf\n*.bin -text\n", "run.txt": "" },
      repository,
    );
    write({ "a.txt": "one\r\ntwo\r\n", "b.bat": "x\r\n", "c.bin": "x\r\n" });
    chmodSync(at("run.txt"), 0o755);
    const { tree } = await take();
    expect([show(tree, "a.txt"), show(tree, "b.bat"), show(tree, "c.bin")]).toEqual(["one\ntwo", "x", "x\r"]);
    expect(list(tree)).toContain("run.txt");
    expect(repository.git("ls-tree", tree, "run.txt")).toMatch(/^100644/);
  });

  test("looks at what the base has of a file, where git does: modes and line endings that stay as they were", async () => {
    const repository = aRepository();
    const before = { "run.sh": { script: "true" }, "crlf.txt": "one\r\n", "lf.txt": "one\n" };
    const { take, write, at, show, git } = await world(before, repository);
    git("config", "core.filemode", "false");
    git("config", "core.autocrlf", "true");
    write({ "run.sh": "changed\n", "crlf.txt": "two\r\n", "lf.txt": "two\r\n" });
    chmodSync(at("run.sh"), 0o644);
    const harness = await harnessFor(repository);
    const options = { index: join(tempFolder(), "index"), base: git("rev-parse", "HEAD") };
    const { tree } = await snapshot(harness, repository.path, options);
    expect(git("ls-tree", tree, "run.sh")).toMatch(/^100755/);
    expect([show(tree, "crlf.txt"), show(tree, "lf.txt")]).toEqual(["two\r", "two"]);
    expect(tree).toBe(addedByHand(repository));
    expect((await take()).tree).not.toBe(tree);
  });

  test("works with SHA-256, from a tree or a commit, and after a crash that left a lock", async () => {
    const { take, write, git } = await world({ a: "" }, aRepository("--object-format=sha256"));
    write({ b: "" });
    const { tree } = await take();
    expect(tree).toHaveLength(64);
    expect(await take({ base: git("rev-parse", "HEAD^{tree}") })).toEqual({
      tree,
      ignored: [],
      hidden: [],
      special: [],
      nested: [],
      filtered: [],
    });
    const index = join(tempFolder(), "other");
    writeFileSync(`${index}.lock`, "");
    expect((await take({ index })).tree).toBe(tree);
  });

  test.each(["index", "index.rules"])(
    "makes its %s anew when it is damaged, as after a power failure",
    async (name) => {
      const { take, write } = await world({ a: "", ".gitignore": "*.log\n" });
      const folder = tempFolder();
      const options = { index: join(folder, "index") };
      write({ b: "", "x.log": "" });
      const sound = await take(options);
      writeFileSync(join(folder, name), "junk that is no index");
      expect(await take(options)).toEqual(sound);
    },
  );

  test("changes nothing of the person's but adds objects", async () => {
    const { take, write, git, path } = await world({ a: "a", b: "b", ".gitignore": "x" });
    write({ a: "changed", new: "n", x: "" });
    git("add", "a");
    git("update-index", "--assume-unchanged", "b");
    const before = fingerprint(join(path, ".git")).filter((line) => !line.includes(" objects"));
    const work = fingerprint(path);
    await take();
    await take({ sparse: true });
    expect(fingerprint(join(path, ".git")).filter((line) => !line.includes(" objects"))).toEqual(before);
    expect(fingerprint(path)).toEqual(work);
  });
});

describe("a worker cannot hide its work", () => {
  test("by writing ignore files, neither new ones nor over the old", async () => {
    const { take, write, list } = await world({ ".gitignore": "build/\n", "src/a.ts": "" });
    write({
      ".gitignore": "*\n",
      "src/.gitignore": "*\n",
      "src/new.ts": "",
      "other/.gitignore": "*",
      "other/x": "",
      "build/out": "",
    });
    const { tree, ignored } = await take();
    expect(list(tree)).toEqual([
      ".gitignore",
      "other/.gitignore",
      "other/x",
      "src/.gitignore",
      "src/a.ts",
      "src/new.ts",
    ]);
    expect(ignored).toEqual(["build"]);
  });

  test("nor show what is ignored by taking the rules away", async () => {
    const { take, write, list } = await world({
      ".gitignore": "*.log\n/node_modules/\n!keep.log\n",
      "sub/.gitignore": "*.tmp\n",
      "sub/a": "",
    });
    write({
      ".gitignore": null,
      "sub/.gitignore": null,
      "x.log": "",
      "keep.log": "",
      "sub/y.tmp": "",
      "node_modules/a/b": "",
      "y.tmp": "",
    });
    const { tree, ignored } = await take();
    expect(list(tree)).toEqual(["keep.log", "sub/a", "y.tmp"]);
    expect(ignored).toEqual(["node_modules", "sub/y.tmp", "x.log"]);
  });

  test("by excludes, index bits or attributes of a git directory", async () => {
    const { take, write, git, at, list, show } = await world({ a: "a", b: "b" });
    writeFileSync(at(".git/info/attributes"), "* filter=evil\n");
    git("config", "filter.evil.clean", "echo evil");
    git("update-index", "--assume-unchanged", "a");
    git("update-index", "--skip-worktree", "b");
    write({ a: "changed", b: "changed" });
    const { tree } = await take();
    expect([show(tree, "a"), show(tree, "b")]).toEqual(["changed", "changed"]);
    expect(list(tree)).toEqual(["a", "b"]);
  });

  test("in ignored paths that the base has", async () => {
    const { take, write, git, show } = await world({ ".gitignore": "*.log" });
    write({ "kept.log": "old" });
    git("add", "-f", "kept.log");
    git("commit", "-qm", "kept");
    write({ "kept.log": "new" });
    const { tree, ignored } = await take();
    expect(show(tree, "kept.log")).toBe("new");
    expect(ignored).toEqual([]);
  });

  test("in a repository of its own, which is named", async () => {
    const { take, git, write, list, at } = await world({ "src/a.ts": "" });
    git("init", "-q", "nested");
    write({ "nested/x": "" });
    git("init", "-q", "src");
    write({ "src/new.ts": "", "src/a.ts": "changed" });
    mkdirSync(at("bogus/.git"), { recursive: true });
    write({ "bogus/y": "" });
    repositoryAt(at("nested")).git(
      "-c",
      "user.name=a",
      "-c",
      "user.email=b",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "x",
    );
    const { tree, nested } = await take();
    expect(list(tree)).toEqual(["bogus/y", "src/a.ts", "src/new.ts"]);
    expect(nested).toEqual(["nested"]);
  });

  test("in a folder or file that it has closed", async (context) => {
    const nobody = asNobody(context);
    const { write, path } = await world({ "src/a.ts": "", b: "" });
    const takeAsNobody = (mode: string) =>
      spawnSync(
        "sh",
        [
          "-c",
          `chmod 777 "$1/.." && chmod -R a+rwX "$1" && ${mode}; "$3" "$0" --input-type=module -e "$2"`,
          process.execPath,
          path,
          takeAlone(path),
          nobody,
        ],
        { encoding: "utf8" },
      );
    write({ "closed/x": "" });
    expect(takeAsNobody('chmod 000 "$1/closed"').stderr).toMatch(/the work folder holds what cannot be read: .*closed/);
    chmodSync(join(path, "closed"), 0o755);
    rmSync(join(path, "closed"), { recursive: true });
    expect(takeAsNobody('chmod 000 "$1/src"').stderr).toMatch(/the work folder holds what cannot be read: .*src/);
    chmodSync(join(path, "src"), 0o755);
    expect(takeAsNobody('chmod 000 "$1/b"').stderr).toMatch(
      /the work folder holds what cannot be read: .*b.*Permission denied/,
    );
  });
});

const takeAlone = (path: string): string => `
  import { mkdtempSync } from "node:fs";
  import { locateRepository } from "${new URL("../git/locate.ts", import.meta.url).pathname}";
  import { openHarnessGit } from "${new URL("../git/harness-git.ts", import.meta.url).pathname}";
  import { snapshot } from "${new URL("snapshot.ts", import.meta.url).pathname}";
  const folder = mkdtempSync("${path}/../own-");
  const git = await openHarnessGit(locateRepository("${path}"), folder + "/git");
  const base = (await git.run(["rev-parse", "main"])).stdout.toString().trim();
  console.log(await snapshot(git, "${path}", { index: folder + "/index", base }));`;

describe("a filter", () => {
  const pointer = (size: number) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize ${size}\n`;

  test("keeps the base's version of a changed path, which is named", async () => {
    const { take, write, show, list, at } = await world({
      ".gitattributes": "*.psd filter=lfs\n*.key filter=git-crypt\n",
      "a.psd": pointer(1),
      "b.psd": pointer(2),
      "c.key": "secret",
      "d.key": "",
    });
    write({
      "a.psd": "real bytes",
      "b.psd": pointer(3),
      "c.key": "plain",
      "d.key": null,
      "new.key": "n",
      "new.psd": pointer(4),
    });
    symlinkSync("a.psd", at("link.psd"));
    const { tree, filtered } = await take();
    expect(filtered.toSorted()).toEqual(["a.psd", "c.key", "new.key"]);
    expect(show(tree, "a.psd")).toBe(pointer(1).trim());
    expect(show(tree, "b.psd")).toBe(pointer(3).trim());
    expect(show(tree, "c.key")).toBe("secret");
    expect(list(tree)).toEqual([".gitattributes", "a.psd", "b.psd", "c.key", "link.psd", "new.psd"]);
  });

  test("whose result a person has checked out is no change, and a change of it is one", async () => {
    const repository = aRepository();
    repository.commit({ ".gitattributes": "*.psd filter=lfs\n", "a.psd": pointer(1) });
    repository.git("config", "filter.lfs.smudge", "echo real");
    repository.git("config", "filter.lfs.clean", `printf '${pointer(1).replaceAll("\n", "\\n")}'`);
    repository.write({ "a.psd": null });
    repository.git("checkout", "--", "a.psd");
    // Git reads a file again that is as young as its index.
    utimesSync(join(repository.path, "a.psd"), 1000, 1000);
    const { take, write, git } = await world({}, repository);
    expect(readFileSync(join(repository.path, "a.psd"), "utf8")).toBe("real\n");
    const tree = git("rev-parse", "HEAD^{tree}");
    expect(await take({ sparse: true })).toMatchObject({ tree, filtered: [] });
    expect(await take()).toMatchObject({ tree, filtered: ["a.psd"] });
    write({ "a.psd": "edited" });
    expect(await take({ sparse: true })).toMatchObject({ tree, filtered: ["a.psd"] });
  });

  test("is the base's, whatever a worker writes into attributes", async () => {
    const { take, write } = await world({ ".gitattributes": "*.key filter=git-crypt\n", "c.key": "secret" });
    write({ ".gitattributes": "", "c.key": "plain" });
    expect((await take()).filtered).toEqual(["c.key"]);
  });
});

describe("submodules", () => {
  test("stay at the commit of the base, whatever is in their folder", async () => {
    const inner = aRepository();
    inner.commit({ x: "" });
    const repository = aRepository();
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.path, "sub");
    const { take, write, git, at } = await world({}, repository);
    const tree = git("rev-parse", "HEAD^{tree}");
    repositoryAt(at("sub")).commit({ y: "" });
    write({ "sub/z": "" });
    expect(await take()).toEqual({ tree, ignored: [], hidden: [], special: [], nested: [], filtered: [] });
    rmSync(at("sub"), { recursive: true });
    expect((await take()).tree).toBe(tree);
    mkdirSync(at("sub"));
    write({ "sub/z": "" });
    expect((await take()).tree).toBe(tree);
  });
});

describe("a sparse checkout", () => {
  test("keeps what it leaves out, and sees a deletion and a file that came back", async () => {
    const origin = aRepository();
    origin.commit({ "in/a": "a", "in/b": "b", "out/c": "c", "out/d": "d" });
    const sparse = cloneOf(origin);
    sparse.git("sparse-checkout", "set", "--cone", "in");
    const { take, write, list, at, show } = await world({}, sparse);
    expect(existsSync(at("out"))).toBe(false);
    write({ "in/a": null, "out/d": "changed" });
    const { tree } = await take({ sparse: true });
    expect(list(tree)).toEqual(["in/b", "out/c", "out/d"]);
    expect(show(tree, "out/d")).toBe("changed");
    expect(list((await take()).tree)).toEqual(["in/b", "out/d"]);
  });
});

test("attributes that a sparse checkout leaves out hold all the same", async () => {
  const origin = aRepository();
  origin.commit({ ".gitattributes": "*.txt text\n", "dir/.gitattributes": "b.txt -text\n", "dir/a.txt": "a\n" });
  const sparse = cloneOf(origin);
  sparse.git("sparse-checkout", "set", "--no-cone", "/*", "!.gitattributes");
  const { take, write, show, at } = await world({}, sparse);
  expect(existsSync(at(".gitattributes"))).toBe(false);
  write({ "dir/a.txt": "changed\r\n", "dir/b.txt": "new\r\n" });
  const { tree } = await take({ sparse: true });
  expect([show(tree, "dir/a.txt"), show(tree, "dir/b.txt")]).toEqual(["changed", "new\r"]);
});

test("a folder that became a link is a link in the tree", async () => {
  const { take, at, list } = await world({ "src/a": "", b: "" });
  renameSync(at("src"), join(tempFolder(), "away"));
  symlinkSync("/etc", at("src"));
  const { tree } = await take();
  expect(list(tree)).toEqual(["b", "src"]);
  expect(readFileSync(at("src/hostname"), "utf8")).not.toBe("");
});

test("a folder that became a link to itself is one, too, and gone where such a link is ignored", async () => {
  const { take, write, list, git } = await world({ ".gitignore": "*.log\n", "src/new\nline": "", b: "" });
  write({ "x.log/a": "" });
  git("add", "-f", "x.log/a");
  git("commit", "-qm", "kept");
  write({ src: { link: "src" }, "x.log": { link: "x.log" } });
  const { tree, ignored } = await take();
  expect(list(tree)).toEqual([".gitignore", "b", "src"]);
  expect(ignored).toEqual(["x.log"]);
});
