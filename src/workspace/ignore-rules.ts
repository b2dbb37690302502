import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { HarnessGit } from "./harness-git.ts";
import { pathsIn } from "./nul-paths.ts";

/** An index that tells git to ignore what the base tree ignores, and nothing that a worker wrote since. */
export type IgnoreRules = { index: string; options: string[] };

/**
 * Git reads the rules of a folder from a file in it, and only when there is none from the index. So the rules of the base
 * are put into an index under a name that no worker can guess, and git is told to look for that name.
 * Made once for each base, beside `index`.
 */
export async function ignoreRules(git: HarnessGit, index: string, base: string): Promise<IgnoreRules> {
  const rules = rulesBeside(index);
  const about = `${rules}.json`;
  const known = noted(about);
  if (known?.base === base && existsSync(rules)) return { index: rules, options: optionsFor(known.name) };

  for (const file of [about, rules, `${rules}.lock`]) rmSync(file, { force: true });
  const name = `.planwright-${randomUUID()}`;
  await git.run(["read-tree", base], { index: rules });
  const listed = await git.run(["ls-files", "-z", "--stage"], { index: rules });
  const copies = pathsIn(listed.stdout).flatMap((line) => copyOf(line, name));
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
  writeFileSync(about, JSON.stringify({ base, name }));
  return { index: rules, options: optionsFor(name) };
}

export const rulesBeside = (index: string): string => `${index}.rules`;

/** The person's own excludes, and for each folder the file of that name. The order matters: the last one wins. */
const optionsFor = (name: string): string[] => ["--exclude-standard", `--exclude-per-directory=${name}`];

/** A line is `mode id stage TAB path`. A `.gitignore` that is a link is not followed by git either. */
function copyOf(line: string, name: string): { path: string; blob: string }[] {
  const match = /^100\d{3} (\S+) 0\t((?:.*\/)?)\.gitignore$/s.exec(line);
  return match ? [{ path: `${match[2]}${name}`, blob: match[1] ?? "" }] : [];
}

function noted(file: string): { base: string; name: string } | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
