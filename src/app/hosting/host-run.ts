import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "../../ports/store.ts";
import type { Lease, Run } from "../../record/run.ts";
import type { Halt } from "../../record/run-event.ts";
import { followOn } from "../../store/follow-on.ts";
import { StoreError } from "../../store/store-error.ts";
import { reviveDatabase } from "../opening/open-store.ts";
import type { Scene } from "../opening/scene.ts";
import { type Host, openHost } from "../runs/host.ts";
import { takeRunAs } from "../runs/lease.ts";
import { carryOutHere, type Hosting } from "./carry-out-here.ts";
import { asRevised } from "./revise-as-it-is.ts";

/**
 * Carries a run out in this process, if nobody else does: under the host that it has, or one for this run alone. Leaves
 * nothing behind but what the run has come to.
 */
export async function hostRun(scene: Scene, run: Run, hosting: Hosting): Promise<Halt> {
  if (hosting.host) return hostUnder(scene, hosting.host, run, hosting);
  const host = await openHost(hosting.store, () => reviveDatabase(scene.home));
  try {
    return await hostUnder(scene, host, run, hosting);
  } finally {
    await host.close();
  }
}

async function hostUnder(scene: Scene, host: Host, read: Run, hosting: Hosting): Promise<Halt> {
  const { store } = hosting;
  const lease = await take(host, store, read);
  const stop = new AbortController();
  const signal = AbortSignal.any([hosting.signal, stop.signal]);
  const held = host.hold(read.id, lease, signal);
  held.lost.catch(() => stop.abort());
  let why: Halt = "stopped";
  let closed = Promise.resolve();
  try {
    const run = await asRevised(store, read);
    const following = follow(run, await begin(store, run, lease), hosting, stop);
    const carried = carryOutHere(scene, run, held, { ...hosting, host, signal });
    closed = carried.closed;
    try {
      why = await carried.halt;
      return why;
    } finally {
      // What the aborted signal has stopped still writes down what it left.
      await atMost(PATIENCE, closed);
      await following.end();
    }
  } finally {
    const released = { type: "released", host: host.id, why } as const;
    await store.journal
      .commit({ run: read.id, key: null, lease }, () => ({ facts: [released], value: null }))
      .catch(() => {});
    await store.hosts.release(read.id, lease).catch(() => {});
    void closed.then(held.end);
  }
}

const PATIENCE = 10_000;

/**
 * A run that was told to stop here, and still is ending, is not waited for very long: it loses its lease, and what its
 * agent still does is closed as that of a process that is gone.
 */
async function take(host: Host, store: Store, run: Run): Promise<Lease> {
  const before = host.held(run.id);
  if (!before?.isStopping()) return takeRunAs(store, run, host.id);
  await atMost(SHORT, before.ended);
  const lease = await takeRunAs(store, run, host.id, before.lease);
  before.lose(new StoreError("lease-lost", `${run.id} no longer runs here: it was started again`));
  return lease;
}

const SHORT = 1_000;

async function atMost(milliseconds: number, ended: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  await Promise.race([ended, sleep(milliseconds, undefined, { signal: stop.signal }).catch(() => {})]);
  stop.abort();
}

/** Writes down that the run has a host, and gives the number of the last event before that. */
async function begin(store: Store, run: Run, lease: Lease): Promise<number> {
  const hosted = { type: "hosted", host: lease.host, process: process.pid, machine: hostname() } as const;
  return store.journal.commit({ run: run.id, key: null, lease }, async (sofar) => ({
    facts: [hosted],
    value: (await sofar.read(0)).at(-1)?.seq ?? 0,
  }));
}

/**
 * Somebody may pause or cancel the run from another terminal, from the moment it is ours. Whoever looks on hears of the
 * same events, so that they are read once.
 */
function follow(
  run: Run,
  before: number,
  { store, after, onEvent }: Hosting,
  stop: AbortController,
): { end(): Promise<void> } {
  const end = new AbortController();
  const hear = async (): Promise<void> => {
    for await (const event of followOn(store.journal, run.id, 0, end.signal)) {
      const isOurs = event.seq > before;
      if (isOurs && (event.type === "cancelled" || (event.type === "paused" && event.now))) stop.abort();
      try {
        if (event.seq > after) onEvent(event);
      } catch {
        // Orders are heard whatever becomes of those who look on.
      }
    }
  };
  // What else breaks the following breaks the run, too, and is told there.
  const hearing = hear().catch(() => {});
  return {
    end() {
      end.abort();
      return hearing;
    },
  };
}
