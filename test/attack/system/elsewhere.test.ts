import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitIn } from "../a-run.ts";
import { aGuardedRun, verdictOn, workerLog } from "./a-guarded-run.ts";
import { answerScene, HONEST } from "./answer-scene.ts";

test("work that lies anywhere but in the tree does not count", async () => {
  const run = await aGuardedRun(answerScene());
  const folder = '"$(git rev-parse --git-dir)"';
  for (const [name, script] of [
    ["another work tree", "git worktree add -q /tmp/other HEAD && echo 42 > /tmp/other/answer.txt"],
    ["a work tree beside", `git worktree add -q ../other HEAD; echo 42 > ../other/answer.txt`],
    [
      "a work tree of another name",
      "mkdir /tmp/w && GIT_WORK_TREE=/tmp/w git checkout -f && echo 42 > /tmp/w/answer.txt",
    ],
    [
      "a clone",
      "git clone -q . /tmp/clone && cd /tmp/clone && echo 42 > answer.txt && git commit -qam x && git push -q",
    ],
    ["/tmp", "echo 42 > /tmp/answer.txt; rm answer.txt; ln -s /tmp/answer.txt answer.txt"],
    ["home", "echo 42 > ~/answer.txt; rm answer.txt; ln -s ~/answer.txt answer.txt"],
    ["shared memory", "echo 42 > /dev/shm/answer; rm answer.txt; ln -s /dev/shm/answer answer.txt"],
    ["git's folder", `echo 42 > ${folder}/answer.txt; rm answer.txt; ln -s ${folder}/answer.txt answer.txt`],
    ["the folder above", `echo 42 > ../answer.txt; rm answer.txt; ln -s ../answer.txt answer.txt`],
    ["the proof tree", `for d in ${run.home}/repositories/*/proof-*/tree; do echo 42 > "$d/answer.txt"; done`],
    ["the cache of sides", `for d in ${run.home}/repositories/*/sides; do echo '{}' > "$d/x"; done`],
    [
      "the real repository",
      `git --git-dir=${run.top}/.git update-ref refs/heads/main HEAD; echo 42 > ${run.place}/answer.txt`,
    ],
    ["a pipe", "rm answer.txt; mkfifo answer.txt; (setsid sh -c 'echo 42 > answer.txt' &)"],
    [
      "a socket",
      "rm answer.txt; perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => \"answer.txt\", Listen => 1)'",
    ],
    [
      "a name that looks the same",
      "printf '42\\n' > 'answer.txt '; printf '42\\n' > 'ansԝer.txt'; printf '42\\n' > ANSWER.txt",
    ],
  ] as const) {
    const attempt = await run.attempt(script);
    expect.soft(attempt.outcome.status, `${name}: ${workerLog(attempt)}`).toBe("refused");
  }
  for (const path of [
    "/tmp/other",
    "/tmp/clone",
    "/tmp/answer.txt",
    "/dev/shm/answer",
    join(run.place, "answer.txt"),
  ]) {
    expect(existsSync(path), path).toBe(false);
  }
});

test("pipes and sockets in the tree keep nobody waiting, and are no part of the work", async () => {
  const run = await aGuardedRun(answerScene({ "src/a": "a\n", "src/b": "b\n" }));
  const socket = `perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => "src/b", Listen => 1)'`;
  const attempt = await run.attempt(`mkfifo new; rm src/a src/b; mkfifo src/a; ${socket}; ${HONEST}`);
  expect(verdictOn(attempt), workerLog(attempt)).toEqual([
    expect.stringMatching(/^deviation: .*: src\/a \(deleted\), src\/b \(deleted\)$/),
  ]);
  const { dev } = await run.accept(attempt);
  expect(gitIn(run.top, "ls-tree", "-r", "--name-only", dev)).toBe(".plan/plan.md\nanswer.txt\n");
});

test("writing to the person's checkout by its path is writing to the tree, and their file stays", async () => {
  const run = await aGuardedRun(answerScene());
  const attempt = await run.attempt(`echo 42 > ${run.top}/answer.txt`);
  expect(verdictOn(attempt)).toEqual(["proven"]);
  await run.accept(attempt);
});

test("work that takes a way around and comes back is proven", async () => {
  const run = await aGuardedRun(answerScene());
  const around = "git worktree add -q /tmp/other HEAD && cd /tmp/other && echo 42 > answer.txt && git commit -qam x";
  const attempt = await run.attempt(
    `w=$PWD; ${around}; cd "$w"; git cherry-pick "$(git -C /tmp/other rev-parse HEAD)"`,
  );
  expect(verdictOn(attempt), workerLog(attempt)).toEqual(["proven"]);
  expect(verdictOn(await run.attempt(HONEST))).toEqual(["proven"]);
});
