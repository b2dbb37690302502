import type { Store } from "../../ports/store.ts";
import type { HostId, RunId } from "../../record/run.ts";
import { StoreError } from "../../store/store-error.ts";
import { spoken } from "./lease.ts";

/** `lost` rejects when nothing can be written down any more: the database stays away, or another host has the run. */
export type SignsOfLife = { lost: Promise<never>; end(): void };

/**
 * Says every few seconds that a host is alive, and looks whether the run is still its own: one that was silent for too
 * long, as after a sleep, may have been passed over, and its agent works for nothing. When the database does not hear it,
 * `revive` may bring it back: everybody who waits for it goes on then, and nothing that was written is lost.
 */
export function signsOfLife(
  store: Store,
  { run, host }: { run: RunId; host: HostId },
  revive: () => Promise<void>,
): SignsOfLife {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Nobody listens any more when a run has come to its end.
  lost.catch(() => {});
  const beat = async (): Promise<void> => {
    const late = setTimeout(() => void revive().catch(() => {}), PATIENCE);
    await store.hosts
      .beat(host)
      .then(() => requireHeld(store, run, host))
      .catch(reject);
    clearTimeout(late);
  };
  const timer = setInterval(() => void beat(), EVERY);
  return { lost, end: () => clearInterval(timer) };
}

const EVERY = 5_000;
const PATIENCE = 1_000;

async function requireHeld(store: Store, run: RunId, host: HostId): Promise<void> {
  const holder = await store.hosts.holder(run);
  if (holder?.id === host) return;
  const other = holder === null ? "this process was silent for too long" : `${spoken(holder)} has taken it over`;
  throw new StoreError("lease-lost", `${run} no longer runs here: ${other}`);
}
