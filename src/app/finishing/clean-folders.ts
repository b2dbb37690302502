import { type Dirent, lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { runFolders } from "../../engine/state/run-folder.ts";
import { claimOn, type Holder } from "../../std/claim.ts";
import { isRunning } from "../../std/process-mark.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { isOurs, makeOwnFolder, removeOwnFolder } from "../../workspace/folders/own-folder.ts";
import type { OpenedRepository } from "../opening/open-repository.ts";
import { deadStages, removeDeadStage } from "../rehearsing/dead-stages.ts";
import type { Found } from "./clean-found.ts";

/** The folders of runs: the work tree, and everything the agents have printed. */
export function foldersOfRuns({ folder }: OpenedRepository, plans: readonly string[]): Found {
  const own = runFolders(folder).filter(({ plan }) => plans.includes(plan));
  return together(
    own.flatMap(({ plan, path }) => folderOf(path, `work tree and transcripts of ${plan}`, "planwright-folder")),
  );
}

/** What only saves time: set-ups, proof trees, earlier answers of contracts. All of it can be made again. */
export function ownFolders({ folder }: OpenedRepository, { all, isBusy }: { all: boolean; isBusy: boolean }): Found {
  const setUps = namesIn(join(folder, "setups"))
    .map((name) => join(folder, "setups", name))
    .filter((path) => all || isOlder(join(path, "made.json"), path, DAY));
  const proofs = all ? namesIn(folder).filter((name) => /^proof-\d+$/.test(name)) : [];
  return together([
    ...(isBusy && setUps.length > 0
      ? [{ goes: [], stays: [{ what: "set-ups", why: "a run is running" }] }]
      : setUps.flatMap((path) => setUpAt(path))),
    ...proofs.flatMap((name) => folderOf(join(folder, name), `proof tree ${name}`, "proof-lock")),
    ...sidesIn(join(folder, "sides"), all),
  ]);
}

/** Of whatever plan and repository: each has a folder and a database that nobody will ask for again. */
export const killedRehearsals = (): Found => ({
  goes: deadStages().map((path) => ({
    what: "what a rehearsal that was killed has left",
    bytes: sizeOf(path),
    remove: () => removeDeadStage(path),
  })),
  stays: [],
});

const DAY = 24 * 60 * 60 * 1000;

function setUpAt(path: string): Found[] {
  if (!path.endsWith(".log")) return folderOf(path, "a set-up", "filling");
  return [
    {
      goes: [{ what: "the log of a set-up", bytes: sizeOf(path), remove: () => rmSync(path, { force: true }) }],
      stays: [],
    },
  ];
}

/** A folder of ours, unless somebody holds this claim on it, be it another part of this process. */
function folderOf(path: string, what: string, claim: string): Found[] {
  if (!isOurs(path)) return [];
  const holder = holderOf(path, claim);
  if (holder) return [{ goes: [], stays: [{ what, why: `process ${holder.pid} uses it` }] }];
  return [{ goes: [{ what, bytes: sizeOf(path), remove: () => removeUnlessTaken(path, claim) }], stays: [] }];
}

function holderOf(path: string, claim: string): Holder | null {
  const holder = claimOn(path, claim)?.holder ?? null;
  return holder !== null && isRunning(holder) ? holder : null;
}

/** Somebody may have come between the look and the removal; then it is theirs. */
function removeUnlessTaken(path: string, claim: string): void {
  try {
    if (!isOurs(path) || holderOf(path, claim) !== null) return;
    removeOwnFolder(makeOwnFolder(path));
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code !== "locked") throw error;
  }
}

function sidesIn(folder: string, all: boolean): Found[] {
  const files = namesIn(folder).map((name) => join(folder, name));
  const old = files.filter((path) => all || isOlder(path, path, 30 * DAY));
  if (old.length === 0) return [];
  const bytes = old.reduce((sum, path) => sum + sizeOf(path), 0);
  const remove = (): void => {
    for (const path of old) rmSync(path, { force: true });
  };
  return [{ goes: [{ what: `${old.length} earlier answers of contracts`, bytes, remove }], stays: [] }];
}

const isOlder = (path: string, orElse: string, age: number): boolean => {
  const found = statSync(path, { throwIfNoEntry: false }) ?? statSync(orElse, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > age;
};

/** What it takes on the disk. A folder that may not be read counts for itself alone, and what no path leads to for nothing. */
function sizeOf(path: string): number {
  if (Buffer.byteLength(path) > LONGEST_PATH) return 0;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  const own = found.blocks * 512;
  if (!found.isDirectory()) return own;
  return entriesIn(path).reduce((sum, { name }) => sum + sizeOf(join(path, name)), own);
}

/** What Linux takes. A worker can make longer ones, step by step. */
const LONGEST_PATH = 4095;

function entriesIn(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

const namesIn = (path: string): string[] => entriesIn(path).map(({ name }) => name);

const together = (found: readonly Found[]): Found => ({
  goes: found.flatMap(({ goes }) => goes),
  stays: found.flatMap(({ stays }) => stays),
});
