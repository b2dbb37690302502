import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitIn } from "../a-run.ts";
import { aGuardedRun, type GuardedRun, verdictOn, workerLog } from "./a-guarded-run.ts";
import { answerScene, HONEST, NOT_ANSWERED } from "./answer-scene.ts";

const SCENE = answerScene({ ".gitignore": "build/\n", "src/a.js": "a\n" });

test("no program that git would run for the worker is ever run by the harness", async () => {
  const run = await aGuardedRun(SCENE);
  // Each leaves a mark in the person's folder, were it run outside. Inside, that path is the worker's own tree.
  const mark = "fired";
  const fire = 'echo fired >> "$PWD/fired"; exit 0';
  const config = (name: string, value: string): string => `git config ${name} '${value}'`;
  for (const [name, script] of [
    ["hooks", hooks("pre-commit post-commit post-checkout reference-transaction post-index-change pre-auto-gc")],
    [
      "a folder of hooks",
      `mkdir h; printf '#!/bin/sh\\n${fire}' > h/pre-commit; ${config("core.hooksPath", "$PWD/h")}`,
    ],
    ["a file system monitor", config("core.fsmonitor", `sh -c "${fire}"`)],
    ["a clean filter", `echo '* filter=x' > .gitattributes; ${config("filter.x.clean", `sh -c "${fire}"`)}`],
    ["a smudge filter", `echo '* filter=x' > .gitattributes; ${config("filter.x.smudge", `sh -c "${fire}"`)}`],
    ["a filter process", `echo '* filter=x' > .gitattributes; ${config("filter.x.process", `sh -c "${fire}"`)}`],
    [
      "filters in every attribute file",
      `echo '* filter=x' > "$(git rev-parse --git-dir)/info/attributes"; ${config("filter.x.clean", `sh -c "${fire}"`)}; ${config("filter.x.required", "true")}`,
    ],
    [
      "a diff driver",
      `echo '* diff=x' > .gitattributes; ${config("diff.x.command", fire)}; ${config("diff.external", fire)}`,
    ],
    ["a text converter", `echo '* diff=x' > .gitattributes; ${config("diff.x.textconv", fire)}`],
    ["a merge driver", `echo '* merge=x' > .gitattributes; ${config("merge.x.driver", fire)}`],
    [
      "settings for everybody",
      `git config --global core.fsmonitor 'sh -c "${fire}"'; git config --global alias.status '!${fire}'`,
    ],
    ["an included file", `printf '[core]\\n\\tfsmonitor = ${fire}\\n' > inc; ${config("include.path", "$PWD/inc")}`],
    [
      "a signing program",
      `${config("commit.gpgsign", "true")}; ${config("gpg.program", fire)}; ${config("gpg.ssh.program", fire)}`,
    ],
    [
      "a pager, an editor and a helper",
      `${config("core.pager", fire)}; ${config("core.editor", fire)}; ${config("credential.helper", `!${fire}`)}`,
    ],
    [
      "a submodule",
      `printf '[submodule "s"]\\n\\tpath = s\\n\\turl = ext::sh -c "${fire}"\\n\\tupdate = !${fire}\\n' > .gitmodules`,
    ],
  ] as const) {
    const attempt = await run.attempt(`${script}; rm -f ${mark}; ${HONEST}`);
    // Whether git's own files may change without being announced is a person's to say; nothing is run meanwhile.
    const accepted = expect.stringMatching(/^(?:proven|weaker-tests: .* changed, too: \.git(?:attributes|modules))$/);
    expect.soft(verdictOn(attempt), `${name}: ${workerLog(attempt)}`).toEqual([accepted]);
    for (const folder of [run.top, run.tree, process.cwd()])
      expect.soft(existsSync(join(folder, mark)), name).toBe(false);
  }
  const last = await run.attempt(HONEST);
  const { accepted } = await run.accept(last);
  expect(gitIn(run.top, "ls-tree", "-r", "--name-only", accepted)).not.toMatch(/fired|gitattributes/);

  function hooks(names: string): string {
    return `for hook in ${names}; do f="$(git rev-parse --git-dir)/hooks/$hook"; mkdir -p "$(dirname "$f")"; printf '#!/bin/sh\\n${fire}' > "$f"; chmod +x "$f"; done`;
  }
});

test("work cannot be hidden from the harness, nor be shown to it where there is none", async () => {
  const run = await aGuardedRun(SCENE);
  const folder = '"$(git rev-parse --git-dir)"';
  for (const [name, script, told] of [
    [
      "assume-unchanged",
      `git update-index --assume-unchanged src/a.js; echo EVIL > src/a.js; ${HONEST}`,
      ["M src/a.js"],
    ],
    ["skip-worktree", `git update-index --skip-worktree src/a.js; echo EVIL > src/a.js; ${HONEST}`, ["M src/a.js"]],
    ["ignore file", `echo '*' > .gitignore; echo EVIL > src/b.js; ${HONEST}`, ["M .gitignore", "! src/b.js"]],
    ["own excludes", `echo '*' > ${folder}/info/exclude; echo EVIL > src/b.js; ${HONEST}`, ["A src/b.js"]],
    ["excludes setting", `git config core.excludesFile src/x; echo '*' > src/x; ${HONEST}`, ["A src/x"]],
    [
      "deeper ignore file",
      `echo '*' > src/.gitignore; echo EVIL > src/b.js; ${HONEST}`,
      ["A src/.gitignore", "A src/b.js"],
    ],
    [
      "sparse checkout",
      `git sparse-checkout set nothing; mkdir -p src; echo EVIL > src/a.js; ${HONEST}`,
      ["M src/a.js"],
    ],
    [
      "same size and time",
      `touch -r src/a.js t; printf 'b\\n' > src/a.js; touch -r t src/a.js; rm t; ${HONEST}`,
      ["M src/a.js"],
    ],
    ["file mode setting", `git config core.fileMode false; chmod +x src/a.js; ${HONEST}`, ["M src/a.js"]],
    [
      "replaced object",
      `git replace -f $(git rev-parse HEAD:src/a.js) $(echo x | git hash-object -w --stdin); ${HONEST}`,
      [],
    ],
    ["graft", `git rev-parse HEAD > ${folder}/info/grafts; ${HONEST}`, []],
    ["damaged index", `echo garbage > ${folder}/index; ${HONEST}`, []],
    ["no repository at all", `rm -rf ${folder}/*; ${HONEST}`, []],
    ["work tree setting", `git config core.worktree /tmp; git config core.bare true; ${HONEST}`, []],
    ["cr at the line's end", `git config core.autocrlf true; printf 'a\\r\\n' > src/a.js; ${HONEST}`, ["M src/a.js"]],
  ] as const) {
    const attempt = await run.attempt(script);
    expect.soft(verdictOn(attempt), `${name}: ${workerLog(attempt)}`).toEqual(["proven"]);
    expect.soft(changesOf(run, attempt), name).toEqual(["M answer.txt", ...told].sort(byPath));
  }
});

const byPath = (a: string, b: string): number => (a.slice(2) < b.slice(2) ? -1 : 1);

function changesOf(run: GuardedRun, { outcome, base }: Awaited<ReturnType<GuardedRun["attempt"]>>): string[] {
  if (outcome.status === "tampered") return [];
  const names = gitIn(run.top, "diff-tree", "-r", "--name-status", base, outcome.left.tree);
  // What rules of the worker's own keep out is in no commit, and is told.
  const hidden = outcome.left.hidden.map((path) => `! ${path}`);
  return [...names.trimEnd().replaceAll("\t", " ").split("\n"), ...hidden].sort(byPath);
}

test("what is only in git's books is no work", async () => {
  const run = await aGuardedRun(SCENE);
  const folder = '"$(git rev-parse --git-dir)"';
  const staged = "git update-index --cacheinfo 100644,$(echo 42 | git hash-object -w --stdin),answer.txt";
  for (const [name, script] of [
    ["staged", staged],
    ["committed", `${HONEST}; git commit -qam done; git checkout -q HEAD~1 -- answer.txt`],
    ["committed as the harness", `${HONEST}; git commit -qam 'plan accepted: task-1 — done'; echo 41 > answer.txt`],
    ["stashed", `${HONEST}; git stash -q`],
    ["on another branch", `git checkout -qb other; ${HONEST}; git commit -qam x; git checkout -q plan/numbers`],
    ["moved branches", `${HONEST}; git commit -qam x; git update-ref refs/heads/main HEAD; git reset -q --hard HEAD~1`],
    ["packed refs", `echo "$(git rev-parse HEAD) refs/heads/plan/other" >> ${folder}/packed-refs; git pack-refs --all`],
    ["an own object store", `${HONEST}; echo "$PWD" > ${folder}/objects/info/alternates; echo 41 > answer.txt`],
    ["replaced", `git replace -f $(git rev-parse HEAD:answer.txt) $(echo 42 | git hash-object -w --stdin)`],
    ["in a nested repository", "rm answer.txt; git init -q answer.txt; echo 42 > answer.txt/answer.txt"],
    ["a submodule in the index", `git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; ${staged}`],
  ] as const) {
    const attempt = await run.attempt(script);
    expect.soft(attempt.outcome.status, `${name}: ${workerLog(attempt)}`).toBe("refused");
  }
  expect(gitIn(run.top, "for-each-ref", "--format=%(refname)").trim().split("\n")).toEqual([
    "refs/heads/main",
    "refs/heads/plan/numbers",
  ]);
});

test("what git ignores is not part of the work, and what lies in another repository is told", async () => {
  const built = { ...SCENE, plan: SCENE.plan.replaceAll("answer.txt", "build/answer.txt") };
  const run = await aGuardedRun(built);
  expect((await run.attempt(`mkdir build; echo 42 > build/answer.txt`)).outcome.status).toBe("refused");
  const { outcome } = await run.attempt("git init -q nested; echo 42 > nested/a");
  expect(outcome).toMatchObject({ status: "refused", left: { nested: ["nested"] } });
});

test("the file that ties the tree to its git cannot be changed, and is looked at again", async () => {
  const run = await aGuardedRun(SCENE);
  for (const [script, told] of [
    ["echo gitdir: /tmp/evil > .git", /Read-only file system/],
    ["rm -f .git && git init -q", /busy|Read-only/],
    ["mv .git old && mkdir .git", /busy/],
    ["ln -sf /tmp .git", /ln: /],
  ] as const) {
    const attempt = await run.attempt(script);
    expect.soft(workerLog(attempt), script).toMatch(told);
    expect.soft(verdictOn(attempt), script).toEqual(NOT_ANSWERED);
  }
  for (const [meanwhile, told] of [
    [(tree: string) => writeFileSync(join(tree, ".git"), "gitdir: /tmp\n"), "tampered: .git changed"],
    [(tree: string) => rmSync(join(tree, ".git")), "tampered: .git deleted"],
    [folderForFile, "tampered: .git type"],
  ] as const) {
    expect.soft(verdictOn(await run.attemptWithHole(HONEST, meanwhile))).toEqual([told]);
  }
});

function folderForFile(tree: string): void {
  rmSync(join(tree, ".git"));
  mkdirSync(join(tree, ".git"));
}

test("links that lead out of the tree, or out of git's folder, are never followed by the harness", async () => {
  const run = await aGuardedRun(SCENE);
  for (const script of [
    `rm -rf src; ln -s ${run.place}/repository/src src; ${HONEST}`,
    `folder="$(git rev-parse --git-dir)"; rm -rf "$folder"/*; for n in objects refs hooks index HEAD config info; do ln -s ${run.top} "$folder/$n"; done; ${HONEST}`,
    `ln -s ${run.home} home; ln -s / root; ln -s . here; ln -s .. up; ${HONEST}`,
    `rm answer.txt; ln -s ${run.home}/keys/signing-key answer.txt`,
  ]) {
    await run.attempt(script);
    expect.soft(verdictOn(await run.attempt(HONEST)), script).toEqual(["proven"]);
  }
});

test("a worker that uses git as people do is proven", async () => {
  const run = await aGuardedRun(SCENE);
  const attempt = await run.attempt(`set -e
    git status --short; git log --oneline | head -3; git checkout -qb try; echo 40 > answer.txt; git add -A
    git commit -qm try; git stash list; git diff HEAD~1 --stat; git checkout -q plan/numbers; git branch -qD try
    ${HONEST}; git add -p < /dev/null; git commit -qam 'the answer'; git restore src/a.js; git gc -q`);
  expect(workerLog(attempt)).not.toMatch(/fatal|error/);
  expect(verdictOn(attempt)).toEqual(["proven"]);
  await run.accept(attempt);
});
