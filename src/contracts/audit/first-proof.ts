import type { Trees } from "../../ports/git.ts";
import type { AnyProof } from "../../record/receipt.ts";
import { isTestRole, roleOfFile } from "../restore/role-of-file.ts";

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
  const changed = (await trees.changes(firstProof.tree, proof.trees.proven)).map(({ path }) => path);
  const others = changed.filter((path) => !isTestRole(roleOfFile(path)));
  return [
    ...odd,
    ...(isSeen ? [] : ["its first proof was not seen to pass"]),
    ...(others.length === 0 ? [] : [`its first proof differs in more than tests: ${others.slice(0, 5).join(", ")}`]),
  ];
}
