import { readFileSync } from "node:fs";
import type { Audit } from "../contracts/audit/audit.ts";
import { auditBranch } from "../contracts/audit/audit-branch.ts";
import type { CommitId, History, Trees } from "../ports/git.ts";
import { historyOf } from "../workspace/history.ts";
import { treesOf } from "../workspace/trees.ts";
import { withFile } from "./file-access.ts";
import { openRepository } from "./open-repository.ts";
import { planAtTree } from "./plan-at-tree.ts";
import { type Rerun, rerunSteps } from "./rerun.ts";
import { UsageError } from "./usage-error.ts";

export type AuditOptions = {
  /** An `allowed_signers` file; without it, the one of the base branch. */
  signers?: string;
  /** Runs every contract again on the tree that its receipt names. */
  rerun: boolean;
  signal: AbortSignal;
  onRerun(rerun: Rerun): void;
};

export type AuditReport = Audit & {
  ref: string;
  tip: CommitId;
  /** Where the names of signers come from; null when nobody told them. */
  signersFrom: string | null;
  reruns: Rerun[];
};

/** Proves a branch with nothing but the objects of this clone: no network, no database, and no word of the branch itself. */
export async function audit(ref: string, options: AuditOptions): Promise<AuditReport> {
  const opened = await openRepository(".");
  const [history, trees] = [historyOf(opened.git), treesOf(opened.git)];
  const tip = await history.resolve(ref);
  if (tip === null) throw new UsageError(`there is no commit ${ref} in this repository`);
  const { text, from } = await knownSigners(history, trees, tip, options.signers);
  const found = await auditBranch({
    history,
    trees,
    tip,
    base: null,
    signers: text,
    planAt: (tree) => planAtTree(trees, tree),
  });
  const reruns = options.rerun && found.verdict !== "broken" ? await rerunSteps(opened, found, options) : [];
  return { ...found, ref, tip, signersFrom: from, reruns };
}

type Signers = { text: string | null; from: string | null };

const SIGNERS_FILE = "allowed_signers";

/** A branch must never vouch for its own signers, so theirs come from the main branch, if that is another one. */
async function knownSigners(history: History, trees: Trees, tip: CommitId, file: string | undefined): Promise<Signers> {
  if (file !== undefined) return { text: withFile(file, () => readFileSync(file, "utf8")), from: file };
  for (const branch of ["refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master"]) {
    const commit = await history.resolve(branch);
    if (commit === null) continue;
    if (commit === tip) return { text: null, from: null };
    const entry = (await trees.entries(await trees.treeOf(commit))).find(({ path }) => path === SIGNERS_FILE);
    const [bytes] = entry?.mode.startsWith("100") ? await trees.read([entry.id]) : [];
    return bytes === undefined
      ? { text: null, from: null }
      : {
          text: Buffer.from(bytes).toString("utf8"),
          from: `${SIGNERS_FILE} of ${branch.replace(/^refs\/(?:heads|remotes)\//, "")}`,
        };
  }
  return { text: null, from: null };
}
