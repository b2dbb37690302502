import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCheckout, gitIn, leftBehind, write } from "../../../test/a-checkout.ts";
import { aContract, aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { openScene } from "../opening/scene.ts";
import { contractsToday, type Looking } from "./contracts-today.ts";

const stepOf = (number: number, command: string, fields: Partial<Step> = {}): Step =>
  aStep(`${number}`, { number, contracts: [aContract({ command })], ...fields });

/** What the contracts say in a repository with the file `a.txt` and a test. */
async function today(steps: readonly Step[], { policy = "", ...looking }: Partial<Looking> & { policy?: string } = {}) {
  const checkout = aCheckout();
  const { top, home } = checkout;
  write(top, { "a.test.js": `require("node:test")("adds", () => {});\n` });
  gitIn(top, "add", "a.test.js");
  gitIn(top, "commit", "-qm", "a test");
  process.env.PLANWRIGHT_HOME = home;
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, "policy.yaml"), policy);
  const scene = openScene(top);
  const opened = await scene.repository();
  const files = [{ path: ".plan/plan.md", text: "# A plan\n" }];
  const base = { branch: "main", commit: gitIn(top, "rev-parse", "HEAD") };
  const found = await contractsToday(
    scene,
    { plan: aPlan([...steps]), files, base, opened },
    { seconds: 60, signal: new AbortController().signal, onLine() {}, ...looking },
  );
  await scene.close();
  // A process of git's that was told to end may need a moment.
  await expect.poll(() => leftBehind(checkout)).toEqual([]);
  return found;
}

test("tells contracts that pass already, those that cannot run, and those that wait for the work", async () => {
  const steps = [
    stepOf(1, "test -f a.txt && test -f .plan/plan.md"),
    stepOf(2, "test -f b.txt"),
    stepOf(3, "no-such-checker a.txt"),
    stepOf(4, "", { contracts: [aContract({ command: "node --test" }), aContract({ command: "false" })] }),
  ];
  expect(await today(steps)).toEqual({
    trouble: null,
    answers: [
      { step: 1, says: "passes", isFirst: true, runsTests: false, mustProve: false },
      { step: 2, says: "pending" },
      { step: 3, says: "lacks", tool: "no-such-checker", remedy: expect.stringContaining("install it") },
      { step: 4, says: "passes", isFirst: false, runsTests: true, mustProve: false },
      { step: 4, says: "pending" },
    ],
  });
});

test("guards, templates and steps that need what is not granted yet are left alone", async () => {
  const guard = [aContract({ command: "true", kind: "guards" })];
  const steps = [
    stepOf(1, "true", { contracts: guard }),
    stepOf(2, "true", { template: "2–N" }),
    stepOf(3, "true", { needs: ["network"] }),
    stepOf(4, "true", { needs: ["publish"] }),
  ];
  expect(await today(steps)).toEqual({ trouble: null, answers: [] });
});

test("what takes too long is not tried, and nothing of it is left running", async () => {
  expect(await today([stepOf(1, "sleep 1000"), stepOf(2, "true")], { seconds: 1 })).toEqual({
    trouble: null,
    answers: [
      { step: 1, says: "untried" },
      { step: 2, says: "untried" },
    ],
  });
});

test("without a sandbox nothing of a plan runs that nobody has approved", async () => {
  expect(await today([stepOf(1, "true")], { policy: "sandbox: off\n" })).toEqual({
    trouble: "without a sandbox nothing of a plan runs before it is approved",
    answers: [{ step: 1, says: "untried" }],
  });
});

test("whatever goes wrong is told and no obstacle", async () => {
  const { trouble, answers } = await today([stepOf(1, "true")], { policy: "sandbox: perhaps\n" });
  expect(trouble).toContain("`sandbox` is `on` or `off`");
  expect(answers).toEqual([{ step: 1, says: "untried" }]);
});
