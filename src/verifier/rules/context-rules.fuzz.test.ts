import fc from "fast-check";
import { expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { rules as every } from "../rules.ts";
import { aWorld } from "./a-world.testkit.ts";

const rules = every.filter(({ code }) => /^PW[46]/.test(code));

const PIECES = [
  ..."`~\n. -*#:/\\\u0000".split(""),
  ..."``` ~~~ 1. a.md ../x /etc docs/ *.ts tokenStore `tokenStore` `A.b` `get()` `src/a.ts` add see the overview".split(
    " ",
  ),
  ..."as described above, in step 2. decision 3 per architecture constructor __proto__ toString ß \ud800".split(" "),
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(" "));
const name = fc.oneof(fc.constantFrom(...PIECES), fc.string());
const step = fc.record({
  what: text,
  how: text,
  target: name,
  agent: name,
  track: fc.constantFrom("x", "y"),
  status: fc.constantFrom("pending" as const, "done" as const),
  dependsOn: fc.array(fc.constantFrom("0", "1", "2"), { maxLength: 2 }),
  subscriptions: fc.array(fc.record({ kind: fc.constantFrom("file" as const, "topic" as const), name })),
  files: fc.array(name).map((paths) => ({ ...noFiles, add: paths.map((path) => ({ path })) })),
});

/** Whatever stands in a plan, these rules end, and point at characters that are there. */
test("no plan makes a rule throw or point past the end of a text", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), text, fc.boolean(), (fields, what, isThere) => {
      const steps = fields.map((each, index): Step => ({ ...aStep(`${index}`, each), number: index + 1 }));
      const plan = aPlan(steps, { what, complexity: "complex", budget: { tokens: 1, usd: 1, wallClock: 1 } });
      const span = (start: number, end: number) => ({ file: "plan.md", start, end });
      const within = (pointer: string, start: number, end: number) => {
        expect(start <= end && end <= textAt(plan, pointer).length, pointer).toBe(true);
        return span(start, end);
      };
      const at = () => span(0, 0);
      const parsed = { plan, sources: [], diagnostics: [], isWhole: true, at, has: () => true, within };
      const world = aWorld({ exists: () => isThere, mentions: () => isThere });
      const report = (_: unknown, message: string) => expect(message).not.toBe("");
      for (const rule of rules) rule.check({ parsed, world, contracts: [], report });
    }),
  );
});

function textAt(plan: Plan, pointer: string): string {
  const [, , index = "", field = ""] = pointer.split("/");
  return String(Object(plan.steps[Number(index)])[field]);
}
