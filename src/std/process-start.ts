import { readFileSync } from "node:fs";

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
