import { existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/**
 * The repository that a plan is about: the one it lies in, or else the one where the command runs; without any, the
 * folder of the plan.
 */
export function repositoryOf(planPath: string): string {
  const start = statSync(planPath).isDirectory() ? resolve(planPath) : dirname(resolve(planPath));
  return repositoryAround(start) ?? repositoryAround(resolve(".")) ?? start;
}

function repositoryAround(start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** Bytes of a file; null for what is no file, is not there or has a name that the system refuses. */
export function sizeOf(path: string): number | null {
  const stats = unlessRefused(() => statSync(path, { throwIfNoEntry: false }));
  return stats?.isFile() ? stats.size : null;
}

/**
 * Whether a path of the repository `top` leaves it by a symbolic link. What does not exist yet would come to lie where
 * the part of the path that does exist leads, and a link whose target is missing is followed as if it were there.
 */
export function leadsOutside(top: string, path: string): boolean {
  const named = resolve(top, path);
  if (!isWithin(resolve(top), named)) return false;
  const home = unlessRefused(() => realpathSync.native(top)) ?? top;
  // Nothing with a longer name can exist, so its beginning decides.
  let place = named.slice(0, LONGEST_PATH);
  for (let links = 0; links < MOST_LINKS; ) {
    const real = unlessRefused(() => realpathSync.native(place));
    if (real !== null) return !isWithin(home, real);
    const target = unlessRefused(() => readlinkSync(place));
    if (target !== null) links++;
    const folder = dirname(place);
    place = target === null ? folder : resolve(unlessRefused(() => realpathSync.native(folder)) ?? folder, target);
  }
  return true;
}

/** Where the system gives up, too. */
const LONGEST_PATH = 4_096;
const MOST_LINKS = 40;

const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(join(folder, sep));

/** The answer of the file system; null where it has none: nothing there, a name too long, a folder closed to us. */
function unlessRefused<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
