import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CommitId, TreeId } from "../../ports/git.ts";
import { fsPath } from "../../std/path-bytes.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";
import { treesOf } from "../objects/trees.ts";

/**
 * Brings the person's checkout along after its branch was moved: the index becomes that of the commit, and only those files
 * are written that the commit has otherwise than `left`, the tree that was in the checkout when it was looked at. All
 * else stays as it is, whatever it is. Doing it twice changes nothing.
 */
export async function settleCheckout(git: HarnessGit, left: TreeId, commit: CommitId): Promise<void> {
  const { top, gitDir } = git.facts;
  const index = join(gitDir, "index");
  if (existsSync(`${index}.lock`)) {
    throw new WorkspaceError(
      "locked",
      `${index}.lock is there: another git works in ${top}; try again when it has ended`,
    );
  }
  await git.run(["read-tree", objectId(commit)], { index });
  const changes = await treesOf(git).changes(left, await treesOf(git).treeOf(commit));
  const written = changes.filter(({ after }) => after !== null && after.mode !== "160000").map(({ path }) => path);
  if (written.length > 0) {
    const input = Buffer.concat(written.map((path) => Buffer.concat([Buffer.from(fsPath(path)), Buffer.of(0)])));
    await git.run(["checkout-index", "-f", "-z", "--stdin"], { index, workTree: top, input });
  }
  for (const { path, after } of changes) if (after === null) rmSync(fsPath(`${top}/${path}`), { force: true });
  // Exit code 1 tells of files that differ, which may well be.
  await git.run(["update-index", "-q", "--refresh"], { index, workTree: top, allowed: [0, 1] });
}
