import type { Plan, Step } from "../plan/model.ts";
import type { Change, Finding, Subject } from "./change.ts";
import { dependencyFindings } from "./dependency-findings.ts";
import { type Matching, matchSteps } from "./match-steps.ts";
import { orderChanges } from "./order-changes.ts";
import { planFindings } from "./plan-findings.ts";
import { needsFindings, stepFindings } from "./step-findings.ts";
import { addedSubject, pairSubject, removedSubject } from "./subject.ts";

/**
 * Everything in which two plans differ, and what each difference does. Whatever is not proven harmless is told: a
 * weaker contract is never called wording, however much is reworded, moved or renumbered around it.
 */
export function comparePlans(before: Plan, after: Plan): Change[] {
  const matching = matchSteps(before, after);
  return [
    ...about({ kind: "plan" }, planFindings(before, after)),
    ...removedSteps(before, matching),
    ...addedSteps(after, matching),
    ...orderChanges(before, after, matching),
    ...changedSteps(before, after, matching),
  ];
}

const about = (subject: Subject, findings: readonly Finding[]): Change[] =>
  findings.map(({ effect, ...rest }) => ({ effect, subject, ...rest }));

function removedSteps({ steps }: Plan, { removed }: Matching): Change[] {
  return stepsAt(steps, removed).flatMap((step) => {
    const isProof = step.contracts.length > 0;
    const was = `${step.status === "done" ? ", though it is done" : ""}${isProof ? ", and its contract with it" : ""}`;
    return about(removedSubject(step), [
      { effect: isProof ? "loosens" : "changes", area: "step", told: `is removed${was}`, before: step },
      ...needsFindings(step.needs, []),
    ]);
  });
}

function addedSteps({ steps }: Plan, { added }: Matching): Change[] {
  return stepsAt(steps, added).flatMap((step) => {
    const is = `${step.status === "pending" ? "" : `, and is ${step.status}`}${step.contracts.length > 0 ? "" : ", without a contract"}`;
    return about(addedSubject(step), [
      { effect: "changes", area: "step", told: `is added${is}`, after: step },
      ...needsFindings([], step.needs),
    ]);
  });
}

const stepsAt = (steps: readonly Step[], positions: readonly number[]): Step[] =>
  positions.flatMap((position) => steps[position] ?? []);

function changedSteps(before: Plan, after: Plan, matching: Matching): Change[] {
  const dependenciesOf = dependencyFindings(before, after, matching);
  return matching.pairs.flatMap((pair) =>
    about(pairSubject(pair), [...stepFindings(pair.before, pair.after, { before, after }), ...dependenciesOf(pair)]),
  );
}
