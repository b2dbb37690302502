import { expect, test } from "vitest";
import { aRun, gitIn, planOf } from "../../../test/attack/a-run.ts";
import { rebuild } from "./rebuild.ts";

test("a branch with a number that nobody has counted to is not taken for an attempt", async () => {
  const { top, run } = await aRun({ files: { "a.txt": "old\n" }, plan: planOf({ contract: "grep -q new a.txt" }) });
  for (const attempt of [2, 999_999_999]) gitIn(top, "branch", `debug/plan-numbers-task-1-attempt-${attempt}`);
  const tip = gitIn(top, "rev-parse", "plan/numbers").trim();
  const opening = { by: "Ann", via: "terminal", hash: "", mode: "autonomous", agent: "command:a" } as const;
  const { facts } = await rebuild(run.git, { branch: "plan/numbers", tip, plan: run.plan }, opening);
  expect(facts.flatMap((fact) => (fact.type === "attempt-started" ? [fact.attempt] : []))).toEqual([1, 2]);
});
