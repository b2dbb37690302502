import type { Side } from "../../contracts/sides/conclusion.ts";
import type { CheckedStep, Checking } from "./check.ts";

/** What `check --json` prints. Fields are only ever added. */
export function checkAsJson({ plan, base, offers, dependencies, notes }: Checking, checked: readonly CheckedStep[]) {
  return {
    version: 1,
    plan: { id: plan.id, title: plan.title },
    base: { commit: base.commit, told: base.told },
    sandbox: { isHolding: offers.isHolding, mechanism: offers.mechanism },
    dependencies,
    notes,
    steps: checked.map(({ step, conclusion, contracts, trespasses, restored, undeclared, findings }) => ({
      id: step.id,
      number: step.number,
      title: step.title,
      conclusion,
      contracts: contracts.map(({ contract, conclusion: own, after, base: before, reverted, hints }) => ({
        command: contract.command,
        conclusion: own,
        after: sideAsJson(after),
        base: sideAsJson(before),
        reverted: sideAsJson(reverted),
        hints,
      })),
      trespasses,
      restored,
      undeclared: undeclared.map(({ path, distance }) => ({ path, distance })),
      findings,
    })),
  };
}

function sideAsJson(side: Side) {
  if ("notRun" in side) return { notRun: side.notRun };
  const { tree, verdict, exit, milliseconds, report, explanation } = side;
  return { tree, verdict, exit, milliseconds, tests: report?.counts ?? null, told: explanation };
}
