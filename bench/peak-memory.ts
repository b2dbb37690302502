import { readdirSync, readFileSync } from "node:fs";

/**
 * Looks at a process and all that it has started, again and again. What it returns ends that, and says how many
 * bytes they had at most, counted together: what they share counts for each of them.
 */
export function watchMemory(pid: number): () => number {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, residentBytes(pid));
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

function residentBytes(root: number): number {
  const stats = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));
  const below = new Set([root]);
  // Whoever is younger may have the smaller number, so one round is not enough.
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of stats) if (below.has(parent)) below.add(pid);
  }
  return stats.filter(({ pid }) => below.has(pid)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Null for a process that has ended meanwhile. */
function statOf(name: string): { pid: number; parent: number; bytes: number } | null {
  try {
    // The program's name stands in brackets, and may hold anything.
    const rest = readFileSync(`/proc/${name}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    return { pid: Number(name), parent: Number(rest[1]), bytes: Number(rest[21]) * PAGE };
  } catch {
    return null;
  }
}

const PAGE = 4096;
