import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TreeId } from "../ports/git.ts";
import type { HarnessGit } from "../workspace/git/harness-git.ts";
import { shownPath } from "../workspace/git/nul-paths.ts";
import { ignoreRules } from "../workspace/snapshot/ignore-rules.ts";
import { unknownPaths } from "../workspace/snapshot/unknown-paths.ts";

/** Which of these paths of the checkout git ignores by the rules of a tree. What is not there is ignored by nobody. */
export async function ignoredFiles(
  git: HarnessGit,
  tree: TreeId,
  paths: readonly string[],
): Promise<(path: string) => boolean> {
  if (paths.length === 0) return () => false;
  // The rules are made beside an index, and only the rules are of use here.
  const index = join(git.gitDir, `ignored.${randomUUID()}`);
  try {
    const rules = await ignoreRules(git, index, tree);
    const asBytes = paths.map((path) => Buffer.from(path, "utf8").toString("latin1"));
    const { ignored } = await unknownPaths(git, git.facts.top, rules, asBytes);
    const found = ignored.map(shownPath);
    return (path) => found.some((each) => path === each || path.startsWith(`${each}/`));
  } finally {
    for (const end of ["", ".rules", ".rules.json", ".rules.lock"]) rmSync(`${index}${end}`, { force: true });
  }
}
