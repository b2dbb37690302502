import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, cloneOf, harnessFor, type Repository, repositoryAt } from "../a-repository.testkit.ts";
import { fingerprint } from "../folders/fingerprint.testkit.ts";
import { makeOwnFolder } from "../folders/own-folder.ts";
import { makeWorkTree } from "./work-tree.ts";
import { discardWorkerGit, makeWorkerGit } from "./worker-git.ts";

const bubblewrap = prerequisite("bwrap", spawnSync("bwrap", ["--version"]).status === 0, "apt-get install bubblewrap");

/** A repository with some history, and a work tree with a git of its own at its HEAD. */
async function world(repository = aRepository(), branch = "plan/step-1") {
  if (!repository.gitWith({ mayFail: true }, "rev-parse", "HEAD").match(/^[0-9a-f]{40,}$/)) {
    repository.commit({ "src/a.ts": "one\n", ".gitignore": "*.log\n" });
    repository.git("tag", "-a", "v1", "-m", "first");
    repository.commit({ "src/a.ts": "two\n", b: "b\n" });
    repository.git("branch", "other", "HEAD~1");
  }
  const head = repository.git("rev-parse", "HEAD");
  const git = await harnessFor(repository);
  const run = makeOwnFolder(join(tempFolder(), "run"));
  const { path: tree, index } = await makeWorkTree(git, run, head);
  const worker = { folder: join(run, "worker-git"), tree, head, branch, index };
  const made = await makeWorkerGit(git, worker);
  return { repository, git, run, worker, made, inside: repositoryAt(tree), head };
}

/** Everything an agent is used to. */
const SCRIPT = `set -ex
test -z "$(git status --porcelain)"
test "$(git branch --show-current)" = plan/step-1
git log --oneline main | grep -q . && git diff --stat v1 && git blame src/a.ts && git worktree list
echo three > src/a.ts && git diff && git restore src/a.ts && test "$(cat src/a.ts)" = two
echo three > src/a.ts && git stash && test "$(cat src/a.ts)" = two && git stash pop
git add -A && git commit -qm "a step" && git tag mine && git switch -qc topic
echo four > c && git add c && git commit -qm "more"
git checkout -q plan/step-1 && echo five > d && git add d && git commit -qm "five" && git rebase -q main topic
git switch -q plan/step-1 && git merge -q topic -m merged && git branch -D other && git tag -d v1
git reset -q --hard HEAD~1 && git clean -fdq && git update-ref refs/heads/main HEAD && git gc -q && git reflog | grep -q .
git fsck && git config core.hooksPath x && git branch -m main renamed && git commit -q --allow-empty -m "in the end"
git worktree add -q ../second && git worktree list | grep -q second
git status`;

describe("in the work tree", () => {
  test("git works as an agent expects, and the repository stays the same byte for byte", async () => {
    const { repository, inside } = await world();
    const before = fingerprintOfAll(repository);
    const ran = spawnSync("sh", ["-c", SCRIPT], { cwd: inside.path, encoding: "utf8", env: ENVIRONMENT });
    expect(ran.status, ran.stderr).toBe(0);
    expect(fingerprintOfAll(repository)).toEqual(before);
  });

  test("also where the repository is read-only", async (context) => {
    bubblewrap(context);
    const { repository, inside, run } = await world();
    const before = fingerprintOfAll(repository);
    const sandbox = [
      "--ro-bind",
      "/",
      "/",
      "--dev",
      "/dev",
      "--bind",
      run,
      run,
      "--chdir",
      inside.path,
      "sh",
      "-c",
      SCRIPT,
    ];
    const ran = spawnSync("bwrap", sandbox, { encoding: "utf8", env: ENVIRONMENT });
    expect(ran.status, ran.stderr).toBe(0);
    expect(fingerprintOfAll(repository)).toEqual(before);
  });

  test("also where the work tree lies over the repository, as a sandbox shows it", async (context) => {
    bubblewrap(context);
    const { repository, made, run } = await world();
    const { folder, tree, objects } = made;
    const mounts = [
      "--tmpfs",
      run,
      "--bind",
      tree,
      repository.path,
      "--bind",
      folder,
      folder,
      "--ro-bind",
      objects.show,
      objects.at,
    ];
    const sandbox = ["--ro-bind", "/", "/", "--dev", "/dev", ...mounts, "--chdir", repository.path];
    const ran = spawnSync("bwrap", [...sandbox, "git", "log", "--oneline", "main"], {
      encoding: "utf8",
      env: ENVIRONMENT,
    });
    expect(ran.stderr).toBe("");
    expect(ran.stdout.split("\n")).toHaveLength(3);
  });

  test("a SHA-256 repository, a shallow clone and one that borrows objects work, too", async () => {
    const sha256 = await world(aRepository("--object-format=sha256"));
    expect(sha256.inside.git("log", "--oneline", "main").split("\n")).toHaveLength(2);
    sha256.inside.commit({ c: "" });

    const shallow = await world(cloneOf((await world()).repository, "--depth=1"));
    expect(shallow.inside.git("log", "--oneline").split("\n")).toHaveLength(1);
    expect(shallow.inside.git("status", "--porcelain")).toBe("");

    const origin = (await world()).repository;
    origin.git("clone", "-q", "--shared", origin.path, `${origin.path}-shared`);
    const shared = await world(repositoryAt(`${origin.path}-shared`));
    expect(shared.inside.git("log", "--oneline", "origin/main").split("\n")).toHaveLength(2);
  });

  test("the branch is the worker's even where the repository has one like it", async () => {
    const repository = (await world()).repository;
    for (const branch of ["plan", "main", "other/below"]) {
      const { inside, head } = await world(repository, branch);
      expect(inside.git("rev-parse", `refs/heads/${branch}`)).toBe(head);
      inside.commit({ c: branch });
      expect(inside.git("branch", "--show-current")).toBe(branch);
    }
    repository.git("branch", "plan/deeper");
    const { inside } = await world(repository, "plan");
    inside.commit({ c: "" });
  });

  test("what the person ignores is ignored, and no hook, filter or remote is there", async () => {
    const repository = aRepository();
    repository.commit({ ".gitattributes": "*.x filter=evil\n" });
    writeFileSync(join(repository.path, ".git/info/exclude"), "*.mine");
    writeFileSync(join(repository.path, ".git/hooks/pre-commit"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    repository.git("config", "filter.evil.clean", "echo evil");
    repository.git("remote", "add", "origin", "https://example.org/x");
    const { inside } = await world(repository);
    inside.commit({ "a.mine": "", "b.x": "plain\n" });
    expect(inside.git("ls-files")).toBe(".gitattributes\nb.x");
    expect(inside.git("show", "HEAD:b.x")).toBe("plain");
    expect(inside.git("remote")).toBe("");
    expect(inside.gitWith({ env: { GIT_AUTHOR_NAME: "", GIT_AUTHOR_EMAIL: "" } }, "config", "user.name")).toBe(
      "worker",
    );
  });
});

describe("the git directory", () => {
  test("goes without a trace, whatever the worker made of it", async () => {
    const { worker, git, run, inside } = await world();
    inside.git("branch", "mine");
    discardWorkerGit(worker);
    expect(readdirSync(run)).not.toContain("worker-git");
    expect(readdirSync(run)).not.toContain("worker-git-objects");
    expect(existsSync(join(worker.tree, ".git"))).toBe(false);
    discardWorkerGit(worker);

    await makeWorkerGit(git, worker);
    const outside = join(run, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "precious"), "");
    rmSync(worker.folder, { recursive: true });
    symlinkSync(outside, worker.folder);
    rmSync(join(worker.tree, ".git"));
    mkdirSync(join(worker.tree, ".git/objects"), { recursive: true });
    await makeWorkerGit(git, worker);
    expect(existsSync(join(outside, "precious"))).toBe(true);
    expect(inside.git("status", "--porcelain")).toBe("");
  });

  test.each<[string, string, boolean]>([
    ["does nothing", "true", true],
    ["looks", "git status && git diff && git log", true],
    ["hides a change from the index", "git update-index --assume-unchanged src/a.ts", true],
    ["writes its settings", "git config core.hooksPath x && echo '*' > $GIT/info/exclude", true],
    ["is at another branch", "echo ref: refs/heads/main > $GIT/HEAD", true],
    ["commits", "git commit -q --allow-empty -m mine", false],
    ["makes a branch", "git branch mine", false],
    ["puts a hook there", "mkdir $GIT/hooks && echo true > $GIT/hooks/pre-commit", false],
    ["puts a file there", "echo > $GIT/MERGE_HEAD", false],
    ["lays a link", "rm $GIT/config && ln -s ../outside $GIT/config", false],
    ["gives a file of its work another name", "ln -f src/a.ts $GIT/packed-refs", false],
    ["makes a folder of a file", "rm $GIT/HEAD && mkdir $GIT/HEAD", false],
    ["takes a folder away", "rmdir $GIT/refs/tags", false],
    ["closes a folder", "chmod 500 $GIT/info", false],
    ["closes a file", "chmod 400 $GIT/config", false],
    ["leads to other objects", "rm $GIT-objects && ln -s /tmp $GIT-objects", true],
  ])("is as new for the next worker when one %s", async (_, script, staysAtHand) => {
    const { worker, git, run, inside } = await world();
    const asMade = () => ({
      files: fingerprint(worker.folder).filter((line) => !line.includes("index")),
      objects: readlinkSync(`${worker.folder}-objects`),
      index: inside.git("ls-files", "-v", "--stage"),
      status: inside.git("status", "--porcelain"),
    });
    const before = asMade();
    writeFileSync(join(run, "outside"), "precious");
    const env = { ...ENVIRONMENT, GIT: worker.folder };
    const ran = spawnSync("sh", ["-ec", script], { cwd: worker.tree, encoding: "utf8", env });
    expect(ran.status, ran.stderr).toBe(0);
    discardWorkerGit(worker);
    expect([existsSync(worker.folder), existsSync(join(worker.tree, ".git"))]).toEqual([staysAtHand, false]);
    await makeWorkerGit(git, worker);
    expect(asMade()).toEqual(before);
    expect(readFileSync(join(run, "outside"), "utf8")).toBe("precious");
    expect(readFileSync(join(worker.tree, "src/a.ts"), "utf8")).toBe("two\n");
  });

  test("keeps nothing of an earlier index where none is known", async () => {
    const { worker, git, inside } = await world();
    inside.git("update-index", "--assume-unchanged", "src/a.ts");
    discardWorkerGit(worker);
    await makeWorkerGit(git, { ...worker, index: join(worker.folder, "nowhere") });
    expect(inside.git("ls-files", "-v")).not.toMatch(/^h /m);
  });

  test("is made only in folders of ours, for a name that git takes", async () => {
    const { worker, git, repository } = await world();
    const wrong = [
      { tree: repository.path },
      { folder: join(repository.path, ".git") },
      { folder: join(tempFolder(), "x") },
    ];
    for (const part of wrong)
      await expect(makeWorkerGit(git, { ...worker, ...part })).rejects.toMatchObject({ code: "not-ours" });
    for (const branch of ["a\nb", "-x ", "a..b"])
      await expect(makeWorkerGit(git, { ...worker, branch })).rejects.toMatchObject({ code: "git-failed" });
    expect(readFileSync(join(repository.path, ".git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
  });
});

const ENVIRONMENT = { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_EDITOR: "true" };

const fingerprintOfAll = (repository: Repository): string[][] => [
  [...fingerprint(repository.path)],
  [...fingerprint(join(repository.path, ".git"))],
];
