import { rmdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../store-error.ts";
import type { Place } from "./place.ts";
import { isInUse, serverPid } from "./server-process.ts";

/** Ends a server and waits until nothing of it is left; false where none runs. */
export async function endServer(place: Place): Promise<boolean> {
  const pid = serverPid(place);
  if (pid === null) return false;
  // The second asks it to end at once, as after a crash, which its next start makes good.
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    tell(pid, signal);
    if (await ends(place)) return true;
  }
  throw new StoreError("start-failed", `the database (process ${pid}) does not end; kill -9 ${pid} ends it`);
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It was quicker.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function ends(place: Place): Promise<boolean> {
  const began = performance.now();
  while (serverPid(place) !== null || isInUse(place)) {
    if (performance.now() - began > 15_000) return false;
    await sleep(10);
  }
  try {
    rmdirSync(place.socket);
  } catch {
    // Not empty, or gone: neither is in anybody's way.
  }
  return true;
}
