import type { CommitId, Trees } from "../../ports/git.ts";

/** What the project tells every agent, as the base has it; null when it says nothing. */
export async function projectRules(trees: Trees, base: CommitId): Promise<string | null> {
  const entries = await trees.entries(await trees.treeOf(base));
  const entry = entries.find(({ path, mode }) => path === "AGENTS.md" && mode.startsWith("100"));
  const [bytes] = entry ? await trees.read([entry.id]) : [];
  return bytes ? beginningOf(Buffer.from(bytes).toString("utf8")) : null;
}

const beginningOf = (text: string): string =>
  text.length <= MOST
    ? text
    : `${text.slice(0, MOST)}\n\n(AGENTS.md goes on for another ${text.length - MOST} characters.)\n`;

const MOST = 64 * 1024;
