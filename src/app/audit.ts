import type { Audit } from "../contracts/audit/audit.ts";
import { auditBranch } from "../contracts/audit/audit-branch.ts";
import type { CommitId } from "../ports/git.ts";
import { historyOf } from "../workspace/history.ts";
import { treesOf } from "../workspace/trees.ts";
import { type KnownSigners, knownSigners } from "./known-signers.ts";
import { mainBranches } from "./main-branches.ts";
import { openRepository } from "./open-repository.ts";
import { type OwnKey, ownKey } from "./own-key.ts";
import { planAtTree } from "./plan-at-tree.ts";
import { planTip } from "./plan-tip.ts";
import { type Rerun, type RerunOptions, rerunSteps } from "./rerun.ts";
import { SIGNERS_FILE } from "./signers-file.ts";
import { UsageError } from "./usage-error.ts";

export type AuditOptions = RerunOptions & {
  /** An `allowed_signers` file; without it, the one of the main branch. */
  signers?: string;
  /** Runs every contract again on the tree that its receipt names. */
  rerun: boolean;
};

export type AuditReport = Audit & {
  ref: string;
  /** The last commit of the plan. */
  tip: CommitId;
  /** The merge that brought the plan to the main branch, when that is what the person named and there was one. */
  mergedBy: CommitId | null;
  /** How many commits came after the plan there, if any did. */
  later?: number;
  /** Where the names of signers come from; null when nobody told them. */
  signersFrom: string | null;
  reruns: Rerun[];
};

/** Proves a branch with nothing but the objects of this clone: no network, no database, and no word of the branch itself. */
export async function audit(ref: string, options: AuditOptions): Promise<AuditReport> {
  const opened = await openRepository(".");
  const [history, trees] = [historyOf(opened.git), treesOf(opened.git)];
  const named = await history.resolve(ref);
  if (named === null) throw new UsageError(`there is no commit ${ref} in this repository`);
  const isMain = (await mainBranches(history)).some(({ commit }) => commit === named);
  const { tip, mergedBy, later } = await planTip(history, named, isMain);
  const known = await knownSigners({ git: opened.git, history, trees }, tip, options.signers);
  // Whoever names a file wants to know what it says, and not who sits here.
  const own = options.signers === undefined ? ownKey(opened.home) : null;
  const found = await auditBranch({
    history,
    trees,
    tip,
    base: null,
    signers: known.text,
    signersLater: known.later,
    ownKey: own?.publicKey ?? null,
    planAt: (tree) => planAtTree(trees, tree),
  });
  const reruns = options.rerun && found.verdict !== "broken" ? await rerunSteps(opened, found, options) : [];
  const remarks = [...found.remarks, ...aboutSigners(known, own)];
  return { ...found, remarks, ref, tip, mergedBy, ...(later > 0 && { later }), signersFrom: known.from, reruns };
}

function aboutSigners({ isOwnChange }: KnownSigners, own: OwnKey | null): Audit["remarks"] {
  const changed = {
    commit: null,
    file: SIGNERS_FILE,
    what: "the plan changes who may sign; for itself it does not count",
  };
  const unsafe = { commit: null, file: null, what: `the key of this machine does not count: ${own?.why}` };
  return [...(isOwnChange ? [changed] : []), ...(own?.why == null ? [] : [unsafe])];
}
