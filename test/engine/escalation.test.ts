import { expect, test } from "vitest";
import { answer } from "../../src/engine/questions/answer.ts";
import { planwright } from "../cli.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";

const PLAN = planWith([
  { contract: "grep -q one one.txt" },
  { contract: "cat two.txt; grep -q two two.txt", more: "**on_fail:** retry(1)" },
]);

/** Does the first step, and gets the second wrong in another way each time, until a person tells it the word. */
const AGENT = `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
case $prompt in
  *"Step 1"*) echo one > one.txt; echo "Wrote one." ;;
  *"the word is two"*) echo two > two.txt; echo "Wrote two." ;;
  *"Previous attempt"*) echo deux > two.txt; echo "Wrote deux." ;;
  *) echo zwei > two.txt; echo "Wrote zwei." ;;
esac
`;

const FIRST = [
  ...["1: attempt 1", "1: passed", "1: accepted", "2: attempt 1", "2: failed, contract"],
  ...["2: attempt 2", "2: failed, contract", "2: asked, exhausted"],
];

async function anEscalation(): Promise<HostedRun> {
  const run = await aHostedRun({ plan: PLAN, command: AGENT });
  expect((await run.goOn()).halt).toBe("waiting");
  return run;
}

const happenedAfter = async (run: HostedRun): Promise<string[]> => (await run.happened()).slice(FIRST.length);
const subjects = (run: HostedRun): string[] =>
  run.git("log", "--format=%s", "--reverse", "main..plan/words").split("\n");

test("the question carries every output, every diff and every attempt; a retry with a note begins a new cycle", async () => {
  const run = await anEscalation();
  expect(await run.happened()).toEqual(FIRST);
  const question = await run.question();
  expect(question).toMatchObject({ over: "exhausted", kind: "escalation", severity: "major", suggestion: null });
  expect(question.headline).toBe("step 2, Step 2: all attempts failed");
  expect(question.options.map(({ value }) => value)).toEqual(["retry", "accept", "skip", "revise", "abort"]);
  const context = question.context.join("\n");
  for (const part of ["attempt 1:", "exit 1\nzwei", "+zwei", "attempt 2:", "exit 1\ndeux", "+deux"]) {
    expect(context).toContain(part);
  }
  expect(run.branches()).toEqual(["debug/plan-words-task-2-attempt-2", "main", "plan/words"]);

  await run.answer("retry");
  const again = { value: "abort", note: "", by: "Bob" } as const;
  await expect(answer(run.store.journal, run.run.id, question.id, again)).rejects.toThrow(
    `${question.id} no longer waits for an answer`,
  );
  expect((await run.goOn()).halt).toBe("waiting");
  // Two further attempts, and a question about these two alone.
  expect(await happenedAfter(run)).toEqual([
    ...["2: answered, retry", "2: attempt 3", "2: failed, contract"],
    ...["2: attempt 4", "2: failed, contract", "2: asked, exhausted"],
  ]);
  expect(run.printed("2/3/1")).toContain("Previous attempt failed.");
  expect((await run.question()).context.join("\n")).toContain("attempt 4:");

  await run.answer("retry", "the word is two");
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("2/5/1")).toContain("A person who looks after this plan says:\n\n```\nthe word is two\n```");
  expect(run.branches()).toEqual(["main", "plan/words"]);
  const accepted = run.git("log", "-1", "--format=%H", "--grep=^plan accepted: task-2", "plan/words");
  expect(run.git("show", `${accepted}:.plan/plan.md`)).toContain("### 2. ✅ Step 2");
});

test("accepting by eye commits what the last attempt left; receipt and audit say that no contract decided", async () => {
  const run = await anEscalation();
  await run.answer("accept");
  expect((await run.goOn()).halt).toBe("done");
  expect(await happenedAfter(run)).toEqual(["2: answered, accept", "2: accepted by Ann", "completed"]);
  expect(run.git("show", "plan/words:two.txt")).toBe("deux");
  const { predicate } = JSON.parse(run.git("show", "plan/words:.plan/done/words/receipts/02.json"));
  expect(predicate.result).not.toBe("PASSED");
  expect(predicate.planwright.accepted).toEqual({ by: "eye", person: "Ann" });
  const audit = planwright(["audit", "plan/words"], run.top, { PLANWRIGHT_HOME: run.home });
  expect(audit.status).toBe(0);
  expect(audit.stdout).toMatch(/by eye|by Ann/);
});

test("skipping, revising and giving up leave what is accepted, and the branch where it is", async () => {
  const skipped = await anEscalation();
  await skipped.answer("skip", "nobody needs it");
  expect((await skipped.goOn()).halt).toBe("done");
  expect(await happenedAfter(skipped)).toEqual(["2: answered, skip", "2: skipped", "completed"]);
  expect(subjects(skipped).slice(-3)).toEqual([
    "Leave out: Step 2",
    "plan accepted: task-2 — skipped: nobody needs it",
    "plan complete: words",
  ]);

  const revised = await anEscalation();
  const tip = revised.git("rev-parse", "plan/words");
  await revised.answer("revise");
  expect((await revised.goOn()).halt).toBe("cancelled");
  expect(await happenedAfter(revised)).toEqual(["2: answered, revise"]);
  expect(revised.git("rev-parse", "plan/words")).toBe(tip);
  await expect(revised.takeUp()).rejects.toMatchObject({
    message: "words went back to draft",
    remedies: [
      { do: "resume", with: { branch: "plan/words" } },
      { do: "revise", with: { run: "words" } },
    ],
  });
});

test("a plan that was given up is taken up again with fresh attempts, and accepted steps stay", async () => {
  const run = await anEscalation();
  const tip = run.git("rev-parse", "plan/words");
  await run.answer("abort");
  expect((await run.goOn()).halt).toBe("failed");
  const failed = run.git("log", "-1", "--format=%P %s", "plan/words");
  expect(failed).toBe(`${tip} plan failed: words`);
  await run.takeUp();
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await happenedAfter(run)).toEqual([
    ...["2: answered, abort", "failed", "resumed", "2: attempt 3", "2: failed, contract"],
    ...["2: attempt 4", "2: failed, contract", "2: asked, exhausted"],
  ]);
  expect(run.git("log", "-1", "--format=%P %s", "plan/words")).toBe(failed);
});
