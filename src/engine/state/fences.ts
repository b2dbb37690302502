import { covers, normalPath } from "../../plan/files.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Manifest } from "../../workspace/folders/manifest.ts";

/** What no worker may touch: the plan, what the plan protects, what the step must leave alone. */
export const fencesOf = (plan: Plan, step: Step): string[] => [
  ".plan",
  ...plan.protectedAreas.flatMap(({ paths }) => paths),
  ...step.files.mustNotTouch.map(({ path }) => path),
];

/**
 * The paths to show read-only, so that most trespasses fail at once and the worker can see why. What does not exist yet
 * has nothing to be mounted on, and a pattern may match more than a sandbox can mount; the manifest finds the rest.
 */
export function fencedPaths(manifest: Manifest): string[] {
  const there = new Set(
    manifest.items.filter(({ kind }) => kind === "file" || kind === "folder").map(({ path }) => path),
  );
  const found = manifest.entries.flatMap((entry) => {
    const plain = normalPath(entry.replace(/\/\*\*$/, ""));
    if (!/[*?]/.test(plain)) return there.has(plain) ? [plain] : folderOf(plain, there);
    return [...there].filter((path) => covers(entry, path)).slice(0, MOST_MATCHES);
  });
  return [...new Set(found)];
}

const MOST_MATCHES = 200;

/** A folder counts as there when something in it is. */
const folderOf = (path: string, there: ReadonlySet<string>): string[] =>
  [...there].some((each) => each.startsWith(`${path}/`)) ? [path] : [];

/** Whether a path lies in what the plan protects, and not only in what a step must leave alone. */
export const isProtected = ({ protectedAreas }: Plan, path: string): boolean =>
  protectedAreas.some(({ paths }) => paths.some((entry) => covers(entry, path)));
