import type { Trusted } from "../../contracts/restore/restoration.ts";
import type { Blob, CommitId, CommitObject, TreeId, Trees } from "../../ports/git.ts";
import { readReceipt, receiptPaths } from "../../receipts/write-receipt.ts";
import { readMessage } from "../../record/commit-message.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";

/**
 * Tests that steps of a branch have changed without announcing it, as they were trusted last: on the plan's base, or since a
 * step that announced them or a person who accepted them. Read from the branch, so that whoever takes it up later, with an
 * empty journal, judges by the same tests.
 */
export async function trustedTests(git: HarnessGit, tip: CommitId): Promise<Trusted> {
  const known = knownOf(git);
  const isStart = ({ id, message }: CommitObject): boolean => known.has(id) || readMessage(message).kind === "approved";
  const commits = (await historyOf(git).firstParents(tip, isStart)).reverse();
  const trees = treesOf(git);
  const trusted = new Map(known.get(commits[0]?.id ?? ""));
  for (const [index, accepted] of commits.entries()) {
    const dev = commits[index - 1];
    const before = commits[index - 2];
    const message = readMessage(accepted.message);
    if (message.kind !== "accepted" || dev === undefined || before === undefined) continue;
    const unannounced = new Set(await unannouncedIn(trees, { dev: dev.tree, accepted: accepted.tree }, message.step));
    if (unannounced.size === 0 && trusted.size === 0) continue;
    for (const { path, before: earlier } of await trees.changes(before.tree, dev.tree)) {
      if (!unannounced.has(path)) trusted.delete(path);
      else if (!trusted.has(path)) trusted.set(path, earlier);
    }
  }
  // Nothing may be remembered of the first commit of two.
  if (readMessage(commits.at(-1)?.message ?? "").kind === "accepted") {
    known.clear();
    known.set(tip, trusted);
  }
  return trusted;
}

/** A commit is what it was, so the next step need not go back further than to the last one. */
function knownOf(git: HarnessGit): Map<CommitId, Trusted> {
  const known = knownBy.get(git) ?? new Map<CommitId, Trusted>();
  knownBy.set(git, known);
  return known;
}

const knownBy = new WeakMap<HarnessGit, Map<CommitId, Trusted>>();

/** What the receipt of a step names, which comes with its acceptance. */
async function unannouncedIn(
  trees: Trees,
  { dev, accepted }: { dev: TreeId; accepted: TreeId },
  step: number,
): Promise<readonly string[]> {
  const { json } = receiptPaths(step);
  const receipt = (await trees.changes(dev, accepted)).find(({ path }) => path === json)?.after;
  const [bytes] = receipt ? await trees.read([receipt.id]) : [];
  const read = bytes && readReceipt(bytes);
  if (read?.kind !== "receipt") return [];
  const proof = read.receipt.predicate.planwright;
  return proof.version === 1 ? [] : proof.unannounced;
}

/**
 * On which trees everything that a branch promises has to hold: on the tree itself, and on the same with the tests that no
 * step has announced a change to as they were trusted last. `into` is the commit that the branch is merged into, if it is:
 * a test that was changed there, too, is trusted as it is there.
 */
export async function judgedTrees(
  git: HarnessGit,
  { tip, tree, into }: { tip: CommitId; tree: TreeId; into?: CommitId },
): Promise<TreeId[]> {
  const trusted = await trustedTests(git, tip);
  if (trusted.size === 0) return [tree];
  const trees = treesOf(git);
  const filesOf = async (id: TreeId) => new Map((await trees.entries(id)).map((entry) => [entry.path, entry]));
  const [there, own] = [await filesOf(tree), await filesOf(await trees.treeOf(tip))];
  const others = into === undefined ? own : await filesOf(await trees.treeOf(into));
  const edits = new Map<string, Blob | null>();
  for (const [path, blob] of trusted) {
    const now = there.get(path);
    const isOthersToo = into !== undefined && now?.id !== own.get(path)?.id;
    const wanted = isOthersToo ? (others.get(path) ?? null) : blob;
    if (now?.id !== wanted?.id || now?.mode !== wanted?.mode) {
      edits.set(path, wanted && { mode: wanted.mode, id: wanted.id });
    }
  }
  return edits.size === 0 ? [tree] : [tree, await trees.compose(tree, edits)];
}
