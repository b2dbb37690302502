import { readFileSync } from "node:fs";
import { startOf } from "./process-start.ts";

/**
 * One process, told apart from a later one that got the same number: by the moment it started (clock ticks since the
 * machine did) and by which start of the machine that was. Where there is no /proc the number is all there is.
 */
export type ProcessMark = { pid: number; started: string | null };

export const markOf = (pid: number): ProcessMark => ({ pid, started: momentOf(pid) });

export const thisProcess = (): ProcessMark => markOf(process.pid);

/** A process that ended and was not yet collected by its parent is gone: it writes nothing any more. */
export function isRunning({ pid, started }: ProcessMark): boolean {
  if (!hasProcess(pid)) return false;
  return started === null || momentOf(pid) === started;
}

export const isSameProcess = (a: ProcessMark, b: ProcessMark): boolean => a.pid === b.pid && a.started === b.started;

/** Whether the system has a process of this number, also one that is dead and not buried. */
export function hasProcess(pid: number): boolean {
  // 0 and negative numbers would mean whole groups.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function momentOf(pid: number): string | null {
  const ticks = startOf(pid);
  return ticks === null ? null : `${bootId()} ${ticks}`;
}

/** Another one after each start of the machine; empty where that cannot be known. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return "";
  }
}
