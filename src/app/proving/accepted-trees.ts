import { runFolders } from "../../engine/state/run-folder.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";

/**
 * Trees that people or contracts have accepted: that of the commit the work begins with, and those at which plans stand
 * now that began there and are carried out here. A plan's branch moves only when a step is accepted.
 */
export async function* acceptedTrees(
  { git, folder }: OpenedRepository,
  begin: CommitId | null,
): AsyncGenerator<TreeId, void> {
  if (begin === null) return;
  const trees = treesOf(git);
  yield await trees.treeOf(begin);
  const format = "--format=%(objectname) %(refname:lstrip=3)";
  const { stdout } = await git.run(["for-each-ref", `--contains=${begin}`, format, "refs/heads/plan/"]);
  const hosted = new Set(runFolders(folder).map(({ plan }) => plan));
  for (const line of stdout.toString().split("\n").filter(Boolean)) {
    const [commit = "", plan = ""] = line.split(" ");
    if (hosted.has(plan)) yield await trees.treeOf(commit);
  }
}
