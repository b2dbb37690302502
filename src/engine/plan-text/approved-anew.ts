import type { Plan } from "../../plan/model.ts";
import { violations } from "../../plan/mutability.ts";
import type { Dialect, FileSet, PlanEdit } from "../../ports/dialect.ts";
import type { CommitId } from "../../ports/git.ts";
import type { Signer } from "../../ports/signer.ts";
import type { Run } from "../../record/run.ts";
import type { RevisedPlan } from "../../record/run-event.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { EngineError } from "../state/engine-error.ts";
import { type RunState, stepState } from "../state/run-state.ts";
import { editedText } from "./edited-text.ts";
import { writeRevised } from "./plan-branch.ts";
import { planTextAt } from "./plan-text.ts";
import { withProgress } from "./revise.ts";

/** A plan in which more changes than the How: a person approves it, and its branch says so with a commit of its own. */

/** What a revision would change that is finished, in words; all else may change once a person has approved it. */
export function changesFinished(before: Plan, after: Plan, state: RunState): string[] {
  const [then, now] = [before, after].map((plan) => withProgress(withoutResults(plan, state), state));
  if (!then || !now) throw new Error("there are two plans");
  const found = violations({ before: then, after: now, occasion: { at: "draft" }, mode: "autonomous", approved: now });
  return found.map(({ message }) => message);
}

/** What a finished step has come to is written by the engine; whether a copy of the text holds it says nothing. */
const withoutResults = (plan: Plan, state: RunState): Plan => ({
  ...plan,
  steps: plan.steps.map((step) => {
    const { result: _result, ...rest } = step;
    return isDone(state, step.id) ? rest : step;
  }),
});

const isDone = (state: RunState, step: string): boolean => stepState(state, step).progress.status === "done";

export type Branch = { run: Run; git: HarnessGit; dialect: Dialect; signer: Signer };

/** The plan's text as the branch has it, and what it says by now and its branch does not yet. */
export async function currentText({ git, dialect }: Branch, { tip, uncommitted }: RunState): Promise<FileSet> {
  if (tip === null) throw new EngineError("not-possible", "the plan has no branch yet");
  const trees = treesOf(git);
  return editedText(dialect, await planTextAt(trees, await trees.treeOf(tip)), uncommitted);
}

/** Stores the commit `plan revised`: the new text, and in it what the branch says about finished steps. */
export async function writeRevision(
  branch: Branch,
  state: RunState,
  { revision, by }: { revision: RevisedPlan; by: string },
): Promise<CommitId> {
  const { git, dialect, signer } = branch;
  const { tip } = state;
  const written = await currentText(branch, state);
  if (tip === null) throw new EngineError("not-possible", "the plan has no branch yet");
  const text: FileSet = { root: written.root, files: revision.files };
  const { files } = editedText(dialect, text, finished(dialect.parse(written).plan, state));
  return writeRevised(git, { tip, plan: revision.plan, files, by, signer });
}

function finished({ steps }: Plan, state: RunState): PlanEdit[] {
  return steps
    .filter(({ id }) => isDone(state, id))
    .flatMap(({ id, failCount, result }): PlanEdit[] => [
      ...(failCount > 0 ? [{ type: "fail-count", step: id, count: failCount } as const] : []),
      { type: "step-status", step: id, status: "done", ...(result !== undefined && { result }) },
    ]);
}
