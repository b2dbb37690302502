import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { diagnose } from "../../diagnostics/diagnostic.ts";
import type { Plan } from "../../plan/model.ts";
import type { World } from "../../ports/world.ts";
import { aWorld } from "./a-world.testkit.ts";
import type { Rule } from "./rule.ts";

/** What one rule says about a plan that no dialect has read: `span.file` is the pointer it was reported at. */
export function findings(rule: Rule, plan: Plan, world: Partial<World> = {}): Diagnostic[] {
  const found: Diagnostic[] = [];
  const at = (pointer: string) => ({ file: pointer, start: 0, end: 0 });
  rule.check({
    parsed: { plan, sources: [], diagnostics: [], isWhole: true, at, has: () => true, within: at },
    world: aWorld({ exists: () => false, which: () => null, ...world }),
    contracts: [],
    report: (span, message, advice) => found.push(diagnose(rule, span, message, advice)),
  });
  return found;
}

export const pointersOf = (found: readonly Diagnostic[]): string[] => found.map(({ span }) => span.file);
