import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { textOf } from "./text-of.ts";

/**
 * The folder in which somebody has this branch checked out, or is rebasing it; null if nobody has. Moving it under
 * them would make their files look changed.
 */
export function whereCheckedOut(commonDir: string, ref: string): string | null {
  const linked = namesIn(join(commonDir, "worktrees")).map((name) => join(commonDir, "worktrees", name));
  const gitDir = [commonDir, ...linked].find((folder) => isAtWorkOn(folder, ref));
  if (gitDir === undefined) return null;
  const gitfile = textOf(join(gitDir, "gitdir"))?.trimEnd();
  return dirname(gitfile ?? commonDir);
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
