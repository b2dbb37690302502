import type { Step } from "../../plan/model.ts";
import type { CommitId, CommitObject } from "../../ports/git.ts";
import type { Signer } from "../../ports/signer.ts";
import { readMessage } from "../../record/commit-message.ts";
import type { Run } from "../../record/run.ts";
import type { RunFact } from "../../record/run-event.ts";
import { type Remedy, remedy } from "../../std/refusal.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { keepBranch, movable } from "../../workspace/history/refs.ts";
import { EngineError } from "../state/engine-error.ts";
import { append, type Held, stateOf } from "../state/journal-state.ts";
import { type RunState, stepState } from "../state/run-state.ts";
import { isOpen, keepOpenWork } from "../work/keep-open-work.ts";
import { bringToTip } from "./bring-to-tip.ts";

/** What was taken back: accepted steps in the order of the branch, and attempts that were still to be decided. */
export type Undone = { accepted: Step[]; open: Step[]; from: CommitId; to: CommitId; kept: string };

export type UndoScene = Held & { git: HarnessGit; signer: Signer };

/**
 * Takes an accepted step back, and all that was accepted after it: the branch moves to where it was before, and what it
 * leaves stays on a branch of its own. The journal is told before the branch moves, which follows also after a crash.
 */
export async function undoStep(scene: UndoScene, step: Step, by: string): Promise<Undone> {
  const { run, git } = scene;
  await refuseBeside(scene);
  await keepOpenWork(scene);
  const state = await stateOf(scene);
  const isThere = await bringToTip(scene, git, state);
  const undone = await undoing(scene, state, step);
  const name = movable(git, run.branch, "none");
  if (!isThere) {
    throw new EngineError("not-possible", `${name} is not where Planwright left it`, {
      remedies: [remedy("resume", { run: run.plan.id }, "asks what to do")],
    });
  }
  const { accepted, open, from, to, kept } = undone;
  await keepBranch(git, `refs/heads/${kept}`, from);
  const steps = [...accepted, ...open].map(({ id }) => id);
  const fact: RunFact = { type: "step-undone", steps, by, to, kept };
  await append(scene, null, (now) => ({ facts: [...settled(now, by), fact], value: null }));
  await bringToTip(scene, git, await stateOf(scene));
  return undone;
}

/** A branch has one run that is not over. The database would say so, too, but not whose it is. */
async function refuseBeside({ run, store }: UndoScene): Promise<void> {
  const open = await store.runs.list({ repository: run.repository.id, isOver: false });
  const other = open.find(({ id, branch }) => branch === run.branch && id !== run.id);
  if (!other) return;
  const name = run.branch.replace("refs/heads/", "");
  throw new EngineError("not-possible", `${other.id} is under way on ${name}; undo the step there, or cancel it first`);
}

/** Whether the steps hold together is proven again when they are done again, so nobody needs to answer that now. */
const settled = ({ open }: RunState, by: string): RunFact[] =>
  [...open.values()]
    .filter(({ over }) => over === "final")
    .map(({ id }) => ({ type: "answered", step: null, question: id, value: "retry", note: "", by }));

async function undoing({ run, git }: UndoScene, state: RunState, step: Step): Promise<Undone> {
  const { status, tip } = state;
  const refuse = (why: string, remedies: readonly Remedy[] = []) => new EngineError("not-possible", why, { remedies });
  if (status === "draft") throw refuse(`${run.plan.id} went back to draft; change the plan and run it again`);
  const progress = run.plan.steps.map((each) => ({ step: each, ...stepState(state, each.id).progress }));
  const active = progress.find((each) => each.status === "active");
  if (active) {
    const how = [remedy("resume", { run: run.plan.id }, "closes that attempt first")];
    throw refuse(`the process that worked on step ${active.step.number} is gone`, how);
  }
  const isDone = progress.some((each) => each.step.id === step.id && each.status === "done");
  if (!isDone || tip === null) throw refuse(`step ${step.number} is not done; there is nothing to undo`);

  const commits = await backTo(git, run, tip, step);
  const to = commits.at(-1)?.id ?? tip;
  return {
    accepted: commits
      .slice(0, -1)
      .flatMap((commit) => acceptedBy(run, commit))
      .reverse(),
    // Whatever is known of these rests on what is taken back.
    open: progress.filter((each) => isOpen(each.status)).map((each) => each.step),
    ...{ from: tip, to },
    kept: `debug/plan-${run.plan.id}-task-${step.number}-undone-${tip.slice(0, 8)}`,
  };
}

/** From the tip to the commit that the step's work began with, which is the last. */
async function backTo(git: HarnessGit, run: Run, tip: CommitId, step: Step): Promise<CommitObject[]> {
  let left = Number.POSITIVE_INFINITY;
  const commits = await historyOf(git).firstParents(tip, (commit) => {
    if (acceptedBy(run, commit).includes(step)) left = 2;
    else left -= 1;
    return left === 0 || readMessage(commit.message).kind === "approved";
  });
  if (left !== 0) throw new EngineError("not-possible", `the branch has no acceptance of step ${step.number}`);
  const revised = commits.slice(0, -1).find(({ message }) => readMessage(message).kind === "revised");
  if (!revised) return commits;
  throw new EngineError(
    "not-possible",
    `the plan was revised after step ${step.number} (${revised.id.slice(0, 10)}), and going back would lose that`,
  );
}

function acceptedBy({ plan }: Run, { message: text }: CommitObject): Step[] {
  const message = readMessage(text);
  if (message.kind !== "accepted" || message.plan !== plan.id) return [];
  return plan.steps.filter(({ number }) => number === message.step);
}
