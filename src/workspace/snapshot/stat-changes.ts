import { hash } from "node:crypto";
import { type BigIntStats, lstatSync, readFileSync, statSync } from "node:fs";
import type { HarnessGit } from "../git/harness-git.ts";
import { placeIn } from "../git/nul-paths.ts";
import {
  entryAt,
  hasFlags,
  hasOnlyOptional,
  type IndexEntry,
  type IndexFile,
  parseIndex,
} from "../objects/index-file.ts";
import { isAsNoted, notedSize } from "../objects/noted-stat.ts";

/** Paths of an index that are not as it knows them: gone, or changed, or merely touched. */
export type Changed = { deleted: string[]; present: string[] };

/**
 * What `git diff-files` says of a small index, without starting a git; null when only git can tell. It is not sure of a
 * file that is as noted, but no older than the index: it may have changed again in that moment, and only its content
 * would show that.
 */
export function statChanges(git: HarnessGit, folder: string, index: string): (Changed & { isSure: boolean }) | null {
  try {
    const known = smallIndex(git, index);
    if (known === null) return null;
    const { mtimeNs } = statSync(index, { bigint: true });
    const isReached = wayThrough(folder);
    const changed = { deleted: [] as string[], present: [] as string[], isSure: true };
    for (let at = 0; at < known.starts.length - 1; at += 1) {
      const entry = entryAt(known, at);
      const state = stateOf(git, folder, entry, isReached(entry.path), mtimeNs);
      if (state === "unclear") return null;
      if (state === "gone") changed.deleted.push(entry.path);
      if (state === "changed") changed.present.push(entry.path);
      if (state === "young") changed.isSure = false;
    }
    return changed;
  } catch {
    // An index that is cut short, or something that may not be seen. Git says what it is.
    return null;
  }
}

/** Null when there are so many entries that git, which looks with several threads, is quicker. */
function smallIndex(git: HarnessGit, index: string): IndexFile | null {
  const known = parseIndex(git, readFileSync(index));
  const isSmall = known !== null && known.starts.length <= MOST_ENTRIES;
  return isSmall && hasOnlyOptional(known) && !hasFlags(known) ? known : null;
}

const MOST_ENTRIES = 1500;

type State = "same" | "changed" | "gone" | "young" | "unclear";

function stateOf(
  git: HarnessGit,
  folder: string,
  { path, mode, id, stat }: IndexEntry,
  isReached: boolean,
  indexedAt: bigint,
): State {
  const now = isReached ? statOf(folder, path) : undefined;
  if (mode === SUBMODULE) return now === undefined || now.isDirectory() ? "same" : "changed";
  if (now === undefined) return "gone";
  // A repository that stands where a file was is a submodule to git.
  if (now.isDirectory()) return statOf(folder, `${path}/.git`) === undefined ? "gone" : "unclear";
  // Git notes no size for what it found changed in the moment of writing.
  if (!isAsNoted(stat, now) || (notedSize(stat) === 0 && id !== hash(git.objectFormat, "blob 0\0"))) return "changed";
  // A change of the mode moves ctime, unless the disk has no modes, or no ctime.
  if (mode !== modeOf(now)) return "unclear";
  return now.mtimeNs < indexedAt && now.ctimeNs < indexedAt ? "same" : "young";
}

const SUBMODULE = "160000";

const statOf = (folder: string, path: string): BigIntStats | undefined =>
  lstatSync(placeIn(folder, path), { bigint: true, throwIfNoEntry: false });

function modeOf(now: BigIntStats): string | null {
  if (now.isSymbolicLink()) return "120000";
  if (!now.isFile()) return null;
  return now.mode & 0o100n ? "100755" : "100644";
}

/** Says whether only folders lie on the way to a path. A link on it would lead somewhere else. */
function wayThrough(folder: string): (path: string) => boolean {
  const folders = new Map<string, boolean>();
  const isReached = (path: string): boolean => {
    const above = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
    if (above === "") return true;
    const isFolder = folders.get(above) ?? (isReached(above) && statOf(folder, above)?.isDirectory() === true);
    folders.set(above, isFolder);
    return isFolder;
  };
  return isReached;
}
