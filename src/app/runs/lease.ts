import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { HostProcess, Store } from "../../ports/store.ts";
import type { HostId, Run, RunId } from "../../record/run.ts";
import { bootId, isRunning, thisProcess } from "../../std/process-mark.ts";
import { Refused, remedy } from "../../std/refusal.ts";

/** Somebody else carries the run out. */
export class RunTaken extends Refused {}

/**
 * The run is ours from here on. One process at a time carries a run out; one that is dead is passed over. Throws `RunTaken`
 * where another lives.
 */
export async function takeRun(store: Store, run: Run): Promise<HostId> {
  const { pid, started } = thisProcess();
  const me: HostProcess = {
    id: `${hostname()}-${pid}-${randomUUID().slice(0, 8)}`,
    machine: machineName(),
    pid,
    started,
  };
  await store.hosts.announce(me);
  const holder = await store.hosts.holder(run.id);
  if (!(await store.hosts.take(run.id, me.id, holder !== null && !isAlive(holder) ? holder.id : null))) {
    await store.hosts.withdraw(me.id);
    throw new RunTaken("under-way", `${run.id} is running in ${holder ? spoken(holder) : "another process"}`, {
      remedies: [remedy("watch", { run: run.plan.id }, "shows how it goes")],
    });
  }
  return me.id;
}

/** Nobody carries the run out any more, as far as we are concerned. Never throws: what is lost here is found by its silence. */
export async function leaveRun(store: Store, run: RunId, host: HostId): Promise<void> {
  await store.hosts.release(run, host).catch(() => {});
  await store.hosts.withdraw(host).catch(() => {});
}

type Holder = HostProcess & { silent: number };

/** The process that carries a run out at this moment; null for nobody, and for one that is dead. */
export async function liveHolder(store: Store, run: RunId): Promise<Holder | null> {
  const holder = await store.hosts.holder(run);
  return holder !== null && isAlive(holder) ? holder : null;
}

/** One on this machine is looked for; of one elsewhere only its signs of life are known. */
const isAlive = (holder: Holder): boolean =>
  holder.machine === machineName() ? isRunning(holder) : holder.silent <= SILENT_SECONDS;

const SILENT_SECONDS = 30;

/**
 * Where a process can be looked for by its number. The same machine after a restart is another one, since no process of
 * before is alive; and so is each container on it, since none sees the processes of the others.
 */
const machineName = (): string => `${hostname()} ${bootId()} ${processNamespace()}`;

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has them.
    return "";
  }
}

/** A process as people are told about it. */
export const spoken = ({ pid, machine }: HostProcess): string =>
  `process ${pid}${machine === machineName() ? "" : ` on ${machine.split(" ")[0]}`}`;
