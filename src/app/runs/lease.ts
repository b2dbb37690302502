import type { Holder, Store } from "../../ports/store.ts";
import type { HostId, Lease, Run, RunId } from "../../record/run.ts";
import { thisProcess } from "../../std/process-mark.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { isAlive, machineName, newHostId, spoken } from "./host-process.ts";

/** Somebody else carries the run out. */
export class RunTaken extends Refused {}

/**
 * The run is this host's from here on, under a lease that nobody has had before. One lease at a time counts; that of a dead
 * process is passed over, and so is `ending`. Throws `RunTaken` where another holds.
 */
export async function takeRunAs(store: Store, run: Run, host: HostId, ending: Lease | null = null): Promise<Lease> {
  const holder = await store.hosts.holder(run.id);
  const lease = await store.hosts.take(run.id, host, holder !== null && !isAlive(holder) ? leaseOf(holder) : ending);
  if (lease !== null) return lease;
  throw new RunTaken("under-way", `${run.id} is running in ${holder ? spoken(holder) : "another process"}`, {
    remedies: [remedy("watch", { run: run.plan.id }, "shows how it goes")],
  });
}

/** The same for one command, which no host stands behind: `leaveRun` forgets both. */
export async function takeRun(store: Store, run: Run): Promise<Lease> {
  const me = { id: newHostId(), machine: machineName(), ...thisProcess() };
  await store.hosts.announce(me);
  try {
    return await takeRunAs(store, run, me.id);
  } catch (error) {
    await store.hosts.withdraw(me.id);
    throw error;
  }
}

/** Nobody carries the run out any more, as far as we are concerned. Never throws: what is lost here is found by its silence. */
export async function leaveRun(store: Store, run: RunId, lease: Lease): Promise<void> {
  await store.hosts.release(run, lease).catch(() => {});
  await store.hosts.withdraw(lease.host).catch(() => {});
}

const leaseOf = ({ id, epoch }: Holder): Lease => ({ host: id, epoch });

/** The process that carries a run out at this moment; null for nobody, and for one that is dead. */
export async function liveHolder(store: Store, run: RunId): Promise<Holder | null> {
  const holder = await store.hosts.holder(run);
  return holder !== null && isAlive(holder) ? holder : null;
}
