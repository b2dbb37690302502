import fc from "fast-check";
import { expect, test } from "vitest";
import type { Plan } from "../../plan/model.ts";
import { newPlan } from "../reading/new-plan.ts";
import { newStep } from "../reading/step-fields.ts";
import { json } from "./dialect.ts";

const aPlan = (plan: Partial<Plan>): Plan => ({ ...newPlan("json", ""), title: "Tidy up", what: "Tidy up.", ...plan });
const printed = (plan: Plan): string => json.print(plan).files[0]?.text ?? "";

test("a plan that says little is little text", () => {
  const steps = [{ ...newStep("1", 1), what: "Sweep.", title: "Sweep" }];
  expect(printed(aPlan({ steps }))).toBe(`{
  "goal": "Tidy up.",
  "steps": [
    {
      "step_number": 1,
      "action": "Sweep."
    }
  ]
}
`);
});

test("where there is no What, the title is the goal", () => {
  expect(JSON.parse(printed(aPlan({ what: "" })))).toEqual({ goal: "Tidy up", steps: [], planwright: { what: "" } });
});

test("any text comes back as it was", () => {
  const words = fc
    .string({
      unit: fc.constantFrom('"', "\\", "\n", "{", "}", "\t", "`", "#", " ", "é", "\u2028", "\ud800", "\0", "ab"),
    })
    .map((text) => `x${text}y`);
  fc.assert(
    fc.property(words, words, words, (a, b, c) => {
      const contracts = [{ command: a, exitCode: 0 }];
      const subtasks = [{ text: b, done: true }];
      const files = { change: [{ path: c, note: a }], add: [], delete: [], mustNotTouch: [] };
      const step = { ...newStep("s", 1), title: a, what: b, how: c, result: a, contracts, subtasks, files };
      const plan = aPlan({ title: a, what: b, architecture: c, how: a, risks: [b, c], steps: [step] });
      const { files: out, lost } = json.print(plan);
      const after = json.parse({ root: "", files: out }).plan;
      expect(lost).toEqual([]);
      expect({ ...after, id: plan.id, source: plan.source }).toEqual(plan);
    }),
    { numRuns: 300 },
  );
});

test("only a second contract is lost, and told", () => {
  const contracts = ["make", "make test"].map((command) => ({ command, exitCode: 0 }));
  const { lost } = json.print(aPlan({ steps: [{ ...newStep("1", 1), what: "Sweep.", title: "Sweep", contracts }] }));
  expect(lost).toEqual([{ field: "contract", told: "a second one has no place there", steps: ["1"] }]);
});
