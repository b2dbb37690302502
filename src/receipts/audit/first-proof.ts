import { isTestRole, roleOfFile } from "../../contracts/restore/role-of-file.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import type { AnyProof, FirstProof } from "../../record/receipt.ts";
import { treeIdOf } from "./tree-id.ts";

/**
 * What is wrong with what a receipt says about tests that were changed without being announced: the step must have passed
 * without them, too, on a tree that differs from the committed one in tests alone. What a person has allowed may be more.
 */
export async function falseFirstProof(trees: Trees, proof: AnyProof): Promise<string[]> {
  if (proof.version === 1) return [];
  const { firstProof, unannounced, announced, accepted } = proof;
  const strange = unannounced.filter((path) => !isTestRole(roleOfFile(path)));
  const odd = strange.length === 0 ? [] : [`it takes ${strange.join(", ")} for tests`];
  if (firstProof === undefined) {
    return unannounced.length === 0
      ? odd
      : [...odd, "its tests were changed unannounced, and it was not seen without that"];
  }
  // A person answers for the whole of it.
  if (announced !== undefined || accepted.by === "eye") return odd;
  const isSeen =
    firstProof.contracts.length === proof.contracts.length &&
    firstProof.contracts.every((side) => side.state === "green" && side.tree === firstProof.tree);
  const { tree, differs } = firstProof;
  const changed = differs?.map(({ path }) => path) ?? (await changedPaths(trees, tree, proof.trees.proven));
  const others = changed.filter((path) => !isTestRole(roleOfFile(path)));
  return [
    ...odd,
    ...(isSeen ? [] : ["its first proof was not seen to pass"]),
    ...(differs === undefined || (await madeOf(trees, proof.trees.proven, differs)) === tree
      ? []
      : ["its first proof is about another tree than it says"]),
    ...(others.length === 0 ? [] : [`its first proof differs in more than tests: ${others.slice(0, 5).join(", ")}`]),
  ];
}

/** The committed tree with these files in it: it is in no commit, so it is not in a clone either. */
async function madeOf(trees: Trees, proven: TreeId, differs: NonNullable<FirstProof["differs"]>): Promise<TreeId> {
  const files = new Map((await trees.entries(proven)).map((entry) => [entry.path, entry]));
  for (const { path, holds } of differs) {
    if (holds === null) files.delete(path);
    else files.set(path, { path, ...holds });
  }
  return treeIdOf([...files.values()], proven);
}

/** Earlier receipts do not say what differs, which shows only where the tree is still kept. */
async function changedPaths(trees: Trees, from: TreeId, to: TreeId): Promise<string[]> {
  try {
    return (await trees.changes(from, to)).map(({ path }) => path);
  } catch {
    return [];
  }
}
