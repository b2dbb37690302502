import { accessSync, constants, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { Tools } from "../ports/sandbox.ts";
import { KNOWN_TOOLS } from "./known-tools.ts";
import { isInside, outermost } from "./layers.ts";

export type Surroundings = {
  homeDir: string;
  /** Whatever a worker may write, and what is ours: no program is taken from there. */
  exclude: readonly string[];
};

/**
 * The person's PATH as it can be had inside. Folders of the system stay; for the others, the folders that their programs
 * were installed to are found, by following links, and are shown as well. Never the home folder itself, nor one that
 * holds keys.
 */
export function resolveTools(searchPath: readonly string[], { homeDir, exclude }: Surroundings): Tools {
  const home = realFolder(homeDir) ?? homeDir;
  const barred = [...exclude, ...exclude.flatMap((path) => realFolder(path) ?? [])];
  const isUsable = (folder: string): boolean =>
    !barred.some((path) => isInside(folder, path) || isInside(path, folder)) &&
    !isInside(home, folder) &&
    !namesIn(folder).some(isKey);

  const path = new Set<string>();
  const roots = new Set<string>();
  const env: Record<string, string> = {};
  const addRootsOf = (folder: string): void => {
    const known = KNOWN_TOOLS.find(({ within }) => isInside(folder, join(home, within)));
    const wanted = known
      ? known.roots.map((root) => join(home, root))
      : [installation(folder), folder].filter(isUsable).slice(0, 1);
    for (const root of wanted.flatMap((root) => realFolder(root) ?? []).filter(isUsable)) roots.add(root);
    for (const [name, place] of Object.entries(known?.env ?? {})) env[name] = join(home, place);
  };

  for (const entry of searchPath) {
    const folder = isAbsolute(entry) ? realFolder(entry) : null;
    if (folder === null || barred.some((top) => isInside(entry, top) || isInside(folder, top))) continue;
    if (isOfSystem(folder)) path.add(isOfSystem(entry) ? entry : folder);
    else if (isUsable(folder)) {
      path.add(folder);
      addRootsOf(folder);
      for (const target of linkTargets(folder)) if (!isOfSystem(target)) addRootsOf(dirname(target));
    }
  }
  return { path: [...path], roots: outermost([...roots]).sort(), env };
}

/** Shown anyway, see `system-folders.ts`. */
const isOfSystem = (path: string): boolean =>
  ["/usr", "/bin", "/sbin", "/opt", "/snap", "/nix/store", "/gnu/store"].some((folder) => isInside(path, folder));

const isKey = (name: string): boolean =>
  /^(?:\.ssh|\.aws|\.gnupg|\.npmrc|\.netrc|\.pypirc|\.git-credentials|\.docker|\.kube|credentials.*)$/.test(name);

/** Programs find their libraries beside the folder they lie in. */
function installation(folder: string): string {
  return ["bin", "sbin", "shims"].includes(basename(folder)) ? dirname(folder) : packageTop(folder);
}

/** `…/lib/node_modules/typescript/bin` belongs to `…`, and a package elsewhere to those that are installed beside it. */
function packageTop(folder: string): string {
  const index = folder.search(/\/lib(?:exec)?\//);
  return index > 0 ? folder.slice(0, index) : (/^.*?\/node_modules(?=\/|$)/.exec(folder)?.[0] ?? folder);
}

function linkTargets(folder: string): Set<string> {
  const targets = new Set<string>();
  for (const name of namesIn(folder)) {
    try {
      const path = join(folder, name);
      const target = realpathSync(path);
      if (target !== path) targets.add(target);
    } catch {
      // A link that leads nowhere is no program.
    }
  }
  return targets;
}

/** Null also for one that we may not enter: PATH often names folders of other people. */
function realFolder(path: string): string | null {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isDirectory() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
