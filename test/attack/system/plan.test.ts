import { chmodSync, linkSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitIn, planOf } from "../a-run.ts";
import { aGuardedRun, verdictOn, workerLog } from "./a-guarded-run.ts";
import { answerScene, HONEST, NOT_ANSWERED } from "./answer-scene.ts";

/** An earlier plan that asks for less lies in the history, for those who would like to have it back. */
const EASIER = planOf({ contract: "true" });
const SCENE = answerScene({ ".plan/plan.md": EASIER });
const PLAN = ".plan/plan.md";

test("a worker cannot put another plan in the place of its own", async () => {
  const run = await aGuardedRun(SCENE);
  for (const [name, script, told] of [
    ["write", `sed s/42/41/g ${PLAN} > easier; cat easier > ${PLAN}`, /Read-only file system/],
    ["edit in place", `sed -i s/42/41/g ${PLAN}`, /Read-only file system/],
    ["remove", "rm -rf .plan", /Read-only file system|busy/],
    ["move its folder away", "mv .plan .old && mkdir .plan && echo easier > .plan/plan.md", /busy|Read-only/],
    ["move a folder over it", "mkdir new && mv -T new .plan", /mv: cannot/],
    [
      "exchange folders",
      `mkdir new; perl -e '($a,$b)=@ARGV; syscall(316,-100,$a,-100,$b,2)==0 or die "no: $!"' new .plan`,
      /no: /,
    ],
    ["a second name", `ln ${PLAN} second && echo easier > second`, /cross-device/],
    ["a link for its folder", "mkdir real && ln -sfnT real .plan", /ln: /],
    ["an earlier version", `git checkout HEAD~1 -- ${PLAN}`, /Read-only|unable to/],
    ["an earlier commit", "git reset --hard HEAD~1", /Read-only|[Cc]ould not|unable to/],
    ["a second plan", `cp ${PLAN} .plan/plan2.md`, /Read-only file system/],
    ["a receipt", "mkdir .plan/receipts && echo '{}' > .plan/receipts/01.json", /Read-only file system/],
    ["mount over it", "mount -t tmpfs none .plan; mount -o remount,bind,rw .plan; umount .plan", /umount: /],
    ["through /proc", `echo easier > /proc/self/cwd/${PLAN}`, /Read-only file system/],
    ["change its mode", `chmod -R 777 .plan; truncate -s 0 ${PLAN}`, /Read-only file system/],
  ] as const) {
    const attempt = await run.attempt(script);
    expect.soft(workerLog(attempt), name).toMatch(told);
    expect.soft(readFileSync(join(run.tree, PLAN), "utf8"), name).toBe(SCENE.plan);
    expect.soft(verdictOn(attempt), name).toEqual(NOT_ANSWERED);
  }
});

test.each([
  ["takes the plan out of its index", "git rm -rq --cached .plan && git commit -qm 'no plan'"],
  ["has another plan in its index", `git update-index --cacheinfo 100644,$(git rev-parse HEAD~1:${PLAN}),${PLAN}`],
  ["ignores the plan", "echo .plan >> .gitignore"],
])("a worker that %s gains nothing, and its work counts", async (_, script) => {
  const run = await aGuardedRun(SCENE);
  const attempt = await run.attempt(`${script} && ${HONEST}`);
  expect(verdictOn(attempt)).toEqual(["proven"]);
  const { dev } = await run.accept(attempt);
  expect(gitIn(run.top, "show", `${dev}:${PLAN}`)).toBe(SCENE.plan);
});

test("were there a hole in the sandbox, the harness would still see what became of the plan", async () => {
  const run = await aGuardedRun(SCENE);
  for (const [meanwhile, told] of [
    [(tree: string) => writeFileSync(join(tree, PLAN), EASIER), `${PLAN} changed`],
    [(tree: string) => rmSync(join(tree, PLAN)), `${PLAN} deleted`],
    [(tree: string) => chmodSync(join(tree, PLAN), 0o777), `${PLAN} mode`],
    [(tree: string) => linkSync(join(tree, PLAN), join(tree, "second")), `${PLAN} linked`],
    [swapForLink, `${PLAN} type`],
    [(tree: string) => writeFileSync(join(tree, ".plan/task-2.md"), ""), ".plan/task-2.md created"],
  ] as const) {
    const attempt = await run.attemptWithHole(HONEST, meanwhile);
    expect.soft(verdictOn(attempt)).toEqual([`tampered: ${told}`]);
    await expect(run.accept(attempt)).rejects.toThrow("step 1 was tampered, so it cannot be accepted");
  }
});

/** The text stays the same. */
function swapForLink(tree: string): void {
  renameSync(join(tree, PLAN), join(tree, "elsewhere.md"));
  symlinkSync("../elsewhere.md", join(tree, PLAN));
}

test("a worker that reads the plan and does what it says is proven", async () => {
  const run = await aGuardedRun(SCENE);
  const attempt = await run.attempt(`grep -o 'Write [0-9]*' ${PLAN} | cut -d' ' -f2 > answer.txt`);
  expect(verdictOn(attempt)).toEqual(["proven"]);
  await run.accept(attempt);
});
