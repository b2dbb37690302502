import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Holder, HostProcess } from "../../ports/store.ts";
import type { HostId } from "../../record/run.ts";
import { bootId, isRunning } from "../../std/process-mark.ts";

export const newHostId = (): HostId => `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;

/** One on this machine is looked for; of one elsewhere only its signs of life are known. */
export const isAlive = (holder: Holder): boolean =>
  holder.machine === machineName() ? isRunning(holder) : holder.silent <= SILENT_SECONDS;

const SILENT_SECONDS = 30;

/**
 * Where a process can be looked for by its number. The same machine after a restart is another one, since no process of
 * before is alive; and so is each container on it, since none sees the processes of the others.
 */
export const machineName = (): string => `${hostname()} ${bootId()} ${processNamespace()}`;

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
