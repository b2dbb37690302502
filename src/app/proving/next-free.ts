import { setTimeout as sleep } from "node:timers/promises";

/** What `take` gives, as soon as it gives anything: whoever has it gives it back when a run halts. */
export async function nextFree<T>(
  take: () => T | null,
  { signal, onLine }: { signal?: AbortSignal; onLine?(line: string): void },
): Promise<T> {
  for (let isTold = false; ; isTold = true) {
    const taken = take();
    if (taken !== null) return taken;
    if (!isTold) onLine?.("waiting for a proof tree: all of this repository are in use");
    await sleep(POLL_MS, undefined, { signal });
  }
}

const POLL_MS = 100;
