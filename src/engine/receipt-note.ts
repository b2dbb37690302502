import type { CommitId } from "../ports/git.ts";
import type { Signer } from "../ports/signer.ts";
import { HARNESS_NAME } from "../record/commit-message.ts";
import type { RunFact } from "../record/run-event.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import { storeObject } from "../workspace/loose-object.ts";

const NOTES = "refs/notes/planwright";

/**
 * The receipt once more, as a note on the commit it is about, where `git log --notes=planwright` shows it after the
 * branch was squashed away. Only a copy: whoever checks believes the signed file in the branch. So it never stops an
 * acceptance; what went wrong is told by `missingNote`.
 */
export async function noteReceipt(git: HarnessGit, dev: CommitId, receipt: Uint8Array, signer: Signer): Promise<void> {
  const who = { NAME: HARNESS_NAME, EMAIL: signer.identity };
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value])),
  );
  const blob = await storeObject(git, "blob", receipt);
  const add = () => git.run(["notes", "--ref", NOTES, "add", "-f", "-C", blob, dev], { env });
  // All notes of a repository share one ref, which another run may be writing just now.
  await add().catch(() =>
    add().catch((error: unknown) => {
      missing.set(git, new Map([...(missing.get(git) ?? []), [dev, error instanceof Error ? error.message : ""]]));
    }),
  );
}

/** For the journal: that the receipt of this commit could not be noted; nothing when it was. */
export function missingNote(git: HarnessGit, dev: CommitId, step: string): RunFact[] {
  const why = missing.get(git)?.get(dev);
  if (why === undefined) return [];
  return [{ type: "noted", step, told: `the copy of the receipt in ${NOTES} could not be written: ${why}` }];
}

const missing = new WeakMap<HarnessGit, ReadonlyMap<CommitId, string>>();
