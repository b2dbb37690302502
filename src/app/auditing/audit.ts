import { keptRef } from "../../engine/branch/kept-plan.ts";
import type { CommitId } from "../../ports/git.ts";
import type { Audit, AuditInput } from "../../receipts/audit/audit.ts";
import { auditBranch } from "../../receipts/audit/audit-branch.ts";
import { auditReceipts } from "../../receipts/audit/audit-receipts.ts";
import { finding } from "../../receipts/audit/ledger.ts";
import { isUnderWay } from "../../record/plan-artifacts.ts";
import { Refused } from "../../std/refusal.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { mainBranches } from "../opening/main-branches.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { type OwnKey, ownKey } from "../opening/own-key.ts";
import type { Scene } from "../opening/scene.ts";
import { planAtTree } from "../plans/plan-at-tree.ts";
import { finishedPlans, folderChanges, type LandedPlan, type Looking, squashChanges } from "./finished-plans.ts";
import { type KnownSigners, knownSigners } from "./known-signers.ts";
import { planTip } from "./plan-tip.ts";
import { type Rerun, type RerunOptions, rerunSteps } from "./rerun.ts";
import { SIGNERS_FILE } from "./signers-file.ts";

export type AuditOptions = RerunOptions & {
  /** An `allowed_signers` file; without it, the one of the main branch. */
  signers?: string;
  /** Only this one of the finished plans that lie there. */
  plan?: string;
  /** Runs every contract again on the tree that its receipt names. */
  rerun: boolean;
};

export type PlanReport = Audit & {
  ref: string;
  /** Which plan it is, where that is known before its commits are read. */
  plan?: string;
  /** The last commit of the plan; null where its commits are not in this clone. */
  tip: CommitId | null;
  /** The merge that brought the plan to the main branch, when that is what the person named and there was one. */
  mergedBy: CommitId | null;
  /** The one commit that it was squashed to. */
  squashedTo?: CommitId;
  /** How many commits came after the plan there, if any did. */
  later?: number;
  /** Where the names of signers come from; null when nobody told them. */
  signersFrom: string | null;
  reruns: Rerun[];
};

/** `plans` has one entry, but for a main branch with several finished plans; the worst of them is the verdict. */
export type AuditReport = { ref: string; verdict: Audit["verdict"]; plans: PlanReport[] };

/**
 * Proves a branch with nothing but the objects of this clone: no network, no database, and no word of the branch itself.
 * On a main branch that is every finished plan that lies there.
 */
export async function audit(scene: Scene, ref: string, options: AuditOptions): Promise<AuditReport> {
  const opened = await scene.repository();
  const at: Looking = { git: opened.git, history: historyOf(opened.git), trees: treesOf(opened.git) };
  const named = await at.history.resolve(ref);
  if (named === null) throw new Refused("no-commit", `there is no commit ${ref} in this repository`);
  const isMain = (await mainBranches(at.history)).some(({ commit }) => commit === named);
  const finished = isMain || options.plan !== undefined ? await chosen(at, ref, named, options.plan) : [];
  const plans: PlanReport[] = [];
  for (const plan of finished) plans.push(await auditFinished(scene, opened, at, { ref, named, plan }, options));
  if (plans.length === 0) {
    const report = await auditAsItStands(scene, opened, at, { ref, named, isMain }, options);
    if (isMain && report.approval === null && !(await hasOlderPlan(at, named))) throw nothingThere(ref);
    plans.push(report);
  }
  if (finished.length > 0 && options.plan === undefined && (await hasOlderPlan(at, named))) {
    const older = await auditAsItStands(scene, opened, at, { ref, named, isMain }, options);
    const { approval } = older;
    if (approval !== null && !finished.some(({ id }) => id === approval.plan)) {
      plans.push({ ...older, plan: approval.plan });
    }
  }
  const verdict = WORST.find((each) => plans.some((plan) => plan.verdict === each)) ?? "proven";
  return { ref, verdict, plans };
}

/** What a team's main branch is before the first plan is merged: nothing is wrong with it. */
const nothingThere = (ref: string): Refused =>
  new Refused(
    "no-plan",
    `no finished plan is on ${ref}, so there is nothing to audit; name a plan's own branch, such as plan/ID`,
  );

const WORST = ["broken", "consistent", "proven"] as const;

async function chosen(at: Looking, ref: string, named: CommitId, id: string | undefined): Promise<LandedPlan[]> {
  const all = await finishedPlans(at, named);
  if (id === undefined) return all;
  const own = all.filter((plan) => plan.id === id);
  if (own.length > 0) return own;
  const there = all.length === 0 ? "there is none" : `those that do: ${all.map((plan) => plan.id).join(", ")}`;
  throw new Refused("not-possible", `no finished plan ${id} lies on ${ref}; ${there}`);
}

/** Earlier versions left the plan that was merged last in `.plan/` itself. A person may have written one there, too. */
const hasOlderPlan = async ({ trees }: Looking, named: CommitId): Promise<boolean> =>
  (await trees.entries(await trees.treeOf(named))).some(({ path }) => isUnderWay(path));

type Named = { ref: string; named: CommitId };

async function auditFinished(
  scene: Scene,
  opened: OpenedRepository,
  at: Looking,
  { ref, named, plan }: Named & { plan: LandedPlan },
  options: AuditOptions,
): Promise<PlanReport> {
  const { id, tip, landedBy } = plan;
  const known = await signersFor(opened, at, tip ?? landedBy ?? named, options);
  const input = inputOf(at, tip ?? named, known);
  const found = tip === null ? await auditReceipts(input, id) : await auditBranch(input);
  const end = tip ?? landedBy;
  const changed = end === null ? [] : await folderChanges(at, id, end, named);
  const { problems, remarks } = plan.commits === "reachable" ? NOTHING : await landing(at, plan);
  const all = [
    ...found.problems,
    ...changed.map((path) => finding("it was changed after the plan had ended", named, path)),
    ...problems,
  ];
  const report: PlanReport = {
    ...{ ...found, verdict: all.length > 0 ? "broken" : found.verdict, problems: all },
    ...{ remarks: [...remarks, ...found.remarks, ...aboutSigners(known)], reruns: [] },
    ...{ ref, plan: id, tip, signersFrom: known.from },
    mergedBy: plan.commits === "reachable" ? landedBy : null,
    // Where a history ends, everything that lies there seems to have come at once.
    ...(plan.commits !== "reachable" && landedBy !== null && !at.git.facts.isShallow && { squashedTo: landedBy }),
  };
  const isRun = options.rerun && tip !== null && report.verdict !== "broken";
  return { ...report, reruns: isRun ? await rerunSteps(scene, opened, found, options) : [] };
}

const NOTHING = { problems: [], remarks: [] };

/** What a plan has become whose commits are not below the commit that holds it. */
async function landing(at: Looking, plan: LandedPlan): Promise<Pick<Audit, "problems" | "remarks">> {
  const { id, tip, landedBy } = plan;
  if (tip === null) {
    const { isShallow } = at.git.facts;
    const fetch = isShallow
      ? "its history is cut off: `git fetch --unshallow` brings them"
      : `\`git fetch origin ${keptRef(id)}:${keptRef(id)}\` brings them, if they were pushed`;
    return { problems: [], remarks: [finding(`the plan's own commits are not in this clone; ${fetch}`, landedBy)] };
  }
  const changes = landedBy === null ? null : await squashChanges(at, tip, landedBy);
  if (changes === null) {
    const what = `it cannot be compared with what ${keptRef(id)} gives here: it was merged by hand`;
    return { problems: [], remarks: [finding(what, landedBy)] };
  }
  return {
    problems: changes.map((path) => finding("it is not what merging the plan gives", landedBy, path)),
    remarks: [finding(`the plan's own commits come from ${keptRef(id)}`, landedBy)],
  };
}

/** A plan's own branch, or a main branch whose last plan an earlier version has merged. */
async function auditAsItStands(
  scene: Scene,
  opened: OpenedRepository,
  at: Looking,
  { ref, named, isMain }: Named & { isMain: boolean },
  options: AuditOptions,
): Promise<PlanReport> {
  const { tip, mergedBy, later } = await planTip(at.history, named, isMain);
  const known = await signersFor(opened, at, tip, options);
  const found = await auditBranch(inputOf(at, tip, known));
  const reruns = options.rerun && found.verdict !== "broken" ? await rerunSteps(scene, opened, found, options) : [];
  const remarks = [...found.remarks, ...aboutSigners(known)];
  return { ...found, remarks, ref, tip, mergedBy, ...(later > 0 && { later }), signersFrom: known.from, reruns };
}

type Known = KnownSigners & { own: OwnKey | null };

async function signersFor(
  { home }: OpenedRepository,
  at: Looking,
  tip: CommitId,
  { signers }: AuditOptions,
): Promise<Known> {
  // Whoever names a file wants to know what it says, and not who sits here.
  return { ...(await knownSigners(at, tip, signers)), own: signers === undefined ? ownKey(home) : null };
}

function aboutSigners({ isOwnChange, own }: Known): Audit["remarks"] {
  const changed = {
    commit: null,
    file: SIGNERS_FILE,
    what: "the plan changes who may sign; for itself it does not count",
  };
  const unsafe = { commit: null, file: null, what: `the key of this machine does not count: ${own?.why}` };
  return [...(isOwnChange ? [changed] : []), ...(own?.why == null ? [] : [unsafe])];
}

const inputOf = ({ history, trees }: Looking, tip: CommitId, { text, later, own }: Known): AuditInput => ({
  ...{ history, trees, tip, base: null, signers: text, signersLater: later, ownKey: own?.publicKey ?? null },
  planAt: (tree, id) => planAtTree(trees, tree, id),
});
