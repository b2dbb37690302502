import { mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, cloneOf, linkedWorktree } from "../a-repository.testkit.ts";
import { locateRepository } from "./locate.ts";

describe("locateRepository", () => {
  test("finds the repository from any folder within it", () => {
    const repository = aRepository();
    const commit = repository.commit({ "src/deep/a.ts": "a" });
    const gitDir = join(repository.path, ".git");
    expect(locateRepository(join(repository.path, "src/deep"))).toEqual({
      top: repository.path,
      gitDir,
      commonDir: gitDir,
      objectsDir: join(gitDir, "objects"),
      isBare: false,
      isLinkedWorktree: false,
      isShallow: false,
      isSparse: false,
      head: { kind: "branch", ref: "refs/heads/main", commit },
    });
  });

  test("finds what a linked worktree shares and what is its own", () => {
    const repository = aRepository();
    const commit = repository.commit({ a: "a" });
    const linked = linkedWorktree(repository, "side");
    expect(locateRepository(linked.path)).toMatchObject({
      top: linked.path,
      gitDir: join(repository.path, ".git/worktrees/repository-side"),
      commonDir: join(repository.path, ".git"),
      isLinkedWorktree: true,
      isBare: false,
      head: { kind: "branch", ref: "refs/heads/side", commit },
    });
  });

  test("finds the working tree that is linked to a bare repository", () => {
    const source = aRepository();
    source.commit({ a: "a" });
    const bare = cloneOf(source, "--bare");
    const linked = linkedWorktree(bare, "side");
    expect(locateRepository(linked.path)).toMatchObject({ top: linked.path, commonDir: bare.path, isBare: true });
  });

  test("finds a submodule as a repository of its own", () => {
    const part = aRepository();
    part.commit({ a: "a" });
    const repository = aRepository();
    repository.commit({ b: "b" });
    repository.git("submodule", "--quiet", "add", `file://${part.path}`, "part");
    expect(locateRepository(join(repository.path, "part"))).toMatchObject({
      top: join(repository.path, "part"),
      commonDir: join(repository.path, ".git/modules/part"),
      isLinkedWorktree: false,
    });
  });

  test("finds a repository through a link, and one whose git directory is a link", () => {
    const repository = aRepository();
    repository.commit({ a: "a" });
    const folder = tempFolder();
    symlinkSync(repository.path, join(folder, "link"));
    expect(locateRepository(join(folder, "link")).top).toBe(repository.path);
    mkdirSync(join(folder, "other"));
    symlinkSync(join(repository.path, ".git"), join(folder, "other/.git"));
    expect(locateRepository(join(folder, "other"))).toMatchObject({
      top: join(folder, "other"),
      gitDir: join(repository.path, ".git"),
    });
  });

  test("says that a clone is shallow, and that a tree is sparse", () => {
    const source = aRepository();
    source.commit({ "a/a": "a" });
    source.commit({ "b/b": "b" });
    const clone = cloneOf(source, "--depth", "1");
    expect(locateRepository(clone.path)).toMatchObject({ isShallow: true, isSparse: false });
    clone.git("sparse-checkout", "set", "a");
    expect(locateRepository(clone.path)).toMatchObject({ isShallow: true, isSparse: true });
    clone.git("sparse-checkout", "disable");
    expect(locateRepository(clone.path)).toMatchObject({ isSparse: false });
  });

  test("reads HEAD on a packed branch, on no branch, on one without commits, and as a link", () => {
    const repository = aRepository("--object-format=sha256");
    const headNow = () => locateRepository(repository.path).head;
    expect(headNow()).toEqual({ kind: "unborn", ref: "refs/heads/main" });
    const commit = repository.commit({ a: "a" });
    repository.git("branch", "notmain");
    repository.git("pack-refs", "--all");
    expect(commit).toHaveLength(64);
    expect(headNow()).toEqual({ kind: "branch", ref: "refs/heads/main", commit });
    repository.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
    repository.git("symbolic-ref", "HEAD", "refs/heads/alias");
    expect(headNow()).toEqual({ kind: "branch", ref: "refs/heads/alias", commit });
    repository.git("checkout", "-q", "--detach");
    expect(headNow()).toEqual({ kind: "detached", commit });
    const head = join(repository.path, ".git/HEAD");
    unlinkSync(head);
    symlinkSync("refs/heads/main", head);
    expect(headNow()).toEqual({ kind: "branch", ref: "refs/heads/main", commit });
  });

  test("passes over a folder .git that is no repository", () => {
    const repository = aRepository();
    mkdirSync(join(repository.path, "inner/.git"), { recursive: true });
    expect(locateRepository(join(repository.path, "inner")).top).toBe(repository.path);
  });
});

describe("locateRepository refuses", () => {
  test("a folder that is in no repository", () => {
    const folder = tempFolder();
    expect(() => locateRepository(folder)).toThrow(
      expect.objectContaining({ code: "no-repository", message: expect.stringContaining("run `git init`") }),
    );
    expect(() => locateRepository(join(folder, "missing"))).toThrow(
      expect.objectContaining({ code: "no-repository", message: `no folder ${join(folder, "missing")}` }),
    );
  });

  test("a bare repository, and a git directory", () => {
    const bare = aRepository("--bare");
    expect(() => locateRepository(join(bare.path, "refs"))).toThrow(expect.objectContaining({ code: "bare" }));
    const repository = aRepository();
    expect(() => locateRepository(join(repository.path, ".git/refs"))).toThrow(
      expect.objectContaining({ code: "bare" }),
    );
  });

  test("a file .git that leads nowhere, even within a repository", () => {
    const repository = aRepository();
    const linked = join(repository.path, "linked");
    mkdirSync(linked);
    writeFileSync(join(linked, ".git"), "gitdir: ../gone\n");
    expect(() => locateRepository(linked)).toThrow(
      expect.objectContaining({
        code: "no-repository",
        message: expect.stringContaining(`points to ${join(repository.path, "gone")}`),
      }),
    );
    writeFileSync(join(linked, ".git"), "hello\n");
    expect(() => locateRepository(linked)).toThrow(/names no git directory/);
  });

  test("refs kept as reftable, and a working tree that is elsewhere", () => {
    const reftable = aRepository();
    writeFileSync(
      join(reftable.path, ".git/config"),
      "[core]\n\trepositoryformatversion = 1\n[extensions] refStorage = reftable\n",
    );
    expect(() => locateRepository(reftable.path)).toThrow(expect.objectContaining({ code: "unsupported" }));
    const moved = aRepository();
    moved.git("config", "core.worktree", tempFolder());
    expect(() => locateRepository(moved.path)).toThrow(/core\.worktree/);
  });

  test("a damaged HEAD", () => {
    const repository = aRepository();
    writeFileSync(join(repository.path, ".git/HEAD"), "nonsense");
    expect(() => locateRepository(repository.path)).toThrow(/HEAD is damaged/);
    rmSync(join(repository.path, ".git/HEAD"));
    expect(() => locateRepository(repository.path)).toThrow(expect.objectContaining({ code: "no-repository" }));
  });
});
