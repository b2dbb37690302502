import { startOf } from "../std/process-start.ts";

/**
 * A name for something that belongs to one run of this process: `planwright-PID-START-N`. A number of a process is used
 * again after a while, so the time at which it started is part of the name.
 */
export function newRunName(): string {
  count += 1;
  own ??= `planwright-${process.pid}-${startOf(process.pid) ?? 0}`;
  return `${own}-${count}`;
}

let count = 0;
let own: string | null = null;

/** Whether the process that made something with this name is gone. False for names that are not ours. */
export function isLeftOver(name: string): boolean {
  const match = /^planwright-(\d+)-(\d+)-\d+$/.exec(name);
  return match !== null && startOf(Number(match[1])) !== match[2];
}
