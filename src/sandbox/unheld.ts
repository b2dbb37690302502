import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Command, Offers, Policy, Proc, Sandbox } from "../ports/sandbox.ts";
import { fifoSupply } from "../programs/fifos.ts";
import { runProgram } from "../programs/run-program.ts";
import { startDirectly } from "../programs/start-directly.ts";
import { asProgram, chainOf } from "./chain.ts";
import { endedProc } from "./ended-proc.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { OWN_ENVIRONMENT } from "./own-environment.ts";
import { SandboxError } from "./sandbox-error.ts";
import { makeScratch, removeTree, sweepScratch } from "./scratch.ts";
import { supervise } from "./supervise.ts";
import { checkSecrets, variablesOf } from "./variables.ts";

/**
 * For a person who has said `sandbox: off`, outside the repository. Programs run as that person and see the whole
 * machine. Held are only time, output, and per process the size of files and memory; a process that leaves its group
 * (`setsid`) outlives its program. A throw-away mount is the folder itself, and whoever asks for one restores it. Every
 * network is the machine's own.
 */
export async function openUnheld(options: { scratchRoot: string }): Promise<Sandbox & { close(): Promise<void> }> {
  mkdirSync(options.scratchRoot, { recursive: true, mode: 0o700 });
  const scratchRoot = realpathSync(options.scratchRoot);
  await sweepScratch(scratchRoot);
  const home = makeScratch(scratchRoot);
  const machine = { scratchRoot, newFifo: fifoSupply(home, makeFifos), inherited: await inheritedDescriptors() };
  return {
    offers: OFFERS,
    start: (command, policy, signal) => start(command, policy, signal, machine),
    close: () => removeTree(home),
  };
}

const OFFERS: Offers = {
  isHolding: false,
  mechanism: "none",
  overlay: false,
  memory: process.platform === "linux" ? "per-process" : "none",
  processes: "none",
  unwatched: { cause: "the sandbox is switched off", remedy: "take `sandbox: off` out of your settings" },
  trouble: [{ cause: "the sandbox is switched off", remedy: "take `sandbox: off` out of your settings" }],
};

type Machine = { scratchRoot: string; newFifo: () => Promise<string>; inherited: readonly number[] };

async function start(command: Command, policy: Policy, signal: AbortSignal, machine: Machine): Promise<Proc> {
  const moved = policy.mounts.find(({ show, at }) => show !== at);
  if (moved) {
    throw new SandboxError("policy", `cannot show ${moved.show} at ${moved.at}: the sandbox is switched off`);
  }
  checkSecrets(command);
  if (signal.aborted) return endedProc({ kind: "stopped", by: "caller" });
  const scratch = makeScratch(machine.scratchRoot);
  mkdirSync(join(scratch, "home"));
  const { limits, tools } = policy;
  // An empty HOME, so that what runs here does not depend on the person's own settings more than it must.
  const { env, secrets } = variablesOf(command, tools, { HOME: join(scratch, "home"), TMPDIR: scratch });
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const asIs = asProgram(command.argv, { mostProcesses: null, hasSecrets: secrets !== "" });
  const argv = chainOf({
    limits,
    isMemoryPerProcess: OFFERS.memory === "per-process",
    overlays: [],
    inherited: machine.inherited,
    filter: null,
    next: [...WITH_US, "env", "-i", ...words, ...asIs],
  });
  return supervise(
    {
      start: (pipes) => startDirectly({ argv, cwd: command.cwd, env: OWN_ENVIRONMENT, pipes }, machine.newFifo),
      stdin: command.stdin,
      secrets,
      limits,
      disk: machine.scratchRoot,
      hasRunOutOfMemory: () => false,
      cleanUp: () => removeTree(scratch),
    },
    signal,
  );
}

async function makeFifos(paths: readonly string[]): Promise<void> {
  const { status, stderr } = await runProgram(["mkfifo", "-m", "600", ...paths], { cwd: "/", env: OWN_ENVIRONMENT });
  if (status !== 0) throw new SandboxError("start", `cannot make pipes: ${stderr.toString("utf8").trim()}`);
}

/** The program itself dies with us; what it has started is not told. */
const WITH_US = process.platform === "linux" ? ["setpriv", "--pdeathsig", "KILL"] : [];
