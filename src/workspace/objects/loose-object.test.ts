import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asNobody } from "../../../test/as-nobody.ts";
import { aRepository, harnessFor } from "../a-repository.testkit.ts";
import { editTree } from "./edit-tree.ts";
import { looseObject, notStored, writeLooseObject } from "./loose-object.ts";

describe.each(["sha1", "sha256"])("a tree in a %s repository", (format) => {
  test("is stored as git stores it, and read by git", async () => {
    const repository = aRepository(`--object-format=${format}`);
    repository.commit({ a: "a", "b/c": "c" });
    const git = await harnessFor(repository);
    const blob = repository.git("rev-parse", "HEAD:a");
    const tree = await editTree(git, repository.git("rev-parse", "HEAD^{tree}"), [
      { path: "b/d/e", to: { mode: "100755", id: blob } },
    ]);
    expect(repository.git("ls-tree", "-r", "--name-only", tree)).toBe("a\nb/c\nb/d/e");
    expect(repository.git("fsck", "--strict", "--no-dangling")).toBe("");
    const byGit = repository.git("hash-object", "-w", "a");
    const modeOf = (id: string) => statSync(placeOf(repository.path, id)).mode;
    expect(modeOf(tree)).toBe(modeOf(byGit));
    expect(leftovers(repository.path)).toEqual([]);
  });

  test("may be empty", async () => {
    const repository = aRepository(`--object-format=${format}`);
    repository.commit({ a: "a" });
    const git = await harnessFor(repository);
    const tree = await editTree(git, repository.git("rev-parse", "HEAD^{tree}"), [{ path: "a", to: null }]);
    expect(tree).toBe(repository.gitWith({ input: Buffer.of() }, "mktree"));
    expect(existsSync(placeOf(repository.path, tree))).toBe(true);
  });
});

test("what is there stays as it is, and becomes young again", async () => {
  const { path, git, object } = await world();
  writeLooseObject(git, object);
  const file = placeOf(path, object.id);
  chmodSync(file, 0o644);
  writeFileSync(file, "not ours to judge");
  utimesSync(file, 1000, 1000);
  const { ino } = statSync(file);
  writeLooseObject(git, object);
  expect(readFileSync(file, "utf8")).toBe("not ours to judge");
  expect(statSync(file).ino).toBe(ino);
  expect(statSync(file).mtimeMs).toBeGreaterThan(1_000_000);
});

test("an empty file, as a power failure leaves it, is no object and is written anew", async () => {
  const { path, git, object } = await world();
  writeLooseObject(git, object);
  const file = placeOf(path, object.id);
  const sound = readFileSync(file);
  chmodSync(file, 0o644);
  writeFileSync(file, "");
  writeLooseObject(git, object);
  expect(readFileSync(file)).toEqual(sound);
});

test("a repository with rights of its own for others is left to git", async () => {
  const repository = aRepository("--shared=group");
  repository.commit({ a: "a", b: "b" });
  const git = await harnessFor(repository);
  expect([git.plainObjects, (await world()).git.plainObjects]).toEqual([false, true]);
  const tree = await editTree(git, repository.git("rev-parse", "HEAD^{tree}"), [{ path: "a", to: null }]);
  expect(statSync(join(placeOf(repository.path, tree), "..")).mode & 0o2070).toBe(0o2070);
});

describe("trouble", () => {
  test("with the disk or its rights is told in the words used for git's own", () => {
    const told = (code: string) => notStored("/r/.git/objects", Object.assign(new Error(`${code}: why`), { code }));
    for (const code of ["ENOSPC", "EDQUOT"])
      expect(told(code)).toMatchObject({ code: "disk-full", message: "the disk is full; make room and try again" });
    for (const [code, why] of [
      ["EROFS", "Read-only file system"],
      ["EACCES", "Permission denied"],
      ["EPERM", "Operation not permitted"],
    ] as const)
      expect(told(code)).toMatchObject({ code: "read-only", message: `/r/.git/objects cannot be written to: ${why}` });
    expect(told("EIO")).toMatchObject({
      code: "git-failed",
      message: "an object cannot be stored in /r/.git/objects: EIO: why",
    });
  });

  test("is found in the midst of writing, and leaves no draft behind", async () => {
    const { path } = await world();
    // No file may have a single byte.
    expect(storeAlone(path, "ulimit -f 0")).toContain("git-failed");
    expect(leftovers(path)).toEqual([]);
    expect(storeAlone(path, "true")).toContain("stored");
  });

  test("is a folder that may not be written to", async (context) => {
    const nobody = asNobody(context);
    const { path } = await world();
    const objects = join(path, ".git/objects");
    chmodSync(join(path, ".."), 0o755);
    chmodSync(objects, 0o555);
    expect(storeAlone(path, "true", nobody)).toContain(`read-only ${objects} cannot be written to: Permission denied`);
    chmodSync(objects, 0o755);
  });

  test("is something that stands in the way", async () => {
    const { path, git, object } = await world();
    const folder = join(placeOf(path, object.id), "..");
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, "");
    expect(() => writeLooseObject(git, object)).toThrow(expect.objectContaining({ code: "git-failed" }));
  });
});

/** Stores an empty tree in a process of its own, and gives what came of it. */
function storeAlone(repository: string, before: string, as: string = "env"): string {
  const script = `
    import { looseObject, writeLooseObject } from "${new URL("loose-object.ts", import.meta.url).pathname}";
    const git = { gitDir: "${repository}/.git", facts: { commonDir: "${repository}/.git" }, objectFormat: "sha1" };
    try {
      writeLooseObject(git, looseObject(git, "tree", Buffer.alloc(0)));
      console.log("stored");
    } catch ({ code, message }) {
      console.log(code, message);
    }`;
  const command = `${before}; exec "$2" "$0" --input-type=module -e "$1"`;
  const ran = spawnSync("sh", ["-c", command, process.execPath, script, as], { encoding: "utf8" });
  return ran.stdout + ran.stderr;
}

async function world() {
  const repository = aRepository();
  const git = await harnessFor(repository);
  const blob = Buffer.from(repository.gitWith({ input: Buffer.from("x") }, "hash-object", "-w", "--stdin"), "hex");
  return {
    path: repository.path,
    git,
    object: looseObject(git, "tree", Buffer.concat([Buffer.from("100644 a\0"), blob])),
  };
}

const placeOf = (repository: string, id: string): string =>
  join(repository, ".git/objects", id.slice(0, 2), id.slice(2));

const leftovers = (repository: string): string[] =>
  readdirSync(join(repository, ".git/objects"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.includes("tmp_obj_"),
  );
