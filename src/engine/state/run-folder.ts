import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lease, Run, RunId } from "../../record/run.ts";
import { createFile } from "../../std/create-atomically.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { makeOwnFolder } from "../../workspace/folders/own-folder.ts";

/**
 * Where a run's work tree and transcripts lie, in the folder of its repository: named by the run, or by its plan if an
 * earlier version has begun it.
 */
export function runFolder(repository: string, { id, plan }: { id: RunId; plan: { id: string } }): string {
  const earlier = join(repository, RUNS, plan.id);
  return existsSync(join(earlier, "transcripts", id)) ? earlier : join(repository, RUNS, id);
}

/**
 * Makes a run's folder, or takes it again under a new lease; `leaveOwnFolder` lets go of it. What was begun under another
 * lease may still be ending there, and is waited for.
 */
export async function takeRunFolder(
  repository: string,
  run: Run,
  { host, epoch }: Lease,
  { signal, onLine }: { signal?: AbortSignal; onLine?(line: string): void } = {},
): Promise<string> {
  const path = runFolder(repository, run);
  for (let isTold = false; ; isTold = true) {
    try {
      const folder = makeOwnFolder(path, `${run.id} ${host} ${epoch}`);
      if (planIn(folder) === null) createFile(join(folder, PLAN), run.plan.id);
      return folder;
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== "locked") throw error;
    }
    signal?.throwIfAborted();
    if (!isTold) onLine?.("waiting for the end of what was begun before");
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** The plans of which any run has a folder there, each with those folders. */
export function runFolders(repository: string): { plan: string; path: string }[] {
  const root = join(repository, RUNS);
  const names = existsSync(root) ? readdirSync(root).filter((name) => !name.startsWith(".")) : [];
  return names.map((name) => ({ plan: planIn(join(root, name)) ?? name, path: join(root, name) }));
}

/** Null for a folder of an earlier version, which was called as the plan is. */
function planIn(path: string): string | null {
  try {
    return readFileSync(join(path, PLAN), "utf8");
  } catch {
    return null;
  }
}

const RUNS = "runs";
const PLAN = "plan";
const POLL_MS = 50;
