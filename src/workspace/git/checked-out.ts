import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { RepositoryFacts } from "./locate.ts";
import { textOf } from "./text-of.ts";

/**
 * The folder in which somebody has this branch checked out, or is rebasing it; null if nobody has. Moving it under
 * them would make their files look changed.
 */
export function whereCheckedOut(facts: RepositoryFacts, ref: string): string | null {
  const { commonDir, isBare, isLinkedWorktree, top } = facts;
  const linked = namesIn(join(commonDir, "worktrees")).map((name) => join(commonDir, "worktrees", name));
  const gitDir = [...(isBare ? [] : [commonDir]), ...linked].find((folder) => isAtWorkOn(folder, ref));
  if (gitDir === undefined) return null;
  const gitfile = textOf(join(gitDir, "gitdir"))?.trimEnd();
  if (gitfile !== undefined) return dirname(resolve(gitDir, gitfile));
  return isLinkedWorktree ? dirname(commonDir) : top;
}

const isAtWorkOn = (gitDir: string, ref: string): boolean =>
  textOf(join(gitDir, "HEAD"))?.replace(/^ref:/, "").trim() === ref ||
  ["rebase-merge", "rebase-apply"].some((state) => textOf(join(gitDir, state, "head-name"))?.trim() === ref);

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
