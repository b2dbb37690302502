import { personEnvironment } from "../../config/person-programs.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { personGit } from "../../workspace/git/person-git.ts";
import type { OpenedRepository } from "./open-repository.ts";

/** Refuses a checkout with anything in it that is not committed: nobody could tell it from an agent's work. */
export async function refuseUncommitted(top: string): Promise<void> {
  const { status, stdout, stderr } = await personGit(checkoutAt(top), ["status", "--porcelain"]);
  if (status !== 0) throw new Refused("git-failed", `git status in ${top}: ${stderr.toString().trim()}`);
  const lines = stdout.toString().split("\n").filter(Boolean);
  if (lines.length === 0) return;
  const some = lines.slice(0, 5).map((line) => line.slice(3));
  throw new Refused(
    "uncommitted",
    `${top} has ${lines.length} uncommitted changes (${some.join(", ")}${lines.length > 5 ? ", …" : ""}); commit or stash them, or do not work in place`,
  );
}

/** Refuses to move a branch under a checkout whose files stay as they are. */
export function refuseMoving({ git }: OpenedRepository, branch: string, inPlace: boolean): void {
  const { top, head } = git.facts;
  const name = branch.replace("refs/heads/", "");
  if (head.kind !== "branch" || head.ref !== branch)
    throw new Refused("moved", `${top} is no longer on ${name}; switch back to it, and try again`);
  if (!inPlace) {
    throw new Refused("checked-out", `${top} is on ${name}, the branch of this plan`, {
      remedies: [remedy("again", { "in-place": "yes" }, "works there, or run it from another branch")],
    });
  }
}

/** Checks the plan's branch out where the person is. Git refuses what would overwrite anything. */
export async function switchToBranch(top: string, branch: string): Promise<void> {
  const name = branch.replace("refs/heads/", "");
  const { status, stderr } = await personGit(checkoutAt(top), ["switch", "--quiet", "--no-guess", name]);
  if (status !== 0)
    throw new Refused("git-failed", `${top} cannot be switched to ${name}: ${stderr.toString().trim()}`);
}

const checkoutAt = (top: string) => ({ top, env: personEnvironment() });
