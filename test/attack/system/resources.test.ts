import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { aMark, aPolicy, processesWith, run as runIn } from "../../../src/sandbox/a-run.testkit.ts";
import { openSandbox } from "../../../src/sandbox/bubblewrap.ts";
import { prerequisite } from "../../prerequisite.ts";
import { tempFolder } from "../../temp-folder.ts";
import { planOf } from "../a-run.ts";
import { aGuardedRun, verdictOn } from "./a-guarded-run.ts";
import { answerScene, HONEST, NOT_ANSWERED } from "./answer-scene.ts";
import { leftOvers } from "./nothing-left.ts";

test("no process outlives its worker, however it was started", async () => {
  const run = await aGuardedRun(answerScene());
  const mark = aMark();
  for (const [name, script] of [
    ["background", `sleep ${mark} &`],
    ["no hang-up", `nohup sleep ${mark} > /dev/null 2>&1 &`],
    ["a session of its own", `setsid -f sleep ${mark} > /dev/null 2>&1`],
    ["forked twice", `(setsid bash -c '(setsid sleep ${mark} &) &' > /dev/null 2>&1 &)`],
    [
      "deaf to signals",
      `setsid bash -c 'trap "" TERM INT HUP QUIT; while :; do sleep ${mark}; done' > /dev/null 2>&1 &`,
    ],
    ["stopped", `sleep ${mark} & kill -STOP $!`],
    ["a chain that starts itself again", `f() { sleep ${mark} & sleep 0.01; (f &) ; }; f; sleep 0.1`],
    ["waiting for the answer to change it", `(setsid bash -c 'sleep 0.5; echo 42 > answer.txt' &)`],
  ] as const) {
    const attempt = await run.attempt(`${script}; sleep 0.05; echo said`);
    expect.soft(processesWith(mark), name).toEqual([]);
    expect.soft(verdictOn(attempt), name).toEqual(NOT_ANSWERED);
  }
});

test("no process outlives the contract that runs the work", async () => {
  const mark = aMark();
  const step = { task: "Write `work.sh`.", contract: "bash work.sh", extra: "\n**files:**\n- change: `work.sh`\n" };
  const run = await aGuardedRun({ files: { "work.sh": "exit 1\n" }, plan: planOf(step) });
  const attempt = await run.attempt(`echo 'setsid -f sleep ${mark} > /dev/null 2>&1; trap "" TERM; exit 0' > work.sh`);
  expect(verdictOn(attempt)).toEqual(["proven"]);
  expect(processesWith(mark)).toEqual([]);
});

describe("a program that takes all it can get", () => {
  const sandboxed = async () => {
    const folder = tempFolder();
    const tree = join(folder, "tree");
    mkdirSync(tree);
    const sandbox = await openSandbox({ scratchRoot: join(folder, "scratch"), hidden: [] });
    onTestFinished(() => expect(leftOvers(folder)).toEqual([]));
    onTestFinished(() => sandbox.close());
    const limits = { seconds: 20, processes: 60, memoryBytes: 100 << 20, outputBytes: 1 << 20, fileBytes: 8 << 20 };
    const policy = aPolicy({ mounts: [{ show: tree, at: tree, access: "write" }], limits });
    return { sandbox, try: (script: string) => runIn(sandbox, script, policy, { cwd: tree }) };
  };

  test("cannot start processes without end", async () => {
    const place = await sandboxed();
    const mark = aMark();
    const count = `perl -e 'while ($n < 500) { defined($p = fork) or last; exec("sleep", "${mark}") if !$p; $n++ } print $n'`;
    const { stdout } = await place.try(count);
    expect(Number(stdout)).toBeGreaterThan(10);
    expect(Number(stdout)).toBeLessThan(61);
    await place.try("bomb() { bomb | bomb & }; bomb 2> /dev/null & sleep 0.5");
    expect(processesWith(mark)).toEqual([]);
  });

  test("cannot use memory without end, in one process or in its files", async () => {
    const place = await sandboxed();
    const large = await place.try("perl -e '$x = \"x\" x (400 << 20); print length $x'; echo status $?");
    expect(large.stdout).not.toMatch(/^419430400/);
    const files = await place.try(
      "for i in $(seq 40); do head -c 8M /dev/zero > /tmp/$i; done; du -sm /tmp /dev/shm /run | cut -f1",
    );
    expect(
      files.stdout
        .trim()
        .split("\n")
        .map(Number)
        .reduce((a, b) => a + b, 0),
    ).toBeLessThan(30);
  });

  test("cannot flood us with output, nor keep us waiting for it", async () => {
    const place = await sandboxed();
    for (const script of [
      "yes",
      "yes >&2",
      "(setsid yes &); sleep 9",
      "cat /dev/urandom",
      "while :; do printf '\\033[2J'; done",
    ]) {
      const { exit, bytes } = await place.try(script);
      expect.soft(exit, script).toEqual({ kind: "stopped", by: "output" });
      expect.soft(bytes, script).toBe(1 << 20);
    }
  });

  test("cannot write a file without end, also not one with holes", async () => {
    const place = await sandboxed();
    const { stdout } = await place.try(
      "yes > f; truncate -s 1T g; dd if=/dev/zero of=h bs=1 seek=1T count=1; stat -c %s f g h",
    );
    expect(
      stdout
        .trim()
        .split(/\s+/)
        .every((size) => Number(size) <= 8 << 20),
    ).toBe(true);
  });

  const small = prerequisite("a file system of its own", canMount(), "allow unprivileged user namespaces");
  test("is ended before it has filled the disk", (context) => {
    small(context);
    const ended = onSmallDisk([
      "i=0; while :; do head -c 1M /dev/zero > f$((i++)); done",
      "for j in 1 2 3 4; do (i=0; while :; do head -c 1M /dev/zero > f$j.$((i++)); done) & done; wait",
      "cd ../thrown; i=0; while :; do head -c 1M /dev/zero > f$((i++)); done",
      "echo little > f; rm f",
    ]);
    const full = { exit: { kind: "stopped", by: "disk" }, isFull: false };
    expect(ended).toEqual([full, full, full, { exit: { kind: "exited", code: 0 }, isFull: false }]);
  });
});

const ALONE = ["--user", "--map-root-user", "--mount"];

function canMount(): boolean {
  return spawnSync("unshare", [...ALONE, "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;
}

/** Runs scripts one after the other on a disk of 64 MB that nobody else sees, and tells how each ended. */
function onSmallDisk(scripts: readonly string[]): unknown {
  const folder = tempFolder();
  const source = `
    import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
    import { openSandbox } from "./src/sandbox/bubblewrap.ts";
    import { aPolicy, run } from "./src/sandbox/a-run.testkit.ts";
    const [tree, thrown] = ["${folder}/tree", "${folder}/thrown"];
    for (const path of [tree, thrown]) mkdirSync(path);
    const sandbox = await openSandbox({ scratchRoot: "${folder}/scratch", hidden: [] });
    const mounts = [{ show: tree, at: tree, access: "write" }, { show: thrown, at: thrown, access: "throw-away" }];
    const told = [];
    for (const script of ${JSON.stringify(scripts)}) {
      const slow = "head() { command head \\"$@\\"; sleep 0.02; }; ";
      const { exit } = await run(sandbox, slow + script, aPolicy({ mounts }), { cwd: tree });
      const { bavail } = statfsSync("${folder}");
      told.push({ exit, isFull: bavail === 0 });
      for (const name of readdirSync(tree)) rmSync(tree + "/" + name);
    }
    await sandbox.close();
    console.log(JSON.stringify(told));`;
  const mount = 'mount -t tmpfs -o size=64m none "$0" && exec "$@"';
  const node = [process.execPath, "--input-type=module", "-e", source];
  const ran = spawnSync("unshare", [...ALONE, "sh", "-c", mount, folder, ...node], { encoding: "utf8" });
  expect(ran.stderr).toBe("");
  return JSON.parse(ran.stdout);
}

test("a worker that starts what it needs and waits for it is proven", async () => {
  const run = await aGuardedRun(answerScene());
  const attempt = await run.attempt(`for i in $(seq 20); do sleep 0.01 & done; wait; seq 100000; (${HONEST}) & wait`);
  expect(verdictOn(attempt)).toEqual(["proven"]);
});
