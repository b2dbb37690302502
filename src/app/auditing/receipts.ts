import type { CommitId } from "../../ports/git.ts";
import { verifySignature } from "../../receipts/sshsig.ts";
import { readReceipt } from "../../receipts/write-receipt.ts";
import { readMessage } from "../../record/commit-message.ts";
import { artifactsIn, finishedIn } from "../../record/plan-artifacts.ts";
import { type AnyProof, RECEIPT_NAMESPACE } from "../../record/receipt.ts";
import { Refused } from "../../std/refusal.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { mainBranches } from "../opening/main-branches.ts";
import type { Scene } from "../opening/scene.ts";

/** One receipt of a branch, or why the file is none. `key` signed it; null when no valid signature lies beside it. */
export type ListedReceipt = { path: string; key: string | null } & ({ proof: AnyProof } | { refused: string });

export type ListedReceipts = { commit: CommitId; receipts: ListedReceipt[] };

/**
 * What a branch keeps of receipts: of its own plan, or, if it is a main branch or other commits have come on top, of every
 * plan that is there. Whether they agree with the branch's history is what `audit` says.
 */
export async function receipts(scene: Scene, ref: string): Promise<ListedReceipts> {
  const { git } = await scene.repository();
  const [history, trees] = [historyOf(git), treesOf(git)];
  const commit = await history.resolve(ref);
  if (commit === null) throw new Refused("no-commit", `there is no commit ${ref} in this repository`);
  const entries = await trees.entries(await trees.treeOf(commit));
  const [last] = await history.firstParents(commit, () => true);
  const message = readMessage(last?.message ?? "");
  const isMain = (await mainBranches(history)).some((branch) => branch.commit === commit);
  const plans = "plan" in message && !isMain ? [message.plan] : [null, ...finishedIn(entries)];
  const files = plans
    .flatMap((plan) => artifactsIn(entries, plan).receipts)
    .filter(({ mode }) => mode.startsWith("100"));
  const contents = await trees.read(files.map(({ id }) => id));
  const bytes = new Map(files.map(({ path }, index) => [path, contents[index]]));
  const listed = [...bytes.keys()]
    .filter((path) => path.endsWith(".json"))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((path) => listedReceipt(path, bytes.get(path), bytes.get(`${path}.sig`)));
  return { commit, receipts: listed };
}

function listedReceipt(path: string, json: Uint8Array | undefined, sig: Uint8Array | undefined): ListedReceipt {
  const read = readReceipt(json ?? new Uint8Array());
  const signed = json && sig ? verifySignature(json, RECEIPT_NAMESPACE, Buffer.from(sig).toString("utf8")) : null;
  const key = signed?.kind === "valid" ? signed.publicKey : null;
  if (read.kind === "refused") return { path, key, refused: read.why };
  return { path, key, proof: read.receipt.predicate.planwright };
}
