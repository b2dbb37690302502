import { expect, test } from "vitest";
import { retryStep, skipStep } from "../../src/engine/questions/orders.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

/** What begins when, and what never does. */

const ONE = { contract: "grep -q one one.txt" };

test("steps without a contract and templates are asked about before anybody works", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { task: "Look at it." },
      { ...ONE, heading: "2–N. Whatever follows" },
      { ...ONE, heading: "3. Step 3", more: "**depends_on:** 2" },
    ]),
    script: `steps:
  1:
    - write: { path: looked.txt, text: "looked\\n" }
    - say: Looked at it.
`,
  });
  await run.goOn();
  expect(await run.question()).toMatchObject({ over: "no-contract", step: "1", suggestion: "revise" });
  await run.answer("retry");
  await run.goOn();
  expect(await run.question()).toMatchObject({ over: "by-eye", kind: "checkpoint" });
  await run.answer("accept");
  await run.goOn();
  expect((await run.question()).over).toBe("template");
  expect(run.git("show", "plan/words:.plan/receipts/01.json")).toContain('"by": "eye"');
  expect((await run.happened()).slice(0, 8)).toEqual([
    ...["1: asked, no-contract", "1: answered, retry", "1: attempt 1", "1: held, by-eye"],
    ...["1: asked, by-eye", "1: answered, accept", "1: accepted by Ann", expect.stringMatching(/asked, template$/)],
  ]);
});

test("a plan that cannot go on says so, and goes on when a person leaves the obstacle out", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { contract: "false", more: "**depends_on:** 2" },
      { ...ONE, more: "**depends_on:** 1" },
    ]),
    script: "steps:\n  2:\n    - write: { path: one.txt, text: one }\n",
  });
  await run.goOn();
  expect(await run.question()).toMatchObject({ over: "stuck", step: "1" });
  await run.answer("skip");
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual([
    ...["1: asked, stuck", "1: answered, skip", "1: skipped"],
    ...["2: attempt 1", "2: passed", "2: accepted", "completed"],
  ]);
});

test("steps begin in the order of what they depend on", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { contract: "grep -q three all.txt", more: "**depends_on:** 3" },
      { contract: "grep -q one all.txt" },
      { contract: "grep -q two all.txt", more: "**depends_on:** 2" },
    ]),
    script: `steps:
  1:
    - append: { path: all.txt, text: "three\\n" }
  2:
    - append: { path: all.txt, text: "one\\n" }
  3:
    - append: { path: all.txt, text: "two\\n" }
`,
  });
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("show", "plan/words:all.txt")).toBe("one\ntwo\nthree");
});

test("a step is left out with two commits of its own; one that is done is not, nor begun anew", async () => {
  const run = await aHostedRun({
    plan: planWith([ONE, { contract: "false" }]),
    script: "steps:\n  1:\n    - write: { path: one.txt, text: one }\n    - say: Wrote one.\n",
  });
  const [first, second] = run.run.plan.steps;
  if (!first || !second) throw new Error("two steps");
  await skipStep(run.store.journal, run.run, second, "Ann", "not now");
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.happened()).toEqual(["2: skipped", "1: attempt 1", "1: passed", "1: accepted", "completed"]);
  expect(run.git("log", "--format=%s", "plan/words")).toContain("plan accepted: task-2 — skipped: not now");
  await expect(skipStep(run.store.journal, run.run, first, "Ann", "")).rejects.toThrow("words is done");
  await expect(retryStep(run.store.journal, run.run, first, "Ann", "")).rejects.toThrow("words is done");
});
