import { isLikeId } from "../../plan/plan-id.ts";
import type { CommitObject } from "../../ports/git.ts";
import { RECEIPTS } from "../../record/plan-artifacts.ts";
import { allowNoCode, allowNoFinished, allowOnlyPlan, changesOf } from "./file-changes.ts";
import { allowMoved } from "./finished-folder.ts";
import type { Ledger, Of, Report } from "./ledger.ts";
import { checkDecisions, checkDoneSteps, checkFinishedSteps, checkFoldedPlan, planIn } from "./plan-text.ts";

/** The approval opens the branch: the plan, and nothing done yet. */
export async function checkApproved(
  ledger: Ledger,
  commit: CommitObject,
  message: Of<"approved">,
  report: Report,
): Promise<void> {
  const { input } = ledger;
  ledger.approval = { commit: commit.id, plan: message.plan, hash: message.planHash, by: message.approvedBy };
  if (!isLikeId(message.plan)) report(`\`${message.plan}\` cannot be the id of a plan`);
  if (input.base !== null && commit.parents[0] !== input.base) {
    report(`the plan was not approved on ${input.base}, so what lies between is not proven`);
  }
  const plan = await planIn(ledger, commit, ledger.approval, report);
  if (plan) checkDoneSteps(ledger, plan, report);
  const { code, finished } = await changesOf(ledger, commit, plan);
  allowNoCode(code, report);
  allowNoFinished(finished, report);
  ledger.plan = plan;
  const old = (await input.trees.entries(commit.tree)).filter(({ path }) => path.startsWith(RECEIPTS));
  for (const { path } of old) report("an approved plan begins without receipts", path);
}

/** A revision is an approval again, between two steps. */
export async function checkRevised(
  ledger: Ledger,
  commit: CommitObject,
  message: Of<"revised">,
  report: Report,
): Promise<void> {
  closeSteps(ledger, report);
  if (ledger.approval && message.plan !== ledger.approval.plan) report(`it speaks of the plan \`${message.plan}\``);
  ledger.approval = { commit: commit.id, plan: message.plan, hash: message.planHash, by: message.approvedBy };
  allowOnlyPlan(await changesOf(ledger, commit, ledger.plan), report);
  const plan = await planIn(ledger, commit, ledger.approval, report);
  if (!plan) return;
  checkDoneSteps(ledger, plan, report);
  checkFinishedSteps(ledger, plan, report);
  ledger.plan = plan;
}

/** The plan was given up for now: its text says so, and whoever takes it up again goes on from here. */
export async function checkFailed(
  ledger: Ledger,
  commit: CommitObject,
  message: Of<"failed">,
  report: Report,
): Promise<void> {
  closeSteps(ledger, report);
  const { approval } = ledger;
  checkNamed(approval, message, report);
  allowOnlyPlan(await changesOf(ledger, commit, ledger.plan), report);
  if (!approval) return;
  const plan = await planIn(ledger, commit, approval, report);
  if (!plan) return;
  if (plan.status !== "failed") report(`the plan here is called ${plan.status}, not failed`, plan.source.path);
  checkDoneSteps(ledger, plan, report);
  checkDecisions(ledger, plan, report);
  ledger.plan = plan;
}

/** The end: every step is proven. */
export async function checkComplete(
  ledger: Ledger,
  commit: CommitObject,
  message: Of<"complete">,
  report: Report,
): Promise<void> {
  closeSteps(ledger, report);
  ledger.isComplete = true;
  const { approval, plan, steps } = ledger;
  checkNamed(approval, message, report);
  for (const step of plan?.steps ?? []) {
    const isOpen = step.template === undefined && !steps.some(({ id }) => id === step.id);
    if (isOpen) report(`the plan is called complete, and step ${step.number} was never accepted`);
  }
  const changes = await changesOf(ledger, commit, ledger.plan);
  allowNoCode(changes.code, report);
  await allowMoved(ledger, { commit, plan: message.plan }, changes, report);
  await checkFoldedPlan(ledger, commit, report);
}

/** It speaks of the plan that was approved last. */
function checkNamed(
  approval: Ledger["approval"],
  { plan, planHash }: Of<"failed"> | Of<"complete">,
  report: Report,
): void {
  if (approval && plan !== approval.plan) report(`it speaks of the plan \`${plan}\``);
  if (approval && planHash !== approval.hash) report("its Plan-Hash is not the approved one");
}

function closeSteps(ledger: Ledger, report: Report): void {
  if (ledger.open) report(`the commit before it, ${ledger.open.commit.id}, was never accepted`);
  ledger.open = null;
}
