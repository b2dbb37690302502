import { lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProofTree } from "../../ports/git.ts";
import type { Mount } from "../../ports/sandbox.ts";

/**
 * Without a sandbox nothing can be mounted. Then what a contract needs besides the tree is linked into the proof tree
 * itself; the next `hold` takes it out again with everything else that is not of the tree.
 */
export function linkedProof(proof: ProofTree, at: string, layers: readonly Mount[]): ProofTree {
  return {
    path: proof.path,
    soil: proof.soil,
    async hold(tree) {
      await proof.hold(tree);
      await proof.soil();
      for (const { show, at: place } of layers) {
        if (!place.startsWith(`${at}/`)) continue;
        const link = join(proof.path, place.slice(at.length));
        if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link, { recursive: true, force: true });
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(show, link);
      }
    },
  };
}
