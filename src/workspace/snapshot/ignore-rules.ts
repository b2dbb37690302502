import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { TreeId } from "../../ports/git.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { type Folders, treeObjects } from "../objects/tree-objects.ts";

/** An index that tells git to ignore what the base tree ignores, and nothing that a worker wrote since. */
export type IgnoreRules = { index: string; options: string[] };

/**
 * Git reads the rules of a folder from a file in it, and only when there is none from the index. So the rules of the base
 * are put into an index under a name that no worker can guess, and git is told to look for that name.
 * Made once for each base, beside `index`. With `from`, the rules are those of another tree.
 */
export async function ignoreRules(
  git: HarnessGit,
  index: string,
  base: TreeId,
  from: TreeId = base,
): Promise<IgnoreRules> {
  const rules = rulesBeside(index);
  const about = `${rules}.json`;
  const known = noted(about);
  if (known?.base === base && known.from === from && existsSync(rules))
    return { index: rules, options: optionsFor(known.name) };

  for (const file of [about, rules, `${rules}.lock`]) rmSync(file, { force: true });
  const name = `.planwright-${randomUUID()}`;
  await git.run(["read-tree", base], { index: rules });
  const itemsOf = await treeObjects(git).whole(from);
  const copies = ignoreFiles(itemsOf, from, "").map(({ folder, id }) => ({ path: `${folder}${name}`, blob: id }));
  if (copies.length > 0) {
    const asNames = copies.map(({ path }) => `${path}\0`).join("");
    const asEntries = copies.map(({ path, blob }) => `100644 ${blob}\t${path}\0`).join("");
    await git.run(["update-index", "-z", "--index-info"], { index: rules, input: Buffer.from(asEntries, "latin1") });
    // Only such an entry stands for a file that is not there.
    await git.run(["update-index", "--skip-worktree", "-z", "--stdin"], {
      index: rules,
      input: Buffer.from(asNames, "latin1"),
    });
  }
  writeFileSync(about, JSON.stringify({ base, from, name }));
  return { index: rules, options: optionsFor(name) };
}

export const rulesBeside = (index: string): string => `${index}.rules`;

/** The person's own excludes, and for each folder the file of that name. The order matters: the last one wins. */
const optionsFor = (name: string): string[] => ["--exclude-standard", `--exclude-per-directory=${name}`];

/** A `.gitignore` that is a link is not followed by git either. `folder` is empty or ends with a slash. */
function ignoreFiles(itemsOf: Folders, tree: TreeId, folder: string): { folder: string; id: string }[] {
  return itemsOf(tree).flatMap(({ name, mode, id }) => {
    if (mode === "040000") return ignoreFiles(itemsOf, id, `${folder}${name}/`);
    return name === ".gitignore" && mode.startsWith("100") ? [{ folder, id }] : [];
  });
}

function noted(file: string): { base: string; from?: string; name: string } | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
