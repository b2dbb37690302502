import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command, Egress, Offers, Policy, Proc, Sandbox } from "../ports/sandbox.ts";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";
import { sweepCgroups } from "./cgroups.ts";
import { chainOf } from "./chain.ts";
import { type HostList, readHosts } from "./egress/host-list.ts";
import { type OpenEgress, openEgress } from "./egress/open-egress.ts";
import type { ProxyVariables } from "./egress/person-proxy.ts";
import { endedProc } from "./ended-proc.ts";
import { type Layer, planLayers } from "./layers.ts";
import { lookAtMachine } from "./look-at-machine.ts";
import { type RunWatch, watchRun } from "./run-watch.ts";
import { SandboxError } from "./sandbox-error.ts";
import { makeScratch, removeTree, sweepScratch } from "./scratch.ts";
import { supervise } from "./supervise.ts";
import { systemCallFilter } from "./system-calls.ts";
import { copySettings, systemFolders } from "./system-folders.ts";
import { prepareThrowAway } from "./throw-away.ts";
import { checkSecrets, variablesOf } from "./variables.ts";
import { type WaitingRuns, waitingRuns } from "./waiting-run.ts";

export type SandboxOptions = {
  /** A folder of ours for what runs need; made when it is missing. What dead processes left in it is removed. */
  scratchRoot: string;
  /** Emptied in every run, whatever its policy says. */
  hidden: readonly string[];
  /** The person's variables that say by which proxy this machine reaches others. */
  proxies?: ProxyVariables;
  /** Who programs think they are; the person who runs us, unless told. */
  uid?: number;
};

/** Programs held by bubblewrap. `close` removes what is kept between runs; no run may be left then. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox & { close(): Promise<void> }> {
  mkdirSync(options.scratchRoot, { recursive: true, mode: 0o700 });
  const scratchRoot = realpathSync(options.scratchRoot);
  await sweepScratch(scratchRoot);
  const home = makeScratch(scratchRoot);
  try {
    // Programs are tried out while we copy. Should that fail, nobody asks any more what they said.
    const looking = lookAtMachine(home);
    looking.catch(() => {});
    const system = systemFolders();
    const etc = join(home, "etc");
    const emptyFile = join(home, "empty");
    const filter = join(home, "system-calls");
    const largeSettings = copySettings(etc);
    writeFileSync(emptyFile, "", { mode: 0o444 });
    writeFileSync(filter, systemCallFilter());
    const { offers, cgroups, bubblewrap } = await looking;
    sweepCgroups(cgroups);
    const user = { uid: options.uid ?? process.getuid?.() ?? 0, gid: options.uid ?? process.getgid?.() ?? 0 };
    const waiting = waitingRuns(home, cgroups);
    const machine: Machine = {
      ...{ offers, waiting, bubblewrap, ...user },
      ...{ system, etc, largeSettings, emptyFile, filter },
      ...{ hidden: options.hidden, proxies: options.proxies ?? {} },
    };
    return {
      offers,
      start: (command, policy, signal) => start(command, policy, signal, machine),
      async close() {
        await waiting.close();
        await removeTree(home);
      },
    };
  } catch (error) {
    await removeTree(home);
    throw error;
  }
}

type Machine = {
  offers: Offers;
  waiting: WaitingRuns;
  bubblewrap: string;
  hidden: readonly string[];
  proxies: ProxyVariables;
  system: ReturnType<typeof systemFolders>;
  etc: string;
  largeSettings: readonly string[];
  emptyFile: string;
  filter: string;
  uid: number;
  gid: number;
};

async function start(command: Command, policy: Policy, signal: AbortSignal, machine: Machine): Promise<Proc> {
  const { offers } = machine;
  if (!offers.isHolding) throw new SandboxError("not-holding", refusal(offers));
  const { layers, slots } = planLayers(policy, { system: machine.system.shown, hidden: machine.hidden });
  const { network, limits, tools } = policy;
  const few = typeof network === "object" ? { hosts: hostsOf(network), refused: network.refused } : null;
  checkSecrets(command);
  if (signal.aborted) return endedProc({ kind: "stopped", by: "caller" });

  const run = await machine.waiting.take();
  let egress: OpenEgress | null = null;
  let watch: RunWatch | null = null;
  const cleanUp = async (): Promise<void> => {
    try {
      await egress?.close();
    } finally {
      // It would keep us alive.
      await watch?.end();
    }
    await run.remove();
  };
  try {
    if (few !== null) egress = await openEgress(few.hosts, few.refused, run.scratch, machine.proxies);
    const variables = variablesOf(command, tools, { HOME: "/tmp/home", TMPDIR: "/tmp", ...egress?.variables });
    run.group.limit({ ...limits, processes: limits.processes + (egress?.processes ?? 0) });
    const { places, overlays } = prepareThrowAway(slots, run.scratch, offers.overlay);
    const watched = policy.watch && placeAt(policy.watch.at, layers, places);
    if (policy.watch && watched) watch = watchRun(policy.watch, watched, run.scratch);
    const inside = { ...machine, places, layers, variables, egress };
    const argv = chainOf({
      limits,
      isMemoryPerProcess: offers.memory === "per-process",
      inherited: [],
      filter: machine.filter,
      overlays,
      next: [machine.bubblewrap, ...bubblewrapArguments(command, policy, inside)],
    });
    return await supervise(
      {
        start: async () => run.become(argv, command.stdin),
        beforeProgram: async (pid) => watch?.begin(pid),
        stdin: command.stdin,
        secrets: variables.secrets,
        limits,
        disk: run.scratch,
        hasRunOutOfMemory: run.group.hasRunOutOfMemory,
        cleanUp,
      },
      signal,
    );
  } catch (error) {
    await cleanUp();
    if (error instanceof SandboxError) throw error;
    throw new SandboxError("start", `cannot set the sandbox up: ${(error as Error).message}`, { cause: error });
  }
}

/** Where a throw-away mount lies in the scratch folder. */
function placeAt(at: string, layers: readonly Layer[], places: readonly string[]): string | undefined {
  const layer = layers.find((each) => each.kind === "throw-away" && each.at === at);
  return layer?.kind === "throw-away" ? `${places[layer.slot]}${layer.within}` : undefined;
}

function hostsOf({ hosts }: Egress): HostList {
  const reading = readHosts(hosts);
  if (!reading.ok) throw new SandboxError("policy", reading.reason);
  return reading.list;
}

const refusal = ({ trouble }: Offers): string =>
  ["programs cannot be sandboxed here", ...trouble.map(({ cause, remedy }) => `${cause}; try: ${remedy}`)].join(": ");
