import { createHash } from "node:crypto";
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { homeFolder } from "../../config/home.ts";
import { Refused } from "../../std/refusal.ts";
import { withFile } from "./file-access.ts";

/** The folders of Planwright's own home. */
export type Home = {
  path: string;
  keys: string;
  scratch: string;
  policy: string;
  repository(commonDir: string): string;
};

/** Opens the home, made on first use for nobody but its owner. Refuses one that a repository's work could reach. */
export function openHome(repositoryTop: string | null): Home {
  const told = homeFolder();
  refuseInside(repositoryTop, realPlace(told));
  withFile(told, () => {
    makeFolders(told);
    closeToOthers(told);
    // Told to make a folder within a folder where nothing can be made, Node says that something is not there.
    accessSync(told, constants.W_OK | constants.X_OK);
  });
  const path = realpathSync(told);
  return {
    path,
    keys: join(path, "keys"),
    scratch: join(path, "scratch"),
    policy: join(path, "policy.yaml"),
    repository: (commonDir) => join(path, "repositories", `${nameOf(commonDir)}-${shortHash(commonDir)}`),
  };
}

/** Asked before anything is made: a repository is not the place for a folder that is then refused. */
function refuseInside(top: string | null, path: string): void {
  if (top !== null && `${path}${sep}`.startsWith(`${top}${sep}`)) {
    throw new Refused(
      "bad-home",
      `${path} lies in the repository; keys and policy must be outside it (set PLANWRIGHT_HOME)`,
    );
  }
}

/** Where a folder would be that may not be there yet. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path));
  }
}

/** One by one: told to make all of them, Node never ends where a file system, such as /proc, has no place for any. */
function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Whoever names `/tmp` for a home must not lose it, so a folder is closed only while nothing but ours is in it. */
function closeToOthers(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  if (readdirSync(path).some((name) => !OURS.has(name))) {
    throw new Refused(
      "bad-home",
      `${path} is open to other users and holds other things, too; set PLANWRIGHT_HOME to a new folder, or chmod 700 it`,
    );
  }
  chmodSync(path, 0o700);
}

const OURS = new Set(["keys", "postgres", "scratch", "repositories", "policy.yaml", "plans", "threads"]);

/** For people who look around in the home; the hash makes it unique. */
const nameOf = (commonDir: string): string =>
  basename(commonDir.replace(/\/\.git$/, ""))
    .replace(/[^\w.-]/g, "_")
    .slice(0, 40);

export const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);
