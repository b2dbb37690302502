import { readFileSync } from "node:fs";

/**
 * One process, told apart from a later one that got the same number: by the moment it started (clock ticks since the
 * machine did) and by which start of the machine that was. Where there is no /proc the number is all there is.
 */
export type ProcessMark = { pid: number; started: string | null };

export const thisProcess = (): ProcessMark => ({ pid: process.pid, started: startOf(process.pid) });

/** A process that ended and was not yet collected by its parent is gone: it writes nothing any more. */
export function isRunning({ pid, started }: ProcessMark): boolean {
  if (!hasProcess(pid)) return false;
  return started === null || startOf(pid) === started;
}

export const isSameProcess = (a: ProcessMark, b: ProcessMark): boolean => a.pid === b.pid && a.started === b.started;

function hasProcess(pid: number): boolean {
  // 0 and negative numbers would mean whole groups.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function startOf(pid: number): string | null {
  try {
    // The name in parentheses may hold anything, spaces and parentheses included.
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return state === "Z" || state === "X" ? "ended" : `${bootId()} ${rest[FIELD_22]}`;
  } catch {
    return null;
  }
}

/** Counted from field 4, the first one after the state. */
const FIELD_22 = 18;

/** Another one after each start of the machine; empty where that cannot be known. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return "";
  }
}
