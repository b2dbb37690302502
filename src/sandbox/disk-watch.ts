import { statfs } from "node:fs/promises";

/**
 * Calls back when a program is about to fill the disk: limits on single files cannot keep it from writing many. Below the
 * floor others would suffer; where little was free to begin with, a program may still use half of it.
 */
export function watchDisk(folder: string, onNearlyFull: () => void): { stop(): void } {
  let floor: number | null = null;
  let isStopped = false;
  const look = async (): Promise<void> => {
    try {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      floor ??= Math.min(FLOOR, free / 2);
      if (free < floor && !isStopped) onNearlyFull();
    } catch {
      // Without an answer there is nothing to act on.
    }
    if (!isStopped) timer = setTimeout(look, EVERY);
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

const FLOOR = 2 * 1024 ** 3;
const EVERY = 200;
