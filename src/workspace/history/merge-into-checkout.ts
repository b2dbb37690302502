import type { CommitId } from "../../ports/git.ts";
import { pathOf } from "../../std/path-bytes.ts";
import { WorkspaceError } from "../errors.ts";
import { objectId } from "../git/object-id.ts";
import { type PersonCheckout, personGit } from "../git/person-git.ts";

/** Files of a checkout that are known to git and not as the last commit has them. */
export async function changedInCheckout(checkout: PersonCheckout): Promise<string[]> {
  const { status, stdout, stderr } = await personGit(checkout, ["status", "--porcelain", "-z", "--untracked-files=no"]);
  if (status !== 0) throw new WorkspaceError("git-failed", `git status: ${stderr.toString().trim()}`);
  // A rename has a second entry with its old name, which no two letters stand before.
  return pathOf(stdout)
    .split("\0")
    .filter((entry) => /^[ A-Z?!]{2} /.test(entry))
    .map((entry) => entry.slice(3));
}

/**
 * Moves the branch of a checkout forward to a commit, with the files. Git itself refuses, and changes nothing, when that
 * would overwrite anything that is not committed, or when the branch has moved so that the commit is no longer ahead.
 */
export async function forwardCheckout(checkout: PersonCheckout, to: CommitId): Promise<void> {
  const how = ["--ff-only", "--no-autostash", "--no-stat", "--quiet"];
  const { status, stderr } = await personGit(checkout, ["merge", ...how, objectId(to)]);
  if (status === 0) return;
  const said = stderr.toString().trim().replaceAll(/\s+/g, " ");
  throw new WorkspaceError("git-failed", `${checkout.top} was left as it is, because git refuses to move it: ${said}`);
}
