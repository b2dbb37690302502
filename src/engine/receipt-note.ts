import type { CommitId } from "../ports/git.ts";
import type { Signer } from "../ports/signer.ts";
import { HARNESS_NAME } from "../record/commit-message.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import { storeObject } from "../workspace/loose-object.ts";

const NOTES = "refs/notes/planwright";

/**
 * The receipt once more, as a note on the commit it is about, where `git log --notes=planwright` shows it after the
 * branch was squashed away. Only a copy: whoever checks believes the signed file in the branch.
 */
export async function noteReceipt(git: HarnessGit, dev: CommitId, receipt: Uint8Array, signer: Signer): Promise<void> {
  const who = { NAME: HARNESS_NAME, EMAIL: signer.identity };
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value])),
  );
  const blob = await storeObject(git, "blob", receipt);
  await git.run(["notes", "--ref", NOTES, "add", "-f", "-C", blob, dev], { env });
}
