import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, harnessFor, linkedWorktree, type Repository } from "../a-repository.testkit.ts";

/**
 * Each trap leaves a witness behind. `arm` sets it; `bare` is how a person's git springs it, `harness` what ours does
 * in its place and must be able to do, and `refused` what ours must fail at.
 */
type Trap = {
  arm(repository: Repository, script: string): void;
  bare: string[][];
  harness: string[][];
  refused?: string[][];
};

const ADD = [["add", "--all"]];
const COMMIT = [["commit", "-q", "--allow-empty", "-m", "x"]];
const DIFF = [["diff", "HEAD"]];
const config =
  (key: string): Trap["arm"] =>
  (repository, script) =>
    repository.git("config", key, script);
const attributes =
  (line: string, key: string): Trap["arm"] =>
  (repository, script) => {
    repository.git("config", key, script);
    repository.write({ ".gitattributes": `* ${line}\n` });
  };
const hook =
  (name: string): Trap["arm"] =>
  (repository, script) =>
    repository.write({ [`.git/hooks/${name}`]: { script } });
const UPDATE = [["update-ref", "refs/heads/plan/x", "refs/heads/main"]];
const HARNESS_ADD = [["read-tree", "refs/heads/main"], ["add", "--all"], ["status"], ["write-tree"]];
const HARNESS_CHECKOUT = [["read-tree", "--reset", "-u", "refs/heads/main"]];
const HARNESS_DIFF = [
  ["read-tree", "refs/heads/main"],
  ["diff", "refs/heads/main"],
  ["diff-tree", "-p", "refs/heads/main~1", "refs/heads/main"],
];

const TRAPS: Record<string, Trap> = {
  "a pre-commit hook": {
    arm: hook("pre-commit"),
    bare: COMMIT,
    harness: [...HARNESS_ADD, ["commit-tree", "-m", "x", "refs/heads/main^{tree}"]],
  },
  "a post-checkout hook": {
    arm: hook("post-checkout"),
    bare: [["checkout", "-q", "-f", "main"]],
    harness: HARNESS_CHECKOUT,
  },
  "a post-index-change hook": { arm: hook("post-index-change"), bare: ADD, harness: HARNESS_ADD },
  "a reference-transaction hook": { arm: hook("reference-transaction"), bare: UPDATE, harness: UPDATE },
  "core.hooksPath": {
    arm(repository, script) {
      repository.write({ "hooks/pre-commit": { script } });
      repository.git("config", "core.hooksPath", "hooks");
    },
    bare: COMMIT,
    harness: [...HARNESS_ADD, ...UPDATE],
  },
  "core.fsmonitor": { arm: config("core.fsmonitor"), bare: [["status"]], harness: HARNESS_ADD },
  "a clean filter": { arm: attributes("filter=x", "filter.x.clean"), bare: ADD, harness: HARNESS_ADD },
  "a smudge filter": {
    arm: attributes("filter=x", "filter.x.smudge"),
    bare: [["checkout", "-q", "-f", "main~1", "--", "."]],
    harness: HARNESS_CHECKOUT,
  },
  "a filter process": { arm: attributes("filter=x", "filter.x.process"), bare: ADD, harness: HARNESS_ADD },
  "an external diff": { arm: attributes("diff=x", "diff.x.command"), bare: DIFF, harness: HARNESS_DIFF },
  "diff.external": { arm: config("diff.external"), bare: DIFF, harness: HARNESS_DIFF },
  "a textconv": { arm: attributes("diff=x", "diff.x.textconv"), bare: DIFF, harness: HARNESS_DIFF },
  "a merge driver": {
    arm(repository, script) {
      repository.git("config", "merge.x.driver", script);
      repository.write({ ".git/info/attributes": "* merge=x\n" });
      repository.git("checkout", "-q", "-f", "-b", "side", "main~1");
      repository.commit({ a: "side" });
      repository.git("checkout", "-q", "main");
    },
    bare: [["merge", "-q", "side"]],
    harness: [["merge-tree", "--write-tree", "refs/heads/main", "refs/heads/side"]],
  },
  "an alias": {
    arm: (repository, script) => repository.git("config", "alias.trapped", `!${script}`),
    bare: [["trapped"]],
    harness: [],
    refused: [["trapped"]],
  },
  "a gpg program": {
    arm(repository, script) {
      repository.git("config", "commit.gpgSign", "true");
      repository.git("config", "gpg.program", script);
    },
    bare: COMMIT,
    harness: [["commit-tree", "-m", "x", "refs/heads/main^{tree}"]],
  },
  "an editor": {
    arm: config("core.editor"),
    bare: [["commit", "--allow-empty"]],
    harness: [["commit-tree", "-m", "x", "refs/heads/main^{tree}"]],
    refused: [["commit", "--allow-empty"]],
  },
  "core.sshCommand": {
    arm(repository, script) {
      repository.git("config", "core.sshCommand", script);
      repository.git("remote", "add", "origin", "ssh://host/x");
    },
    bare: [["fetch"]],
    harness: [],
    refused: [
      ["fetch", "origin"],
      ["fetch", "ssh://host/x"],
    ],
  },
  "include.path": {
    arm(repository, script) {
      repository.write({ included: `[core]\n\tfsmonitor = ${script}\n` });
      repository.git("config", "include.path", "../included");
    },
    bare: [["status"]],
    harness: HARNESS_ADD,
  },
  "config.worktree": {
    arm(repository, script) {
      repository.git("config", "extensions.worktreeConfig", "true");
      repository.git("config", "--worktree", "core.fsmonitor", script);
    },
    bare: [["status"]],
    harness: HARNESS_ADD,
  },
};

describe("no trap in a repository is sprung:", () => {
  test.each(Object.entries(TRAPS))("%s", async (_, trap) => {
    const repository = aRepository();
    repository.commit({ a: "one" });
    repository.commit({ a: "two" });
    const { script, isSprung } = aTrap();
    const git = await harnessFor(repository);
    trap.arm(repository, script);
    const index = join(git.gitDir, "index");
    repository.write({ a: "three" });

    for (const harness of [git, await harnessFor(repository)]) {
      const options = { workTree: repository.path, index };
      for (const args of trap.harness) await harness.run(args, { ...options, allowed: [0, 1] });
      for (const args of trap.refused ?? []) await expect(harness.run(args, options)).rejects.toThrow();
    }
    expect(isSprung()).toBe(false);

    repository.write({ a: "four" });
    const env = { GIT_ALLOW_PROTOCOL: "ssh" };
    for (const args of trap.bare) repository.gitWith({ env, mayFail: true }, ...args);
    expect(isSprung()).toBe(true);
  });

  test("a file .git that was replaced after the repository had been found", async () => {
    const repository = aRepository();
    repository.commit({ a: "one" });
    const linked = linkedWorktree(repository, "side");
    const git = await harnessFor(linked);
    const { script, isSprung } = aTrap();
    const other = aRepository();
    other.git("config", "core.fsmonitor", script);
    linked.write({ ".git": `gitdir: ${join(other.path, ".git")}\n` });
    for (const args of HARNESS_ADD) await git.run(args, { workTree: linked.path, index: join(git.gitDir, "index") });
    expect(isSprung()).toBe(false);
    linked.git("status");
    expect(isSprung()).toBe(true);
  });
});

test("a repository that a worker puts in the place of a submodule springs no trap", async () => {
  const repository = aRepository();
  const commit = repository.commit({ a: "one" });
  repository.git("update-index", "--add", "--cacheinfo", `160000,${commit},part`);
  repository.git("commit", "-q", "-m", "a submodule");
  const git = await harnessFor(repository);
  const { script, isSprung } = aTrap();
  repository.git("clone", "-q", `file://${repository.path}`, "part");
  repository.git("-C", "part", "checkout", "-q", "--detach", commit);
  repository.git("-C", "part", "config", "core.fsmonitor", script);
  const options = { workTree: repository.path, index: join(git.gitDir, "index") };
  for (const args of [["read-tree", "refs/heads/main"], ["status"], ["diff"], ["ls-files", "-m", "-o"]])
    await git.run(args, options);
  for (const args of [["diff-files"], ["diff-index", "refs/heads/main"], ["add", "--all"]])
    await expect(git.run(args, options)).rejects.toMatchObject({ code: "git-failed" });
  expect(isSprung()).toBe(false);
  repository.git("status");
  expect(isSprung()).toBe(true);
});

function aTrap() {
  const witness = join(tempFolder(), "witness");
  const script = `${witness}.sh`;
  writeFileSync(script, `#!/bin/sh\necho sprung >> ${witness}\nexit 1\n`, { mode: 0o755 });
  return { script, isSprung: () => existsSync(witness) };
}
