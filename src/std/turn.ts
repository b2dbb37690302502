import { setTimeout as sleep } from "node:timers/promises";
import { type Claim, releaseClaim, tryClaim } from "./claim.ts";

/** Does something while no other process does the same: whoever comes meanwhile waits for its turn. */
export async function inTurn<T>(
  folder: string,
  name: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const claim = await takeTurn(folder, name, signal);
  try {
    return await work();
  } finally {
    releaseClaim(claim);
  }
}

async function takeTurn(folder: string, name: string, signal: AbortSignal | undefined): Promise<Claim> {
  for (;;) {
    signal?.throwIfAborted();
    const claiming = tryClaim(folder, name, "");
    if (claiming.is === "ours") return claiming.claim;
    await sleep(20);
  }
}
