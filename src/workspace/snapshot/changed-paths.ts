import { statSync, utimesSync } from "node:fs";
import type { HarnessGit } from "../git/harness-git.ts";
import { pathsIn } from "../git/nul-paths.ts";
import { seeingAll } from "./seeing-all.ts";
import { type Changed, statChanges } from "./stat-changes.ts";

/** `gone` are paths of which is known that they are not there, because no folder is in the place of theirs. */
export async function changedPaths(
  git: HarnessGit,
  folder: string,
  index: string,
  gone: Promise<readonly string[]>,
): Promise<Changed> {
  const own = statChanges(git, folder, index);
  const changed = own ?? (await differing(git, folder, index, gone));
  if (changed.present.length < WORTH_A_REFRESH && own?.isSure !== false) return changed;
  await refresh(git, folder, index);
  const again = statChanges(git, folder, index);
  return again?.isSure ? again : differing(git, folder, index, gone);
}

const WORTH_A_REFRESH = 50;

/**
 * Reads all files that are not as noted, and notes which are the same after all. One that changes again in the moment in
 * which it is read looks as it did; it is known by its age, so the index must be no younger than the first look.
 */
async function refresh(git: HarnessGit, folder: string, index: string): Promise<void> {
  const started = Date.now() - COARSEST_TICK;
  const read = ["update-index", "-q", "--ignore-submodules", "--refresh"];
  // It only saves time: over what it fails, `differing` fails again, if that looks at the same files.
  await git.run(read, { index, workTree: folder, allowed: [0, 1, FATAL] });
  const age = Math.min(statSync(index).mtimeMs, started) / 1000;
  utimesSync(index, age, age);
}

/** Git's exit code when it gives up. */
const FATAL = 128;

/** In milliseconds: the system gives files the time of its last tick. */
const COARSEST_TICK = 10;

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
