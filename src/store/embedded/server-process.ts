import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hasProcess } from "../../std/process-mark.ts";
import { startOf } from "../../std/process-start.ts";
import type { Place } from "./place.ts";

/** The server of a place, when it runs. */
export function serverPid(place: Place): number | null {
  const pid = notedPid(place);
  return pid !== null && isServer(pid, place) ? pid : null;
}

/** The number the server wrote down when it started; nobody says that it still runs. */
function notedPid({ data }: Place): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Every process of Postgres works in the folder of its data. Without /proc the number has to do. */
function isServer(pid: number, { data }: Place): boolean {
  if (!HAS_PROC) return hasProcess(pid);
  return startOf(pid) !== null && worksIn(pid, realpathSync(data));
}

const HAS_PROC = existsSync("/proc/self/cwd");

function worksIn(pid: number | string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/**
 * Takes away what a killed server has left in the way of the next one; false while something of it still runs. Postgres
 * does so itself, unless the number is in use: by a dead process that nobody has buried, or by another one meanwhile.
 * Processes of a killed server may go on for a moment, and a new one must not meet them.
 */
export function clearAfterServer(place: Place): boolean {
  if (serverPid(place) !== null) return false;
  if (!HAS_PROC) return true;
  if (isInUse(place)) return false;
  rmSync(join(place.data, "postmaster.pid"), { force: true });
  rmSync(join(place.socket, ".s.PGSQL.5432.lock"), { force: true });
  rmSync(join(place.socket, ".s.PGSQL.5432"), { force: true });
  return true;
}

/** Whether any process works in the folder of the data. */
export function isInUse({ data }: Place): boolean {
  if (!HAS_PROC || !existsSync(data)) return false;
  const folder = realpathSync(data);
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && worksIn(name, folder));
}
