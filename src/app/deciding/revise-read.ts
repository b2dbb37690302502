import type { Change } from "../../compare/change.ts";
import { comparePlans } from "../../compare/compare-plans.ts";
import { matchSteps } from "../../compare/match-steps.ts";
import { changesFinished } from "../../engine/plan-text/approved-anew.ts";
import { withProgress } from "../../engine/plan-text/revise.ts";
import { budgetsChanged } from "../../engine/state/budget-limits.ts";
import { EngineError } from "../../engine/state/engine-error.ts";
import type { RunState } from "../../engine/state/run-state.ts";
import { approvalHash } from "../../plan/approval.ts";
import type { Plan } from "../../plan/model.ts";
import { slugOf } from "../../plan/plan-id.ts";
import { modeOf } from "../../plan/policies.ts";
import { amountsInWords } from "../../plan/spending-words.ts";
import type { Run } from "../../record/run.ts";
import type { Kept, RevisedPlan } from "../../record/run-event.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { driversOf } from "../agents/drivers-of.ts";
import { missingFlow } from "../approving/missing-flow.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import type { Scene } from "../opening/scene.ts";
import type { PlanToRun } from "../plans/plan-to-run.ts";
import { agentsAfter } from "./revise-agents.ts";
import type { Revisable } from "./revise-open.ts";

/** A plan that could take the place of the approved one, and in what they differ. */
export type FoundRevision = {
  run: Run;
  revision: RevisedPlan;
  /** What a person has not approved yet. */
  changes: Change[];
  /** Which step became which. */
  kept: Kept[];
  /** Steps in which nothing changes. */
  asApproved: { number: number; isDone: boolean }[];
  /** What was granted besides a budget that is another one now, in words. */
  forgone: string[];
  warnings: number;
};

/** Holds an edited plan against the run it is for. Nothing is written. Throws where it cannot be that run's plan. */
export async function readRevision(
  { policy }: Pick<Scene, "policy">,
  { run, state }: Revisable,
  read: PlanToRun,
): Promise<FoundRevision> {
  refuseOther(run, read);
  const files = placed(run, read);
  const plan = { ...read.dialect.parse({ root: ".plan", files }).plan, id: run.plan.id };
  refuseFinished(run, plan, state);
  const kept = matchSteps(run.plan, plan).pairs.map(({ before, after }) => ({ from: before.id, to: after.id }));
  const agents = agentsAfter(run, plan, kept, repositoryConfig(run.repository.top));
  // Only a mode that the text changes goes before the one that was chosen with the command.
  const mode = modeOf(plan) === modeOf(run.plan) ? run.mode : modeOf(plan);
  const revision = { plan, files, hash: approvalHash(plan), ...agents, mode };
  // Whoever approves a plan should not be told afterwards that nobody can work on it.
  await driversOf({ ...run, ...revision }, policy);
  const changes = comparePlans(...compared(run.plan, plan, state));
  if (changes.length === 0 && state.status === "in-progress") {
    const { id } = run.plan;
    throw new Refused("not-possible", `${read.path} says what was approved`, {
      remedies: [remedy("resume", { run: id }, "continues it")],
    });
  }
  const changed = new Set(changes.flatMap(({ subject }) => (subject.kind === "step" ? [subject.after] : [])));
  const asApproved = withProgress(plan, state).steps.filter(({ id }) => !changed.has(id));
  return {
    ...{ run, revision, changes, kept },
    asApproved: asApproved.map(({ number, status }) => ({ number, isDone: status === "done" })),
    forgone: forgoneBy(run.plan, plan, kept, state),
    warnings: read.diagnostics.filter(({ severity }) => severity === "warning").length,
  };
}

function forgoneBy(before: Plan, after: Plan, kept: readonly Kept[], { spending }: RunState): string[] {
  const named = (id: string) => `step ${after.steps.find((step) => step.id === id)?.number}`;
  return budgetsChanged(before, after, kept).flatMap((of) => {
    const grant = spending.granted.get(kept.find(({ to }) => to === of)?.from ?? null);
    if (grant === undefined) return [];
    const amount = grant === "no-limit" ? "no limit" : amountsInWords(grant).join(", ");
    const whose = of === null ? "the plan's budget" : `the budget of ${named(of)}`;
    return [`${whose} holds as it is written: what was granted besides (${amount}) no longer does`];
  });
}

function refuseOther(run: Run, { path, plan, dialect }: PlanToRun): void {
  const { id, title } = run.plan;
  if (dialect.id !== run.dialect) {
    throw new Refused("not-possible", `${path} is written in the dialect ${dialect.id}, and ${id} in ${run.dialect}`, {
      remedies: [remedy("convert", { plan: path ?? "", to: run.dialect }, "writes it so")],
    });
  }
  const flow = missingFlow(plan);
  if (flow !== null && flow !== missingFlow(run.plan)) throw new Refused("not-possible", flow);
  if (slugOf(plan.title) === slugOf(title)) return;
  throw new Refused(
    "not-possible",
    `${path} is the plan ${plan.id}, and not ${id}; a plan keeps its title, which was "${title}"`,
  );
}

/** A plan of one file lies in its branch under the name it had, whatever the copy is called. */
function placed({ files: [before] }: Run, { dialect, files }: PlanToRun): RevisedPlan["files"] {
  return files.map(({ path, text }) => ({ path: dialect.form === "file" ? (before?.path ?? path) : path, text }));
}

function refuseFinished(run: Run, plan: Plan, state: RunState): void {
  const told = changesFinished(run.plan, plan, state);
  if (told.length === 0) return;
  const { id } = run.plan;
  // Nobody takes a step back in a plan that is no longer carried out.
  const isDraft = state.status === "draft";
  const how = isDraft ? "; put them back as they were, and let another step change what they did" : "";
  throw new EngineError("not-possible", `${told.join("; ")}${how}`, {
    remedies: isDraft ? [] : [remedy("undo", { step: "", run: id }, "takes a step back first")],
  });
}

/** What a finished step has come to is no difference between two plans. */
function compared(before: Plan, after: Plan, state: RunState): [Plan, Plan] {
  const bare = (plan: Plan): Plan => ({
    ...withProgress(plan, state),
    steps: withProgress(plan, state).steps.map(({ result: _result, ...step }) => step),
  });
  return [bare(before), bare(after)];
}
