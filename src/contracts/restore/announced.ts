import { covers, normalPath, writesOf } from "../../plan/files.ts";
import type { Step } from "../../plan/model.ts";
import { producedBy } from "../../plan/produces.ts";
import type { FileChange } from "../../ports/git.ts";
import { programOf } from "../../shell/invocation.ts";
import { namedTargets } from "../../shell/named-targets.ts";
import { leavesRepository, resolvePath } from "../../shell/paths.ts";
import { parseScript } from "../../shell/script.ts";
import { pathsTold } from "./change-wording.ts";
import { manifestsOf } from "./manifest-of-lockfile.ts";
import { isLeftOver, isTestRole, roleOfFile } from "./role-of-file.ts";
import { folderOf, isBelow, nameOf, type TreeView } from "./tree-view.ts";

/** Which paths there are: on the base, and after the work. `added` are those that only the worker has, where they are known. */
export type KnownPaths = { base: Paths; worker: Paths; added?: readonly string[] };
type Paths = Pick<ReadonlySet<string>, "has" | "keys">;

export const knownPaths = (base: TreeView, worker: TreeView, changes: readonly FileChange[]): KnownPaths => ({
  base: base.files,
  worker: worker.files,
  added: changes.filter(({ before }) => before === null).map(({ path }) => path),
});

export type Announcements = {
  /** The step says that it writes, adds or removes this file. */
  writes(path: string): boolean;
  /** Its text names the file in any way, perhaps only as something that must pass. */
  mentions(path: string): boolean;
  /** Whether the step lists files at all. One that does not leaves all production code to the worker. */
  readonly listsFiles: boolean;
};

/**
 * Whether the step says that it writes this file. Without `known` the file counts as one that is there already, for
 * which being named by a contract or in passing says nothing.
 */
export const announces = (step: Step, path: string, known?: KnownPaths): boolean =>
  announcementsOf(step, known ?? { base: new Set([path]), worker: new Set([path]) }).writes(path);

/**
 * How much of what a worker changes counts as announced. `strictly`: what the step names. `listed`: the same, and tests that
 * are new. `tests`: also every change to a test or to what tests read. `all`: whatever was changed, except left-overs.
 */
export type Extent = "strictly" | "listed" | "tests" | "all";

export function announcementsOf(step: Step, known: KnownPaths, extent: Extent = "listed"): Announcements {
  const listed = writesOf(step).filter((entry) => entry.trim() !== "");
  const forbidden = step.files.mustNotTouch.map(({ path }) => path);
  const told = pathsTold(
    [step.title, step.what, step.how, step.acceptsWhen, ...step.subtasks.map(({ text }) => text)].filter(
      (text) => text !== undefined,
    ),
  );
  const changed = resolved(told.changed, known);
  const allowed = resolved(told.allowed, known);
  const mentioned = resolved(told.mentioned, known);
  const toBeMade = [...contractPaths(step), ...impliedFiles(step, known)].filter((path) => !isOnBase(path, known));
  const isForbidden = (path: string): boolean => forbidden.some((entry) => covers(entry, path));
  const says = (path: string): boolean =>
    listed.some((entry) => covers(entry, path)) ||
    changed.has(path) ||
    // What is not there yet cannot be weakened by being named.
    (!known.base.has(path) && (allowed.has(path) || toBeMade.some((made) => covers(made, path))));
  const spoken = [...listed.map(normalPath), ...changed];
  return {
    listsFiles: listed.length > 0,
    writes: (path) =>
      !isForbidden(path) &&
      (says(path) ||
        isWithin(extent, path, known) ||
        followsManifest(
          path,
          spoken.filter((each) => !isForbidden(each)),
        )),
    mentions: (path) => mentioned.has(path),
  };
}

function isWithin(extent: Extent, path: string, { base }: KnownPaths): boolean {
  const role = roleOfFile(path);
  if (extent === "tests") return isTestRole(role);
  return extent === "all" && (base.has(path) || !isLeftOver(path));
}

/** A lockfile is written by the tool that installs what the manifest asks for, in its folder or in one above. */
function followsManifest(path: string, announced: readonly string[]): boolean {
  const manifests = manifestsOf(nameOf(path));
  return (
    manifests.length > 0 && announced.some((each) => manifests.includes(nameOf(each)) && isBelow(each, folderOf(path)))
  );
}

/** Paths as they are written, and file names that only one file has. */
function resolved(written: ReadonlySet<string>, known: KnownPaths): Set<string> {
  const { base, worker } = known;
  const onlyOne = (name: string): string[] => {
    const added = known.added ?? [...worker.keys()].filter((path) => !base.has(path));
    const others = added.filter((path) => nameOf(path) === name);
    const found = [...(namesIn(base).get(name) ?? []), ...others];
    return found.length === 1 ? found : [];
  };
  // A name stands for the file at the top first of all, even when others below are called the same.
  const paths = [...written].flatMap((each) => {
    const path = normalPath(each);
    return path.includes("/") || base.has(path) || worker.has(path) ? [path] : onlyOne(each);
  });
  return new Set(paths);
}

/** Each name with the files that have it. Made once for each base, whose paths never change. */
function namesIn(paths: Paths): ReadonlyMap<string, readonly string[]> {
  const known = keptNames.get(paths);
  if (known !== undefined) return known;
  const names = new Map<string, string[]>();
  for (const path of paths.keys()) {
    const name = nameOf(path);
    const same = names.get(name);
    if (same === undefined) names.set(name, [path]);
    else same.push(path);
  }
  keptNames.set(paths, names);
  return names;
}

const keptNames = new WeakMap<Paths, ReadonlyMap<string, readonly string[]>>();

function contractPaths(step: Step): string[] {
  const targets = step.contracts.flatMap(({ command }) =>
    parseScript(command).survey.invocations.flatMap((invocation) =>
      namedTargets(invocation).map(({ path }) => resolvePath(invocation.folder ?? "", path)),
    ),
  );
  return [...targets, ...producedBy({ ...step, what: "" })].filter((path) => path !== "" && !leavesRepository(path));
}

/** `npm test` needs a `package.json` though it does not say so: one that is missing has to be made. */
function impliedFiles(step: Step, { base }: KnownPaths): string[] {
  const invocations = step.contracts.flatMap(({ command }) => parseScript(command).survey.invocations);
  return invocations.flatMap((invocation) => {
    const names = IMPLIED.find(([programs]) => programs.test(programOf(invocation)))?.[1] ?? [];
    const paths = names.map((name) => resolvePath(invocation.folder ?? "", name));
    return paths.some((path) => base.has(path)) ? [] : paths;
  });
}

const IMPLIED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:npm|pnpm|yarn|bun)$/, ["package.json"]],
  [/^g?make$/, ["Makefile", "makefile", "GNUmakefile"]],
  [/^just$/, ["justfile", "Justfile"]],
  [/^cargo$/, ["Cargo.toml"]],
  [/^go$/, ["go.mod"]],
  [/^mvn$/, ["pom.xml"]],
  [/^gradle$/, ["build.gradle", "build.gradle.kts"]],
  [/^composer$/, ["composer.json"]],
  [/^bundle$/, ["Gemfile"]],
];

function isOnBase(path: string, { base }: KnownPaths): boolean {
  if (base.has(path)) return true;
  for (const each of base.keys()) if (each.startsWith(`${path}/`)) return true;
  return false;
}
