import { approvalHash, stepHash } from "../../plan/approval.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { grows } from "../../plan/mutability.ts";
import type { CommitObject } from "../../ports/git.ts";
import { sameJson } from "../../std/same-json.ts";
import type { Ledger, Report } from "./ledger.ts";

/** The plan that a commit holds, if it is the one its message or the last approval speaks of. */
export async function planIn(
  { input, plan: before }: Ledger,
  commit: CommitObject,
  approved: { plan: string; hash: string },
  report: Report,
): Promise<Plan | null> {
  const written = await readPlan(input.planAt(commit.tree, null), report);
  if (!written) return null;
  // A plan that was begun on a branch of a person's own has that branch's name, whatever its title is.
  const plan = { ...written, id: approved.plan };
  const file = plan.source.path;
  if (before && before.source.path !== file) report(`the plan lay at ${before.source.path} before`, file);
  if (approvalHash(plan) === approved.hash) return plan;
  if (written.id !== plan.id) report(`the plan here is \`${written.id}\`, not \`${plan.id}\``, file);
  report("the plan's text is not the one that was approved", file);
  return null;
}

/** Between two approvals decisions are added, and none is taken back. */
export function checkDecisions({ plan: before }: Ledger, plan: Plan, report: Report): void {
  if (!before || grows(before.architecture ?? "", plan.architecture ?? "")) return;
  report("a design decision was changed or taken away, and nobody approved that", plan.source.path);
}

/** What stays of a plan at the very end: its steps may be folded into the overview, its promises may not change. */
export async function checkFoldedPlan(ledger: Ledger, commit: CommitObject, report: Report): Promise<void> {
  const { plan: before } = ledger;
  const written = await readPlan(ledger.input.planAt(commit.tree, before?.id ?? null), report);
  if (!written || !before) return;
  const plan = { ...written, id: before.id };
  checkDoneSteps(ledger, plan, report);
  const [was, is] = [promises(before), promises(plan)];
  const changed = Object.keys({ ...was, ...is }).find((field) => !sameJson(is[field], was[field]));
  if (changed) report(`the plan's ${changed} is not the one that was approved`, plan.source.path);
}

/** What a plan promises beside its steps. */
function promises({
  steps: _steps,
  how: _how,
  status: _status,
  source: _source,
  ...rest
}: Plan): Record<string, unknown> {
  return rest;
}

/** A step is done when its receipt is there, and in no other case. */
export function checkDoneSteps({ steps }: Ledger, plan: Plan, report: Report): void {
  for (const step of plan.steps) {
    const isAccepted = steps.some(({ id }) => id === step.id);
    if (step.status === "done" && !isAccepted)
      report(`step ${step.number} is marked done without a receipt`, plan.source.path);
    if (step.status !== "done" && isAccepted && !isWholePlan(plan, step))
      report(`step ${step.number} was accepted, and is not marked done`, plan.source.path);
  }
}

/** An overview without task files is one step, and has no place to say how far it has come: its receipt does. */
function isWholePlan({ source, title, what, steps }: Plan, step: Step): boolean {
  return source.dialect === "branch" && steps.length === 1 && step.title === title && step.what === what;
}

/** A revision may change everything but what was already proven. */
export function checkFinishedSteps({ steps, plan: before }: Ledger, plan: Plan, report: Report): void {
  for (const { id, number } of steps) {
    const [was, is] = [before, plan].map((each) => each?.steps.find((step) => step.id === id));
    if (was && (!is || stepHash(is) !== stepHash(was))) {
      report(`step ${number} was already accepted, and the revision changes it`, plan.source.path);
    }
  }
}

async function readPlan(found: Promise<Plan | null>, report: Report): Promise<Plan | null> {
  const plan = await found;
  if (!plan) report("no plan can be read here");
  return plan;
}
