import { personEnvironment } from "../../config/person-programs.ts";
import { keepPlan, keptRef } from "../../engine/branch/kept-plan.ts";
import { landedAsTrees } from "../../engine/branch/landed.ts";
import { type Meeting, meet, writeLanding } from "../../engine/branch/merge-plan.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import type { CommitId } from "../../ports/git.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import type { Run } from "../../record/run.ts";
import type { StepOutcome } from "../../record/step-outcome.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { outcomesIn } from "../../telling/run-outcomes.ts";
import { squashMessage } from "../../telling/squash-message.ts";
import { whereCheckedOut } from "../../workspace/git/checked-out.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { changedInCheckout, forwardCheckout } from "../../workspace/history/merge-into-checkout.ts";
import { moveBranch } from "../../workspace/history/refs.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import type { Scene } from "../opening/scene.ts";
import { latestRun } from "../runs/latest-run.ts";
import type { OpenedRuns } from "../runs/open-runs.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";
import { type Broken, type ProveOptions, proveMerged } from "./merge-proof.ts";
import { pushCommand } from "./merge-push.ts";

export type MergeOptions = ProveOptions & {
  /** A branch by its short name; without it, the one that is checked out. */
  into?: string;
  /** Called when it is known what would be merged, and before anything takes time. May throw. */
  ready(): void;
  /** The way it should land. */
  how: Landing;
  /** Asked when everything passes, and before anything moves. */
  confirm(proposal: Proposal): Promise<boolean>;
};

/**
 * `merge` makes a merge commit, also where the branch could only move; `ff` moves it where that is possible, else merges;
 * `squash` makes one commit with all that the plan has come to.
 */
export type Landing = "merge" | "ff" | "squash";

/** `checkout` is the person's folder whose files will change; null when the branch is checked out nowhere. */
export type Proposal = {
  plan: string;
  into: string;
  /** The way it lands, which with `ff` need not be the one that was asked for. */
  how: Landing;
  contracts: number;
  /** What its steps have come to. */
  outcomes: StepOutcome[];
  checkout: string | null;
};

/** `kept` is the ref that keeps the plan's own commits, `push` the command that pushes it and the branch; null without a remote. */
export type Merge =
  | { status: "already"; plan: string; into: string }
  | { status: "conflict"; plan: string; into: string; paths: string[] }
  | { status: "broken"; plan: string; into: string; broken: Broken[] }
  | ({ status: "declined" } & Proposal)
  | ({ status: "merged"; commit: CommitId; kept: string; push: string | null } & Proposal);

/**
 * Merges a finished plan. Every contract of its steps passes on the merged tree before anything moves: what was proven
 * on its own branch may break beside what others have done meanwhile.
 */
export async function mergeRun(scene: Scene, name: string | undefined, options: MergeOptions): Promise<Merge> {
  const runs = await openRememberedRuns(scene);
  const run = await latestRun(runs, name, { do: "merge", with: {} });
  const tip = await finishedTip(runs, run);
  const target = await targetOf(runs.opened, run, options.into);
  options.ready();
  const { opened, store } = runs;
  const told = { plan: run.plan.id, into: target.name };
  const finished = { plan: run.plan.id, tip };
  const meeting = await meet(opened.git, target.commit, tip);
  const isSquashed = (await landedAsTrees(opened.git, [finished], [target.commit])).has(tip);
  if (meeting.how === "already" || isSquashed) return { status: "already", ...told };
  if (meeting.how === "conflict") return { status: "conflict", ...told, paths: meeting.paths };

  const events = await store.journal.read(run.id, 0);
  const about = { run, events, tree: meeting.tree, head: target.commit, tip };
  const { contracts, broken } = await proveMerged(scene, opened, about, options);
  if (broken.length > 0) return { status: "broken", ...told, broken };

  const outcomes = outcomesIn(events);
  const how = wayOf(meeting, options.how);
  const { checkout } = target;
  const proposal = { ...told, how, contracts, outcomes: [...outcomes.values()], checkout };
  if (!(await options.confirm(proposal))) return { status: "declined", ...proposal };
  await keepPlan(opened.git, finished);
  const landing = { tree: meeting.tree, into: target.commit, tip, isSquashed: how === "squash" };
  const message = messageOf(run, target.name, { how, contracts, outcomes });
  const commit =
    how === "ff" ? tip : await writeLanding(opened.git, openSigner(opened.home.keys), { ...landing, message });
  await move(opened, target, commit);
  const kept = keptRef(run.plan.id);
  return { status: "merged", commit, kept, push: await pushCommand(opened.git, target.ref, kept), ...proposal };
}

async function finishedTip({ opened, store }: OpenedRuns, { id, plan, branch }: Run): Promise<CommitId> {
  const { status, tip } = await currentState(store.journal, id);
  if (status !== "done" || tip === null) {
    throw new Refused("not-done", `${plan.id} is ${status}, and only a plan that is done can be merged`);
  }
  if ((await historyOf(opened.git).resolve(branch)) === tip) return tip;
  const short = branch.replace("refs/heads/", "");
  throw new Refused(
    "moved",
    `${short} is not where Planwright left it (${tip.slice(0, 10)}); put it back before you merge`,
  );
}

type Target = { ref: string; name: string; commit: CommitId; checkout: string | null };

async function targetOf({ git }: OpenedRepository, run: Run, into: string | undefined): Promise<Target> {
  const { head, top } = git.facts;
  if (into === undefined && head.kind !== "branch") {
    throw new Refused("no-branch", "no branch is checked out here", {
      remedies: [remedy("again", { into: "" }, "names the one to merge into")],
    });
  }
  const ref = into === undefined && head.kind === "branch" ? head.ref : `refs/heads/${into}`;
  const name = ref.replace("refs/heads/", "");
  if (ref === run.branch)
    throw new Refused("not-possible", `${name} is the plan's own branch`, {
      remedies: [remedy("again", { into: "" }, "names another")],
    });
  const commit = await historyOf(git).resolve(ref);
  if (commit === null) throw new Refused("no-branch", `there is no branch ${name} in this repository`);
  const checkout = whereCheckedOut(git.facts, ref);
  if (checkout !== null && checkout !== top) {
    throw new Refused("checked-out", `${name} is checked out in ${checkout}; run this command there`);
  }
  if (checkout !== null) await refuseChanges(checkout);
  return { ref, name, commit, checkout };
}

/** Git would carry some changes over; a person who merges should not have to know which. */
async function refuseChanges(top: string): Promise<void> {
  const changed = await changedInCheckout({ top, env: personEnvironment() });
  if (changed.length === 0) return;
  const some = `${changed.slice(0, 5).join(", ")}${changed.length > 5 ? ` and ${changed.length - 5} more` : ""}`;
  throw new Refused("uncommitted", `${top} has changes that are not committed: ${some}; commit or stash them first`);
}

const wayOf = ({ how }: Meeting, wanted: Landing): Landing => (wanted === "ff" && how !== "forward" ? "merge" : wanted);

function messageOf(
  { plan }: Run,
  into: string,
  { how, contracts, outcomes }: { how: Landing; contracts: number; outcomes: ReadonlyMap<string, StepOutcome> },
): string {
  const told = `${contracts} ${contracts === 1 ? "contract" : "contracts"} of the plan passed on the merged tree.`;
  if (how === "squash") return squashMessage(plan, { outcomes, told, kept: keptRef(plan.id) });
  return `Merge plan/${plan.id} into ${into}\n\n${told}\n`;
}

/** Each way refuses when somebody else has moved the branch meanwhile. */
function move({ git }: OpenedRepository, { ref, commit, checkout }: Target, to: CommitId): Promise<void> {
  if (checkout !== null) return forwardCheckout({ top: checkout, env: personEnvironment() }, to);
  return moveBranch(git, ref, to, commit);
}
