import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, cloneOf, harnessFor, linkedWorktree } from "../a-repository.testkit.ts";
import { runGit } from "./git-process.ts";
import { type HarnessGit, openHarnessGit } from "./harness-git.ts";
import { locateRepository } from "./locate.ts";

const said = async (git: HarnessGit, ...args: string[]) => (await git.run(args)).stdout.toString().trim();

describe("openHarnessGit", () => {
  test.each(["sha1", "sha256"] as const)("reaches objects and branches of a %s repository", async (format) => {
    const repository = aRepository(`--object-format=${format}`);
    const commit = repository.commit({ a: "a" });
    const git = await harnessFor(repository);
    expect(git.objectFormat).toBe(format);
    expect(await said(git, "rev-parse", "refs/heads/main")).toBe(commit);
    await git.run(["update-ref", "-m", "why", "refs/heads/plan/x", commit]);
    expect(repository.git("rev-parse", "plan/x")).toBe(commit);
    expect(repository.git("reflog", "show", "plan/x")).toContain("plan/x@{0}: why");
    expect(repository.git("fsck", "--no-dangling")).toBe("");
    expect(await runGit(["fsck", "--no-dangling"], { gitDir: git.gitDir })).toMatchObject({
      stderr: "notice: HEAD points to an unborn branch (planwright/no-branch)\n",
    });
  });

  test("deletes a packed branch and leaves the others", async () => {
    const repository = aRepository();
    const commit = repository.commit({ a: "a" });
    const git = await harnessFor(repository);
    await git.run(["update-ref", "refs/heads/one", commit]);
    await git.run(["update-ref", "-d", "refs/heads/one"]);
    repository.git("branch", "two");
    repository.git("branch", "three");
    repository.git("pack-refs", "--all");
    await git.run(["update-ref", "-d", "refs/heads/two"]);
    expect(repository.git("for-each-ref", "--format=%(refname:short)")).toBe("main\nthree");
    repository.git("branch", "-q", "-D", "three");
    expect(await said(git, "for-each-ref", "--format=%(refname:short)")).toBe("main");
  });

  test("sees the cut of a shallow clone, and the objects of alternates", async () => {
    const source = aRepository();
    source.commit({ a: "a" });
    source.commit({ a: "b" });
    const shallow = await harnessFor(cloneOf(source, "--depth", "1"));
    expect(await said(shallow, "rev-list", "--count", "refs/heads/main")).toBe("1");

    const borrower = aRepository();
    borrower.write({ ".git/objects/info/alternates": "../../borrowed\n" });
    symlinkSync(join(source.path, ".git/objects"), join(borrower.path, "borrowed"));
    const git = await harnessFor(borrower);
    expect(await said(git, "cat-file", "-t", source.git("rev-parse", "main"))).toBe("commit");
  });

  test("works for a linked worktree", async () => {
    const repository = aRepository();
    const commit = repository.commit({ a: "a" });
    const git = await harnessFor(linkedWorktree(repository, "side"));
    await git.run(["update-ref", "refs/heads/plan/x", commit]);
    expect(repository.git("rev-parse", "plan/x")).toBe(commit);
  });

  test("works where nothing has been logged yet, and in a repository without a commit", async () => {
    const repository = aRepository();
    const git = await harnessFor(repository);
    const tree = await said(git, "hash-object", "-w", "-t", "tree", "/dev/null");
    const commit = await said(git, "commit-tree", "-m", "first", tree);
    rmSync(join(repository.path, ".git/logs"), { recursive: true });
    const again = await harnessFor(repository);
    await again.run(["update-ref", "refs/heads/plan/x", commit]);
    expect(repository.git("rev-parse", "plan/x")).toBe(commit);
  });

  test("allows for what a partial clone does not have, and fetches none of it", async () => {
    const source = aRepository();
    source.git("config", "uploadpack.allowFilter", "true");
    source.commit({ a: "a", b: "b" });
    const clone = cloneOf(source, "--no-checkout", "--filter=blob:none");
    const git = await harnessFor(clone);
    const index = join(git.gitDir, "index");
    await git.run(["read-tree", "refs/heads/main"], { index });
    expect((await git.run(["write-tree"], { index })).stdout.toString().trim()).toBe(
      source.git("rev-parse", "main^{tree}"),
    );
    expect(
      clone.gitWith(
        { env: { GIT_NO_LAZY_FETCH: "1" }, mayFail: true },
        "cat-file",
        "-e",
        source.git("rev-parse", "main:a"),
      ),
    ).toBe("");
    expect(clone.git("rev-list", "--objects", "--missing=print", "main")).toContain("?");
  });

  test("copies how files are to be read, and no other setting", async () => {
    const repository = aRepository();
    repository.git("config", "core.autocrlf", "input");
    repository.git("config", "core.fileMode", "false");
    repository.git("config", "extensions.worktreeConfig", "true");
    repository.git("config", "filter.x.clean", "touch x");
    repository.git("config", "core.fsmonitor", "touch x");
    repository.git("config", "--worktree", "alias.y", "!touch y");
    repository.write({ ".git/info/exclude": "*.log\n" });
    const excludesFile = join(tempFolder(), 'my "own" ignore');
    const git = await openHarnessGit(locateRepository(repository.path), join(tempFolder(), "harness"), {
      excludesFile,
    });
    expect((await said(git, "config", "--list")).split("\n").sort()).toEqual(
      [
        "advice.detachedhead=false",
        "commit.gpgsign=false",
        "core.attributesfile=/dev/null",
        "core.autocrlf=input",
        "core.bare=false",
        "core.commitgraph=false",
        `core.excludesfile=${excludesFile}`,
        "core.filemode=false",
        "core.fsmonitor=false",
        "core.hookspath=/dev/null",
        "core.logallrefupdates=true",
        "core.repositoryformatversion=0",
        "core.trustctime=true",
        "core.untrackedcache=false",
        "diff.ignoresubmodules=dirty",
        "gc.auto=0",
        "maintenance.auto=false",
        "submodule.recurse=false",
        "user.email=planwright@localhost",
        "user.name=planwright",
      ].sort(),
    );
    expect(readFileSync(join(git.gitDir, "info/exclude"), "utf8")).toBe("*.log\n");
  });

  test("takes what a crash has left, what has changed since, and many at once", async () => {
    const repository = aRepository();
    const commit = repository.commit({ a: "a" });
    const facts = locateRepository(repository.path);
    const folder = join(tempFolder(), "deep/harness");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config"), "[core");
    symlinkSync("/nowhere", join(folder, "objects"));
    const opened = await Promise.all(Array.from({ length: 8 }, () => openHarnessGit(facts, folder)));
    for (const git of opened) expect(await said(git, "rev-parse", "main")).toBe(commit);
    repository.git("config", "core.eol", "lf");
    expect(await said(await openHarnessGit(facts, folder), "config", "core.eol")).toBe("lf");
    expect(readdirSync(folder).sort()).toEqual([
      "HEAD",
      "config",
      "info",
      "logs",
      "objects",
      "packed-refs",
      "refs",
      "shallow",
    ]);
  });

  test("refuses a folder that is somebody's git directory", async () => {
    const other = aRepository();
    other.commit({ a: "a" });
    const before = readFileSync(join(other.path, ".git/HEAD"), "utf8");
    const facts = locateRepository(aRepository().path);
    await expect(openHarnessGit(facts, join(other.path, ".git"))).rejects.toMatchObject({ code: "not-ours" });
    expect(readFileSync(join(other.path, ".git/HEAD"), "utf8")).toBe(before);
    expect(other.git("status", "--short")).toBe("");
  });
});
