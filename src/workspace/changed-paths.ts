import type { HarnessGit } from "./harness-git.ts";
import { pathsIn } from "./nul-paths.ts";
import { seeingAll } from "./seeing-all.ts";

/** Paths of an index that are not as it knows them: gone, or changed, or merely touched. */
export type Changed = { deleted: string[]; present: string[] };

/** `gone` are paths of which is known that they are not there, because no folder is in the place of theirs. */
export async function changedPaths(
  git: HarnessGit,
  folder: string,
  index: string,
  gone: Promise<readonly string[]>,
): Promise<Changed> {
  const changed = await differing(git, folder, index, gone);
  if (changed.present.length < WORTH_A_REFRESH) return changed;
  // Reads them all, and notes which are the same after all. A path that is not stays on the list.
  const refresh = ["update-index", "-q", "--ignore-submodules", "--refresh"];
  await git.run(refresh, { index, workTree: folder, allowed: [0, 1] });
  return differing(git, folder, index, gone);
}

const WORTH_A_REFRESH = 50;

async function differing(
  git: HarnessGit,
  folder: string,
  index: string,
  gone: Promise<readonly string[]>,
): Promise<Changed> {
  const diff = ["diff-files", "-z", "--name-status", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"];
  const [output, unseen] = await Promise.all([git.run(diff, { index, workTree: folder }), gone]);
  const fields = pathsIn(seeingAll(output, unseen));
  const paths = (isWanted: (status: string) => boolean) =>
    fields.filter((_, at) => at % 2 === 1 && isWanted(fields[at - 1] ?? ""));
  const deleted = new Set([...paths((status) => status === "D"), ...unseen]);
  return { deleted: [...deleted], present: paths((status) => status !== "D") };
}

/** What a sparse checkout leaves out, as the person's own index says, which is only read. */
export async function pathsLeftOut(git: HarnessGit): Promise<Set<string>> {
  const list = await git.run(["ls-files", "-z", "-t"], { index: `${git.facts.gitDir}/index`, workTree: git.facts.top });
  const skipped = pathsIn(list.stdout).filter((line) => line.startsWith("S "));
  return new Set(skipped.map((line) => line.slice(2)));
}
