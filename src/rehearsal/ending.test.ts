import { expect, test } from "vitest";
import { aPlan, aStep } from "../plan/a-plan.testkit.ts";
import type { RunFact } from "../record/run-event.ts";
import { accepted, ended, journal, touched } from "./a-journal.testkit.ts";
import { acceptedIn, endingOf } from "./ending.ts";
import type { ScenarioName } from "./scenario.ts";

const plan = aPlan(["a", "b", "c", aStep("d", { number: 4, template: "4–N" })]);

function ending(name: ScenarioName, facts: RunFact[], budget = { wallClock: 2 }): string[] {
  const events = journal(...facts);
  const standing = { halt: "waiting", accepted: acceptedIn(events), exit: 3 } as const;
  return endingOf(plan, { name, at: plan.steps[0] ?? null, budget }, events, standing).map(({ text }) => text);
}

test("says which steps have not begun, and how far the plan has come", () => {
  expect(ending("failure", [accepted("a"), ended("b", 1)])).toEqual([
    "steps 3 and 4–N have not started",
    "1 of 4 steps is accepted on plan/sample; the run waits for you, and no clock answers (exit status 3)",
  ]);
  expect(
    endingOf(aPlan(["a"]), { name: "success", at: null, budget: undefined }, journal(accepted("a")), {
      ...{ halt: "done", accepted: 1, exit: 0 },
    }),
  ).toEqual([{ kind: "good", text: "1 of 1 step is accepted on plan/sample; the plan is done (exit status 0)" }]);
});

test("says that a wall has held where nobody was stopped", () => {
  expect(ending("trespass", [ended("a", 1), accepted("a")])[0]).toContain("was read-only for the agent");
  expect(ending("trespass", [ended("b", 1)])[0]).toBe("steps 1, 3 and 4–N have not started");
  expect(ending("trespass", [touched("a", "pay/x")])[0]).toContain("have not started");
});

test("says what became of the budget, where nobody else does", () => {
  expect(ending("budget", [ended("a", 1, "", 1_500), ended("b", 1, "", 1_500)])[0]).toContain("nothing stopped");
  expect(ending("budget", [ended("a", 1, "", 1_500)])[0]).toBe("the budget was not used up by then");
  const stopped: RunFact = { ...(ended("a", 1, "", 3_000) as RunFact & { type: "worker-ended" }), reason: "budget" };
  expect(ending("budget", [stopped])[0]).toContain("have not started");
});
