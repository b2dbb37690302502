import type { Plan, Step } from "../../plan/model.ts";
import type { CommitId, CommitObject, History, Trees } from "../../ports/git.ts";
import { readReceipt, receiptPaths } from "../../receipts/write-receipt.ts";
import { readMessage } from "../../record/commit-message.ts";
import { artifactsIn } from "../../record/plan-artifacts.ts";
import type { Receipt } from "../../record/receipt.ts";
import { WORK } from "../../record/run.ts";
import type { RunFact } from "../../record/run-event.ts";
import { outcomeOfReceipt } from "../../telling/receipt-outcome.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { savedAttempts } from "../../workspace/history/debug-branches.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { EngineError } from "../state/engine-error.ts";

type Opened = Extract<RunFact, { type: "opened" }>;
type Accepted = Extract<RunFact, { type: "step-accepted" }>;

/** What a run's branch says about it; all there is when its journal is lost. `base` is the commit it began with. */
export type Rebuilt = { base: CommitId; facts: RunFact[] };

/**
 * Reads back what happened to a plan from the commits of its branch, in their order. The branch must have been audited:
 * what its commits say is believed here. Throws `EngineError` when it does not end where Planwright leaves a branch.
 */
export async function rebuild(
  git: HarnessGit,
  { branch, tip, plan }: { branch: string; tip: CommitId; plan: Plan },
  opening: Omit<Opened, "type" | "commit" | "rebuilt">,
): Promise<Rebuilt> {
  const [history, trees] = [historyOf(git), treesOf(git)];
  const commits = (await history.firstParents(tip, isApproval)).reverse();
  const base = commits[0]?.parents[0];
  const isWhole = commits[0] !== undefined && isApproval(commits[0]) && base !== undefined;
  if (!isWhole) throw new EngineError("not-possible", `${branch} does not start with the approval of a plan`);

  const receipts = await receiptsAt(trees, tip, plan.id);
  const facts: RunFact[] = [];
  for (const [index, commit] of commits.entries()) {
    const message = readMessage(commit.message);
    switch (message.kind) {
      case "approved":
      case "revised":
        facts.push({ type: "opened", ...opening, commit: commit.id, rebuilt: true });
        break;
      case "accepted":
        facts.push(await accepted(plan, { commit, dev: commits[index - 1], branch }, receipts));
        break;
      case "failed":
        // Whoever asks for the run takes it up again.
        facts.push({ type: "failed", step: null, told: (message.said ?? []).join("\n"), commit: commit.id });
        facts.push({ type: "resumed", by: opening.by });
        break;
      case "complete":
        facts.push({ type: "completed", commit: commit.id, outcomes: [] });
        break;
      case "dev":
        if (index === commits.length - 1) throw unfinished(branch, commit, message.step);
        break;
      default:
        throw new EngineError("not-possible", `${short(commit)} on ${branch} is not a commit of Planwright's`);
    }
  }
  return { base, facts: [...facts, ...(await earlierAttempts(git, history, plan, facts, tip))] };
}

const isApproval = ({ message }: CommitObject): boolean => readMessage(message).kind === "approved";
const short = ({ id }: CommitObject): string => id.slice(0, 10);

/** Planwright moves a branch over both commits of a step at once, so somebody else has moved this one. */
function unfinished(branch: string, commit: CommitObject, step: number): EngineError {
  const told = `${branch} ends with ${short(commit)}, the work on step ${step} without its acceptance`;
  return new EngineError("not-possible", `${told}; move the branch to the commit before it`);
}

type Receipts = (step: Step) => Promise<Receipt>;

/** All receipts are there at the end, whatever else wrap-up has taken away. */
async function receiptsAt(trees: Trees, tip: CommitId, plan: string): Promise<Receipts> {
  const { root, receipts } = artifactsIn(await trees.entries(await trees.treeOf(tip)), plan);
  const ids = new Map(receipts.map(({ path, id }) => [path, id]));
  return async ({ number }) => {
    const { json } = receiptPaths(number, root);
    const id = ids.get(json);
    const [bytes] = id === undefined ? [] : await trees.read([id]);
    const read = bytes && readReceipt(bytes);
    if (read?.kind !== "receipt") throw new Error(`the receipt ${json} cannot be read, and an audit has read it`);
    return read.receipt;
  };
}

async function accepted(
  plan: Plan,
  { commit, dev, branch }: { commit: CommitObject; dev: CommitObject | undefined; branch: string },
  receiptOf: Receipts,
): Promise<Accepted> {
  const message = readMessage(commit.message);
  const step = message.kind === "accepted" ? plan.steps.find(({ number }) => number === message.step) : undefined;
  if (message.kind !== "accepted" || !dev || !step)
    throw new EngineError("not-possible", `${short(commit)} on ${branch} accepts no step of ${plan.id}`);
  const { attempt, receipt, result } = message;
  const proof = (await receiptOf(step)).predicate.planwright;
  const { accepted: how } = proof;
  return {
    type: "step-accepted",
    ...{ step: step.id, attempt, dev: dev.id, accepted: commit.id, receipt, result, outcome: outcomeOfReceipt(proof) },
    // A step that was left out is one that a person answers for, too.
    byEye: how.by === "eye" ? how.person : null,
  };
}

/** What failed before the loss is kept beside the branch, and no new attempt may take its number. */
async function earlierAttempts(
  git: HarnessGit,
  history: History,
  plan: Plan,
  facts: readonly RunFact[],
  tip: CommitId,
): Promise<RunFact[]> {
  const done = new Set(facts.flatMap((fact) => (fact.type === "step-accepted" ? [fact.step] : [])));
  const found: RunFact[] = [];
  for (const { id, number } of plan.steps.filter((step) => !done.has(step.id))) {
    const kept = new Map<number, { ref: string; commit: CommitId }>();
    for (const branch of await savedAttempts(git, { plan: plan.id, task: number })) {
      const attempt = Number(branch.ref.slice(branch.ref.lastIndexOf("-") + 1));
      if (attempt <= MOST_ATTEMPTS) kept.set(attempt, branch);
    }
    for (let attempt = 1; attempt <= Math.max(0, ...kept.keys()); attempt++) {
      const branch = kept.get(attempt);
      const base = branch ? await history.resolve(`${branch.commit}^`) : null;
      const of = { step: id, attempt, leg: 1 };
      found.push({ type: "attempt-started", ...of, ...WORK, agent: "unknown", base: base ?? tip });
      const ref = branch?.ref.slice("refs/heads/".length) ?? null;
      found.push({ type: "attempt-interrupted", ...of, why: "crashed", kept: ref });
    }
  }
  return found;
}

/** Attempts are counted one by one, and nobody makes so many: a branch with a higher number is not one of ours. */
const MOST_ATTEMPTS = 1000;
