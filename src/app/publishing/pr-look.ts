import { personEnvironment } from "../../config/person-programs.ts";
import type { Published } from "../../contracts/sides/proof-place.ts";
import type { CommitId } from "../../ports/git.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { openProofGit, type ProofGit } from "../../workspace/places/proof-git.ts";
import type { OpenProofTree } from "../../workspace/places/proof-tree.ts";
import { withoutSecrets } from "./pr-address.ts";
import { findGh, logInOf } from "./pr-gh.ts";
import { findRemote } from "./pr-push.ts";

/** Git for contracts that look at a branch where it was pushed, and what lets their `gh` in. Git is null without a commit. */
export type PushedGit = { git: ProofGit | null } & Pick<Published, "env" | "secrets">;

/**
 * `gh` asks git for the branch and for the remote's address, and wants to be logged in. It is given that much: neither the
 * person's settings nor their keys are shown inside, only a token for this one host.
 */
export async function openPushedGit(
  git: HarnessGit,
  { folder, proof }: { folder: string; proof: OpenProofTree },
  { branch, head }: { branch: string; head: CommitId | null },
): Promise<PushedGit> {
  const checkout = { top: git.facts.top, env: personEnvironment() };
  const search = await findRemote(checkout, null);
  const remote = search.status === "found" ? search.remote : null;
  const gh = remote === null ? null : findGh(checkout);
  const logIn = gh === null || remote === null ? { env: {}, secrets: {} } : await logInOf(gh, remote.url);
  const at = (await historyOf(git).resolve(`refs/heads/${branch}`)) ?? head;
  const shown = remote && { ...remote, url: withoutSecrets(remote.url) };
  return {
    git: at === null ? null : await openProofGit(git, folder, proof, { head: at, pushed: { branch, remote: shown } }),
    env: { GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", ...logIn.env },
    secrets: logIn.secrets,
  };
}
