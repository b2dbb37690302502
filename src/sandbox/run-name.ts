import { readFileSync } from "node:fs";

/**
 * A name for something that belongs to one run of this process: `planwright-PID-START-N`. A number of a process is used
 * again after a while, so the time at which it started is part of the name.
 */
export function newRunName(): string {
  count += 1;
  return `planwright-${process.pid}-${startOf(process.pid) ?? 0}-${count}`;
}

let count = 0;

/** Whether the process that made something with this name is gone. False for names that are not ours. */
export function isLeftOver(name: string): boolean {
  const match = /^planwright-(\d+)-(\d+)-\d+$/.exec(name);
  return match !== null && startOf(Number(match[1])) !== match[2];
}

/** When a process started, in the kernel's ticks; null when it is gone, and for a dead one that nobody has buried yet. */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The program's name stands in parentheses and may hold anything, also parentheses and spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
