import { type Engine, openEngine } from "../../engine/open-engine.ts";
import type { HostProcess, Store } from "../../ports/store.ts";
import type { HostId, Lease, RunId } from "../../record/run.ts";
import { thisProcess } from "../../std/process-mark.ts";
import { StoreError } from "../../store/store-error.ts";
import { machineName, newHostId, spoken } from "./host-process.ts";

/** This process as others know it, which may hold many leases, and the engine that carries out its runs. */
export type Host = {
  id: HostId;
  /** Opened when it is first asked for. */
  engine(): Promise<Engine>;
  /** `stop` is what ends the run. Whoever holds it says so when nothing of it works any more. */
  hold(run: RunId, lease: Lease, stop: AbortSignal): Held;
  /** What this process itself still holds of a run. */
  held(run: RunId): Held | null;
  /** Runs that are still its own have no host after that. Never throws: what is lost here is found by its silence. */
  close(): Promise<void>;
};

export type Held = {
  lease: Lease;
  /** The run was told to stop, and only what it has begun still is ending. */
  isStopping(): boolean;
  /** Rejects when nothing can be written under this lease any more: the database stays away, or the run was taken. */
  lost: Promise<never>;
  lose(why: Error): void;
  end(): void;
  ended: Promise<void>;
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
  const holds = new Map<RunId, Held>();
  let engine: Promise<Engine> | null = null;
  const beat = async (): Promise<void> => {
    const late = setTimeout(() => void revive().catch(() => {}), PATIENCE);
    try {
      // Whoever has passed us over may have taken our name away, and we may still hold other runs.
      await store.hosts.announce(me);
      await Promise.all([...holds].map(([run, held]) => requireHeld(store, run, held.lease).catch(held.lose)));
    } catch (error) {
      for (const { lose } of holds.values()) lose(error as Error);
    }
    clearTimeout(late);
  };
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = beat();
  }, EVERY);
  return {
    id: me.id,
    engine() {
      engine ??= openEngine(store, me.id);
      return engine;
    },
    held: (run) => holds.get(run) ?? null,
    hold(run, lease, stop) {
      const { promise: lost, reject: lose } = Promise.withResolvers<never>();
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      // Nobody listens any more when a run has come to its end.
      lost.catch(() => {});
      const end = (): void => {
        if (holds.get(run) === held) holds.delete(run);
        resolve();
      };
      const held: Held = { lease, isStopping: () => stop.aborted, lost, lose, ended, end };
      holds.set(run, held);
      return held;
    },
    async close() {
      clearInterval(timer);
      // One under way would announce what is withdrawn.
      await beating;
      await (await engine?.catch(() => null))?.close();
      await store.hosts.withdraw(me.id).catch(() => {});
    },
  };
}

const EVERY = 5_000;
const PATIENCE = 1_000;

async function requireHeld(store: Store, run: RunId, lease: Lease): Promise<void> {
  const holder = await store.hosts.holder(run);
  if (holder?.id === lease.host && holder.epoch === lease.epoch) return;
  const other = holder === null ? "this process was silent for too long" : `${spoken(holder)} has taken it over`;
  throw new StoreError("lease-lost", `${run} no longer runs here: ${other}`);
}
