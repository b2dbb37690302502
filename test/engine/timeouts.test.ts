import { expect, test } from "vitest";
import { processesWith } from "../a-checkout.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

const CONTRACT = "grep -q one one.txt";
const ESCALATE = "**on_fail:** escalate";

test("an agent that is not finished in time has failed, and nothing of it lives on", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT, more: `**work_timeout:** 2s\n${ESCALATE}` }]),
    // Ends for nobody, and leaves children in groups and sessions of their own.
    command: `trap '' TERM INT HUP
(trap '' TERM HUP; exec -a planwright-child-${process.pid} sleep 300) &
setsid bash -c "trap '' TERM HUP; exec -a planwright-orphan-${process.pid} sleep 300" &
echo one > one.txt
while true; do echo working; sleep 0.1; done
`,
  });
  await run.goOn();
  expect(await run.happened()).toEqual(["1: attempt 1", "1: failed, timeout", "1: asked, exhausted"]);
  const { context } = await run.question();
  expect(context[0]).toBe("the agent was stopped: it was not finished after 2 seconds");
  // What it had done by then is kept, and was never judged.
  expect(run.git("show", "debug/plan-words-task-1-attempt-1:one.txt")).toBe("one");
  expect(processesWith(`-${process.pid}`).filter((line) => /planwright-(?:child|orphan)/.test(line))).toEqual([]);
});

test("an agent that says nothing for too long has failed", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT, more: `**work_timeout:** 1s\n${ESCALATE}` }]),
    command: "exec sleep 300\n",
  });
  await run.goOn();
  expect(await run.happened()).toEqual(["1: attempt 1", "1: failed, timeout", "1: asked, exhausted"]);
  expect((await run.question()).context[0]).toMatch(/^the agent was stopped: it was /);
});

test("an agent that is finished when its time is up has finished, whatever it leaves running", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT, more: "**work_timeout:** 20s" }]),
    command: `setsid bash -c "exec -a planwright-daemon-${process.pid} sleep 300" > /dev/null 2>&1 &
echo one > one.txt
echo "Wrote one."
`,
  });
  expect((await run.goOn()).halt).toBe("done");
  expect(processesWith(`planwright-daemon-${process.pid}`)).toEqual([]);
});

test("a contract that is not finished in time has failed, and is retried like any other", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { contract: "grep -q one one.txt || exec sleep 300", more: "**timeout:** 1s\n**on_fail:** retry(1)" },
    ]),
    command: `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
case $prompt in *"Previous attempt"*) echo one > one.txt ;; esac
echo "Wrote one."
`,
  });
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: failed, contract", "1: attempt 2", "1: passed", "1: accepted", "completed"],
  ]);
  expect(run.printed("1/2/1")).toMatch(
    /Previous attempt failed\. Contract .* returned no exit code: stopped \(\w+\)\./,
  );
});

test("a person who stops the run ends the agent at once; its work is kept and no attempt has failed", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT, more: ESCALATE }]),
    command: `trap '' TERM
echo half > half.txt
echo "planwright-stopped-${process.pid}"
while true; do sleep 0.1; done
`,
  });
  const { halt } = await run.goOn((text, stop) => text.includes("planwright-stopped") && stop.abort());
  expect(halt).toBe("stopped");
  expect(await run.happened()).toEqual(["1: attempt 1", "1: interrupted, stopped"]);
  expect(run.git("show", "debug/plan-words-task-1-attempt-1:half.txt")).toBe("half");
  expect(processesWith(run.place)).toEqual([]);
});
