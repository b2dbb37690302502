import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { HostProcess, Store } from "../../ports/store.ts";
import type { HostId, Lease, RunId } from "../../record/run.ts";
import { thisProcess } from "../../std/process-mark.ts";
import { StoreError } from "../../store/store-error.ts";
import { machineName, spoken } from "./host-process.ts";

/** This process as others know it, which may hold many leases. */
export type Host = {
  id: HostId;
  /** `lost` rejects when nothing can be written under this lease any more: the database stays away, or the run was taken. */
  watch(run: RunId, lease: Lease): { lost: Promise<never>; end(): void };
  /** Runs that are still its own have no host after that. Never throws: what is lost here is found by its silence. */
  close(): Promise<void>;
};

/**
 * Announces this process, and says every few seconds that it is alive. Each time it looks whether its runs are still its
 * own: a process that was silent for too long, as after a sleep, may have been passed over, and its agents work for nothing.
 * When the database does not hear it, `revive` may bring it back: everybody who waits for it goes on then, and nothing that
 * was written is lost.
 */
export async function openHost(store: Store, revive: () => Promise<void>): Promise<Host> {
  const me: HostProcess = { id: newHostId(), machine: machineName(), ...thisProcess() };
  await store.hosts.announce(me);
  const watched = new Set<Watched>();
  const beat = async (): Promise<void> => {
    const late = setTimeout(() => void revive().catch(() => {}), PATIENCE);
    try {
      // Whoever has passed us over may have taken our name away, and we may still hold other runs.
      await store.hosts.announce(me);
      await Promise.all([...watched].map((each) => requireHeld(store, each).catch(each.reject)));
    } catch (error) {
      for (const { reject } of watched) reject(error);
    }
    clearTimeout(late);
  };
  const timer = setInterval(() => void beat(), EVERY);
  return {
    id: me.id,
    watch(run, lease) {
      const { promise: lost, reject } = Promise.withResolvers<never>();
      // Nobody listens any more when a run has come to its end.
      lost.catch(() => {});
      const own = { run, lease, reject };
      watched.add(own);
      return { lost, end: () => void watched.delete(own) };
    },
    async close() {
      clearInterval(timer);
      await store.hosts.withdraw(me.id).catch(() => {});
    },
  };
}

type Watched = { run: RunId; lease: Lease; reject(why: unknown): void };

const EVERY = 5_000;
const PATIENCE = 1_000;

export const newHostId = (): HostId => `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;

async function requireHeld(store: Store, { run, lease }: Watched): Promise<void> {
  const holder = await store.hosts.holder(run);
  if (holder?.id === lease.host && holder.epoch === lease.epoch) return;
  const other = holder === null ? "this process was silent for too long" : `${spoken(holder)} has taken it over`;
  throw new StoreError("lease-lost", `${run} is not carried out here any more: ${other}`);
}
