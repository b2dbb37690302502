import { existsSync, rmdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { inTurn } from "../../std/turn.ts";
import { StoreError } from "../store-error.ts";
import { type Place, placeOf } from "./place.ts";
import { isInUse, serverPid } from "./server-process.ts";

/** Ends the server of this home and waits until nothing of it is left. Clients are cut off; what they committed is kept. */
export async function stopPostgres(home: string): Promise<"stopped" | "not-running"> {
  const place = placeOf(home);
  if (!existsSync(place.own)) return "not-running";
  return inTurn(place.own, "turn", undefined, async () => {
    const pid = serverPid(place);
    if (pid === null) return "not-running";
    // The second asks it to end at once, as after a crash, which its next start makes good.
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      process.kill(pid, signal);
      if (await ends(place)) return "stopped";
    }
    throw new StoreError("start-failed", `the database (process ${pid}) does not end; kill -9 ${pid} ends it`);
  });
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
