import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { TreeId } from "../../ports/git.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { aRepository, harnessFor } from "../../workspace/a-repository.testkit.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { openProofTree } from "../../workspace/places/proof-tree.ts";
import type { ProofPlace } from "./proof-place.ts";

/** A proof tree, what it was made to hold, and trees in which `a.txt` says which one it is. */
export async function aPlace(): Promise<{ place: ProofPlace; trees: TreeId[]; held: TreeId[] }> {
  const repository = aRepository();
  const trees = ["first", "second", "third"].map((word) => {
    repository.commit({ "a.txt": `${word}\n` });
    return repository.git("rev-parse", "HEAD^{tree}");
  });
  const git = await harnessFor(repository);
  const opened = openProofTree(git, join(tempFolder(), "proof"));
  const held: TreeId[] = [];
  const proof: ProofPlace["proof"] = {
    ...opened,
    hold(tree) {
      held.push(tree);
      return opened.hold(tree);
    },
  };
  const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [] });
  onTestFinished(async () => {
    await sandbox.close();
    await opened.close();
    git.objects.close();
  });
  const tools = { path: ["/usr/bin", "/bin"], roots: [], env: {} };
  const place: ProofPlace = {
    ...{ trees: treesOf(git), proof, sandbox, at: repository.path, layers: [], hidden: [], tools },
    ...{ network: "none", env: {}, secrets: {}, environment: "", grants: { network: "none" } },
  };
  return { place, trees, held };
}
