import { expect, test } from "vitest";
import { retryStep } from "../../src/engine/questions/orders.ts";
import { stepOf } from "../../src/engine/state/step-run.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

/** What a worker is told, read from its own standard error. */

const REPEAT = `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
`;

test("a retry begins with the exact sentence, and carries the last 100 lines, the diff and a way out", async () => {
  const contract = "seq 1 300; grep -q one one.txt";
  const run = await aHostedRun({
    plan: planWith([{ contract }]),
    command: `${REPEAT}case $prompt in *"Previous attempt"*) echo one > one.txt ;; *) echo uno > one.txt ;; esac
echo "Wrote it."
`,
  });
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("1/1/1")).not.toContain("Previous attempt");
  const told = run.printed("1/2/1");
  expect(told).toContain(`\nPrevious attempt failed. Contract \`${contract}\` returned exit code 1.\n`);
  const lines = told.split("\n");
  expect(lines).toContain("201");
  expect(lines).toContain("300");
  expect(lines).not.toContain("200");
  expect(told).toContain("\n+uno\n");
  expect(told.indexOf("Previous attempt failed.")).toBeGreaterThan(told.indexOf("## How it is judged"));
  expect(told.indexOf("If this cannot be done as specified, say why")).toBeGreaterThan(told.indexOf("+uno"));
});

test("a step's last words reach whoever subscribes to the same topic; what is missing is named", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { task: "Choose.", contract: "test -s 1.txt", more: "**subscriptions:**\n- topic:choices\n" },
      {
        task: "Follow.",
        contract: "test -s 2.txt",
        more: "**subscriptions:**\n- topic:choices\n- file:a.txt\n- file:no/such.txt\n",
      },
    ]),
    command: `${REPEAT}case $prompt in *Choose*) echo 1 > 1.txt ;; *) echo 2 > 2.txt ;; esac
printf 'I looked around.\\n\\nThe port is 8080.\\nNobody uses it.\\n'
`,
  });
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("1/1/1")).not.toContain("8080.\nNobody uses it.\n```");
  const told = run.printed("2/1/1");
  expect(told).toContain(
    "`topic:choices`:\n\n```\nwords step 1: proven: test -s 1.txt\n\n> The port is 8080.\n> Nobody uses it.\n```",
  );
  expect(told).toContain("`file:a.txt`:\n\n```\na\n```");
  expect(told).toContain("`file:no/such.txt` is not there. Go on without it.");
  // The worker knows its own step and nothing else of the plan.
  expect(told).not.toContain("Choose.");
});

test("what a person has said outlives an attempt that is stopped, and the failure before it", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt", more: "**on_fail:** escalate" }]),
    command: `${REPEAT}case $prompt in
  *"A worker asked"*) echo one > one.txt ;;
  *"in lower case"*) echo waiting; sleep 60 ;;
  *"again, please"*) echo "QUESTION: In which case?" ;;
esac
`,
  });
  await run.goOn();
  await run.answer("retry", "again, please");
  await run.goOn();
  await run.answer("continue", "in lower case");
  const stopped = await run.goOn((text, stop) => text.includes("waiting") && stop.abort());
  expect(stopped.halt).toBe("stopped");
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: failed, contract", "1: asked, exhausted", "1: answered, retry"],
    ...["1: attempt 2", "1: held, question", "1: asked, question", "1: answered, continue"],
    ...["1: attempt 2 goes on (2)", "1: interrupted, stopped"],
    ...["1: attempt 3", "1: passed", "1: accepted", "completed"],
  ]);
  const told = run.printed("1/3/1");
  expect(told).toContain("Previous attempt failed. Contract `grep -q one one.txt` returned exit code 2.");
  expect(told).toContain("again, please");
  expect(told).toContain("A worker asked: In which case?\nThe answer: in lower case");
  expect(told).not.toContain("Your work so far");
});

test("what a person has answered is told to every later worker of the step, until it is accepted", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q 8080 port.txt", more: "**on_fail:** retry(1), then abort" }]),
    command: `${REPEAT}case $prompt in
  *"be exact"*) echo 8080 > port.txt ;;
  *"on 8080"*) echo 80 > port.txt ;;
  *) echo "QUESTION: Which port?" ;;
esac
`,
  });
  await run.goOn();
  await run.answer("continue", "on 8080");
  expect((await run.goOn()).halt).toBe("failed");
  await run.takeUp();
  expect((await run.goOn()).halt).toBe("failed");
  await retryStep(run.store.journal, run.run, stepOf(run.run.plan, "1"), "Ann", "be exact");
  expect((await run.goOn()).halt).toBe("done");
  const answered = "A worker asked: Which port?\nThe answer: on 8080";
  for (const attempt of ["1/2/1", "1/3/1", "1/4/1", "1/5/1"]) expect(run.printed(attempt)).toContain(answered);
  expect(await run.happened()).toEqual([
    ...["1: attempt 1", "1: held, question", "1: asked, question", "1: answered, continue"],
    ...["1: attempt 1 goes on (2)", "1: failed, contract", "1: attempt 2", "1: failed, contract", "failed"],
    ...["resumed", "1: attempt 3", "1: failed, contract", "1: attempt 4", "1: failed, contract", "failed"],
    ...["1: begins anew", "1: attempt 5", "1: passed", "1: accepted", "completed"],
  ]);
});

test("what stopped an attempt that was no failure is told to the next worker", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "bash check.sh" }]),
    command: `${REPEAT}echo draft > draft.txt\n`,
  });
  await run.goOn();
  expect(await run.question()).toMatchObject({ over: "unverified" });
  await run.answer("retry", "write it, please");
  await run.goOn();
  expect(run.printed("1/1/1")).not.toContain("Previous attempt");
  const told = run.printed("1/2/1");
  expect(told).toMatch(/Previous attempt failed\. .*\n\nWhat the harness says about it:\n\n```\n.*check\.sh/);
  expect(told).toContain("\n+draft\n");
  expect(told).toContain("write it, please");
});

test("a worker that goes on after a person has looked at its work is not told that it failed", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt", more: "**files:**\n- add: `one.txt`" }]),
    files: { "lib/other/deep.txt": "deep\n" },
    command: `${REPEAT}echo one > one.txt
case $prompt in
  *"leave lib alone"*) echo deep > lib/other/deep.txt ;;
  *) rm lib/other/deep.txt ;;
esac
`,
  });
  await run.goOn();
  expect(await run.question()).toMatchObject({ over: "deviation" });
  await run.answer("adjust", "leave lib alone");
  expect((await run.goOn()).halt).toBe("done");
  const told = run.printed("1/1/2");
  expect(told).toMatch(/in your folder.*go on from there/);
  expect(told).not.toContain("Previous attempt");
});
