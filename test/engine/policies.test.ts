import { expect, test } from "vitest";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

/** Writes the wrong word, however often it is asked. */
const NEVER = `steps:
  1:
    - write: { path: one.txt, text: "wrong\\n" }
    - say: Wrote one.
`;
const CONTRACT = "grep -q one one.txt";
const failedTimes = (times: number): string[] =>
  Array.from({ length: times }, (_, index) => [`1: attempt ${index + 1}`, "1: failed, contract"]).flat();
const ASKED = { halt: "waiting", last: "1: asked, exhausted" };
const GIVEN_UP = { halt: "failed", last: "failed" };

test.each<[policy: string, head: string, attempts: number, end: typeof ASKED]>([
  ["", "", 3, ASKED],
  ["retry(0)", "", 1, ASKED],
  ["retry(1), then escalate", "", 2, ASKED],
  ["retry(1), then abort", "", 2, GIVEN_UP],
  ["escalate", "", 1, ASKED],
  ["abort", "", 1, GIVEN_UP],
  ["retry(5)", "**Max retries per task:** 2\n\n", 2, ASKED],
  ["retry(1), then abort", "**Max retries per task:** 0\n\n", 1, GIVEN_UP],
])("on_fail: `%s` %s", async (policy, head, attempts, { halt, last }) => {
  const more = policy && `**on_fail:** ${policy}`;
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT, more }], head), script: NEVER });
  expect((await run.goOn()).halt).toBe(halt);
  expect(await run.happened()).toEqual([...failedTimes(attempts), last]);
  const kept = halt === "failed" ? attempts : 1;
  expect(run.branches().filter((name) => name.startsWith("debug/"))).toHaveLength(kept);
  const ends = halt === "failed" ? "plan failed: words\n" : "";
  expect(run.git("log", "--format=%s", "main..plan/words")).toBe(`${ends}plan approved: words`);
});

test("whoever goes on with a run that waits finds the same question, and nobody works", async () => {
  const more = "**on_fail:** escalate";
  const run = await aHostedRun({ plan: planWith([{ contract: CONTRACT, more }]), script: NEVER });
  const first = await run.goOn();
  const again = await run.goOn();
  expect(again.open).toEqual(first.open);
  expect(await run.happened()).toEqual([...failedTimes(1), "1: asked, exhausted"]);
});

test("a failed attempt is kept on a branch of its own until the step is accepted, and counted in the plan", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT }, { contract: "grep -q two two.txt", more: "**on_fail:** escalate" }]),
    script: `steps:
  1:
    - - write: { path: one.txt, text: "uno\\n" }
      - say: Wrote uno.
    - - write: { path: other.txt, text: "eins\\n" }
      - say: Wrote eins.
    - - write: { path: one.txt, text: "one\\n" }
      - say: Wrote one at last.
  2:
    - say: Two is there.
`,
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.happened()).toEqual([
    ...failedTimes(2),
    ...["1: attempt 3", "1: passed", "1: accepted"],
    ...["2: attempt 1", "2: failed, contract", "2: asked, exhausted"],
  ]);
  const kept = (await run.events()).flatMap((event) => (event.type === "attempt-failed" ? [event.kept] : []));
  expect(kept).toEqual(["debug/plan-words-task-1-attempt-1", "debug/plan-words-task-1-attempt-2", null]);
  expect(run.branches()).toEqual(["main", "plan/words"]);
  expect(run.git("log", "--format=%s", "--reverse", "main..plan/words").split("\n")).toEqual([
    "plan approved: words",
    "Step 1",
    expect.stringMatching(/^plan accepted: task-1 — /),
  ]);
  // Every attempt begins where the first began.
  expect(run.git("show", "--name-only", "--format=", "plan/words^").split("\n")).toEqual(["one.txt"]);
  const plan = run.git("show", "plan/words:.plan/plan.md");
  expect(plan).toContain("### 1. ✅ Step 1\n\n**status: done, failures 2 — proven: grep -q one one.txt**\n");
  expect(plan).not.toContain("2. ✅");
});

test("an attempt that failed is to be seen on its branch while the next one is under way", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: CONTRACT }]),
    script: `steps:
  1:
    - - write: { path: one.txt, text: "uno\\n" }
    - - ask: Which word?
`,
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(run.branches()).toEqual(["debug/plan-words-task-1-attempt-1", "main", "plan/words"]);
  expect(run.git("show", "debug/plan-words-task-1-attempt-1:one.txt")).toBe("uno");
});
