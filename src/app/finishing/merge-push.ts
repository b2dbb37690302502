import { personEnvironment } from "../../config/person-programs.ts";
import { quoted } from "../../programs/quoted.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { personGit } from "../../workspace/git/person-git.ts";
import { findRemote } from "../publishing/pr-push.ts";

/** The command with which a person pushes a branch and the ref that keeps a plan's commits; null where there is no remote. */
export async function pushCommand({ facts }: HarnessGit, branch: string, kept: string): Promise<string | null> {
  const checkout = { top: facts.top, env: personEnvironment() };
  const asked = await personGit(checkout, ["for-each-ref", "--format=%(push:remotename)", branch]);
  const own = asked.stdout.toString().trim();
  // A branch that was never pushed goes where the others go.
  const search = await findRemote(checkout, own === "" ? null : own);
  if (search.status === "missing") return null;
  return ["git", "push", search.remote.name, branch.replace("refs/heads/", ""), kept].map(word).join(" ");
}

const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));
