import type { Store } from "../ports/store.ts";
import type { HostId } from "../record/run.ts";

/** `lost` rejects when the database stays away: whatever happened from then on could not be written down. */
export type SignsOfLife = { lost: Promise<never>; end(): void };

/**
 * Says every few seconds that a host is alive. When the database does not hear it, `revive` may bring it back: everybody
 * who waits for it goes on then, and nothing that was written is lost.
 */
export function signsOfLife(store: Store, host: HostId, revive: () => Promise<void>): SignsOfLife {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Nobody listens any more when a run has come to its end.
  lost.catch(() => {});
  const beat = async (): Promise<void> => {
    const late = setTimeout(() => void revive().catch(() => {}), PATIENCE);
    await store.hosts.beat(host).catch(reject);
    clearTimeout(late);
  };
  const timer = setInterval(() => void beat(), EVERY);
  return { lost, end: () => clearInterval(timer) };
}

const EVERY = 5_000;
const PATIENCE = 1_000;
