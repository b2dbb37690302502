import { statfs } from "node:fs/promises";

/**
 * Calls back when a program is about to fill the disk: limits on single files cannot keep it from writing many. Below the
 * floor others would suffer; where little was free to begin with, a program may still use half of it. The quicker it fills,
 * the sooner we look again.
 */
export function watchDisk(folder: string, onNearlyFull: () => void): { stop(): void } {
  let floor: number | null = null;
  let last: Look | null = null;
  let wait = SOONEST;
  let isStopped = false;
  const look = async (): Promise<void> => {
    try {
      const { bavail, bsize } = await statfs(folder);
      const now = { free: bavail * bsize, at: performance.now() };
      floor ??= Math.min(FLOOR, now.free / 2);
      if (now.free < floor && !isStopped) onNearlyFull();
      const half = last === null ? LATEST : untilAt(floor, last, now) / 2;
      wait = Math.max(SOONEST, Math.min(LATEST, 2 * wait, half));
      last = now;
    } catch {
      // Without an answer there is nothing to act on.
    }
    if (!isStopped) timer = setTimeout(look, wait);
  };
  let timer: NodeJS.Timeout | undefined;
  void look();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

type Look = { free: number; at: number };

/** How long until so little is free, if it goes on like this. */
function untilAt(floor: number, last: Look, now: Look): number {
  const used = last.free - now.free;
  return used <= 0 ? Number.POSITIVE_INFINITY : ((now.free - floor) / used) * (now.at - last.at);
}

const FLOOR = 2 * 1024 ** 3;
/** Milliseconds between two looks. */
const [SOONEST, LATEST] = [10, 200];
