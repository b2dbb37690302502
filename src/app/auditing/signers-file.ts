import type { CommitId, Trees } from "../../ports/git.ts";

/** Where a team keeps who may sign: at the top of the main branch, in the format of OpenSSH. */
export const SIGNERS_FILE = "allowed_signers";

/** The file's text in a commit; null where there is none, or only a link. */
export async function signersAt(trees: Trees, commit: CommitId): Promise<string | null> {
  const entry = (await trees.entries(await trees.treeOf(commit))).find(({ path }) => path === SIGNERS_FILE);
  const [bytes] = entry?.mode.startsWith("100") ? await trees.read([entry.id]) : [];
  return bytes === undefined ? null : Buffer.from(bytes).toString("utf8");
}
