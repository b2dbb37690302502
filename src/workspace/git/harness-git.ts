import { randomUUID } from "node:crypto";
import { mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeDeadDrafts } from "../../std/dead-drafts.ts";
import { WorkspaceError } from "../errors.ts";
import { type GitOptions, type GitOutput, runGit } from "./git-process.ts";
import { type ConfigEntry, harnessConfig } from "./harness-config.ts";
import type { RepositoryFacts } from "./locate.ts";
import { type ObjectReader, objectReader } from "./object-reader.ts";
import { textOf } from "./text-of.ts";

/** Git as the harness uses it: the repository's objects and refs, and nothing else of it. */
export type HarnessGit = {
  readonly gitDir: string;
  /** Where new objects go while the repository's own may only be read; null where they join them. */
  readonly objectsAside: string | null;
  readonly facts: RepositoryFacts;
  readonly objectFormat: "sha1" | "sha256";
  /** An object here is a file and nothing more: there are no rights to give to others, and no second id to note. */
  readonly plainObjects: boolean;
  /** A file without attributes is stored as it is: the repository has no settings about line endings, modes or names. */
  readonly plainFiles: boolean;
  run(args: readonly string[], options?: Omit<GitOptions, "gitDir">): Promise<GitOutput>;
  readonly objects: ObjectReader;
};

/**
 * Makes a git directory of our own whose objects and refs are links into the repository. A commit or a moved branch
 * lands there, while no hook, filter, driver, alias, attribute file or config of the repository is ever loaded.
 * May be called again at any time, by several processes at once, and after a crash: every part is put in its place as a
 * whole, and only where it is not there yet. With `onlyReads` new objects stay in it, and nothing is ever written to the
 * repository.
 */
export async function openHarnessGit(
  facts: RepositoryFacts,
  folder: string,
  options: { excludesFile?: string; onlyReads?: boolean } = {},
): Promise<HarnessGit> {
  const entries = await repositoryConfig(facts);
  const objectsAside = options.onlyReads ? join(folder, "objects") : null;
  const env = objectsAside === null ? ALONE : { ...ALONE, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(facts.objectsDir) };
  makeLogs(join(facts.commonDir, "logs"));
  mkdirSync(join(folder, "info"), { recursive: true });
  for (const place of [folder, join(folder, "info")]) removeDeadDrafts(place);
  if (objectsAside !== null) mkdirSync(objectsAside, { recursive: true });
  for (const name of objectsAside === null ? ["objects", ...SHARED] : SHARED)
    putLink(join(folder, name), join(facts.commonDir, name));
  putFile(join(folder, "config"), harnessConfig(entries, options));
  putFile(join(folder, "info", "exclude"), textOf(join(facts.commonDir, "info", "exclude")) ?? "");
  putFile(join(folder, "HEAD"), NO_BRANCH);

  return {
    gitDir: folder,
    objectsAside,
    facts,
    objectFormat: lastOf(entries, "extensions.objectformat") === "sha256" ? "sha256" : "sha1",
    plainObjects: !entries.some(({ key }) => MORE_THAN_A_FILE.includes(key)),
    plainFiles: PLAIN_SETTINGS.every(([key, usual]) => (lastOf(entries, key) ?? usual) === usual),
    run: (args, more = {}) => runGit(args, { ...more, gitDir: folder, env: { ...env, ...more.env } }),
    objects: objectReader({ gitDir: folder, env }),
  };
}

/** `packed-refs` and `shallow` may not exist yet; git takes a link that leads nowhere as a missing file, and keeps the link. */
const SHARED = ["refs", "packed-refs", "shallow", "logs"];

/** With what a repository on Linux is made. */
const PLAIN_SETTINGS = [
  ["core.autocrlf", "false"],
  ["core.filemode", "true"],
  ["core.symlinks", "true"],
  ["core.ignorecase", "false"],
  ["core.precomposeunicode", "false"],
] as const;

const MORE_THAN_A_FILE = ["core.sharedrepository", "extensions.compatobjectformat"];

/**
 * To see whether a submodule is dirty, git starts another git in it, which obeys the config it finds there: a worker
 * may have written that. So ours finds no program to start, and fails instead. What we ask of it needs none.
 */
const ALONE = { PATH: "/nonexistent", GIT_EXEC_PATH: "/nonexistent" };

/** Git takes such a list apart at its colons, except where a path is quoted. */
const quoted = (path: string): string => `"${path.replaceAll(/["\\]/g, "\\$&")}"`;

/** Git wants a HEAD that names a branch. This one is never made, so nothing we do counts as work on HEAD. */
const NO_BRANCH = "ref: refs/heads/planwright/no-branch\n";

/** Without this folder git could not log through the link, nor move a branch. Who may only read does not need it. */
function makeLogs(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** Git itself reads the file, but as a mere list: no include is followed, and no setting takes effect. */
async function repositoryConfig(facts: RepositoryFacts): Promise<ConfigEntry[]> {
  const file = join(facts.commonDir, "config");
  if (textOf(file) === null) return [];
  const list = await runGit(["config", "--file", file, "--no-includes", "--null", "--list"], {
    gitDir: "/nonexistent",
    cwd: "/",
  });
  return list.stdout
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const end = entry.indexOf("\n");
      // A key without `=` means true.
      return end === -1 ? { key: entry, value: "true" } : { key: entry.slice(0, end), value: entry.slice(end + 1) };
    });
}

const lastOf = (entries: readonly ConfigEntry[], key: string): string | undefined =>
  entries.findLast((entry) => entry.key === key)?.value;

function putLink(path: string, target: string): void {
  if (linkAt(path) === target) return;
  replace(path, (draft) => symlinkSync(target, draft));
}

function putFile(path: string, text: string): void {
  if (textOf(path) === text) return;
  replace(path, (draft) => writeFileSync(draft, text, { flush: true }));
}

function replace(path: string, make: (draft: string) => void): void {
  const draft = `${path}.${randomUUID()}.${process.pid}.tmp`;
  try {
    make(draft);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EDQUOT")
      throw new WorkspaceError("disk-full", `no room for ${path}; make room and try again`, { cause: error });
    if (code === "EISDIR" || code === "ENOTEMPTY" || code === "EEXIST")
      throw new WorkspaceError("not-ours", `${path} is a folder that is not planwright's; move it away`, {
        cause: error,
      });
    throw error;
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
