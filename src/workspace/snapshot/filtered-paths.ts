import { closeSync, lstatSync, openSync, readSync } from "node:fs";
import type { TreeId } from "../../ports/git.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { nulPaths, pathsIn, placeIn } from "../git/nul-paths.ts";
import { attributesAbove } from "../objects/attribute-files.ts";
import type { Folders } from "../objects/tree-objects.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

/**
 * Those of these paths that the base passes through a filter. A filter is a program of the person's, which is never run
 * here, and content that should have passed through one is never committed without it. A pointer of Git LFS is what its
 * filter would give.
 */
export async function filteredPaths(
  git: HarnessGit,
  folder: string,
  { rules, base, itemsOf }: { rules(): Promise<IgnoreRules>; base: TreeId; itemsOf: Folders },
  paths: readonly string[],
): Promise<Set<string>> {
  // Most repositories speak of no filter at all, and need not be asked more.
  const files = await git.objects.read(attributesAbove(itemsOf, base, paths).map(({ id }) => id));
  if (!files.some(({ bytes }) => bytes.includes("filter"))) return new Set();
  const asked = await git.run(["check-attr", "--cached", "-z", "--stdin", "filter"], {
    index: (await rules()).index,
    workTree: folder,
    input: nulPaths(paths),
  });
  const fields = pathsIn(asked.stdout);
  const named = paths.filter((_, at) => !["unspecified", "unset"].includes(fields[3 * at + 2] ?? "unspecified"));
  return new Set(named.filter((path) => isFile(folder, path) && !isPointer(folder, path)));
}

/**
 * What the person's index takes for the same as in the base. A forged index gains nothing here: the tree has these paths
 * as the base does in any case.
 */
export async function unchangedFor(git: HarnessGit, base: string, paths: ReadonlySet<string>): Promise<Set<string>> {
  const person = { index: `${git.facts.gitDir}/index`, workTree: git.facts.top };
  const diff = ["diff-index", "-z", "--name-only", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", base];
  const changed = new Set(pathsIn((await git.run(diff, person)).stdout));
  return new Set([...paths].filter((path) => !changed.has(path)));
}

const isFile = (folder: string, path: string): boolean =>
  lstatSync(placeIn(folder, path), { throwIfNoEntry: false })?.isFile() === true;

function isPointer(folder: string, path: string): boolean {
  const handle = openSync(placeIn(folder, path), "r");
  try {
    const start = Buffer.alloc(LARGEST_POINTER + 1);
    const text = start.toString("latin1", 0, readSync(handle, start));
    return text.length <= LARGEST_POINTER && POINTER.test(text);
  } finally {
    closeSync(handle);
  }
}

/** As the specification of Git LFS has it. */
const LARGEST_POINTER = 1024;
const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[a-z0-9.-]+ [^\n]+\n)*oid sha256:[0-9a-f]{64}\nsize \d+\n$/;
