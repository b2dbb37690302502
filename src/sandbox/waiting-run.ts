import { join } from "node:path";
import type { StartedProgram } from "../programs/program.ts";
import { quoted } from "../programs/quoted.ts";
import { startProgram } from "../programs/run-program.ts";
import { startOf } from "../std/process-start.ts";
import { writeOver } from "../std/write-over.ts";
import type { Cgroups, Group } from "./cgroups.ts";
import { type KeptFolders, keptFolders } from "./kept-folders.ts";
import { type KeptGroups, keptGroups } from "./kept-groups.ts";
import { OWN_ENVIRONMENT } from "./own-environment.ts";

/**
 * A process in groups of its own that waits to become a chain of programs. The kernel lets a process into a group only
 * after all processors have come to rest once, which takes 10 ms and more; so it is done before anybody needs it.
 */
export type WaitingRun = {
  group: Group;
  /** A folder for this run alone, in which the chain starts. */
  scratch: string;
  become(argv: readonly string[], stdin: "none" | "open"): StartedProgram;
  /** Ends it, should it still wait, and takes back what it was given. */
  remove(): Promise<void>;
};

export type WaitingRuns = {
  take(): Promise<WaitingRun>;
  /** Ends those that wait. Their folders are in `home` still, and nobody is busy there. */
  close(): Promise<void>;
};

/**
 * Where there are groups to be let into, a few always wait. The next ones are made when one that was taken is on its way:
 * until it has set itself up there is nothing else to do here. Each has its folder in `home`.
 */
export function waitingRuns(home: string, cgroups: Cgroups): WaitingRuns {
  const most = cgroups.memory !== null || cgroups.processes !== null ? AT_HAND : 0;
  const groups = keptGroups(cgroups);
  const folders = keptFolders(home);
  const start = (): Promise<Waiting> => startWaiting(folders, groups);
  const ready: Promise<Waiting>[] = [];
  let isClosed = false;
  const prepare = (): void => {
    while (!isClosed && ready.length < most) {
      const next = start();
      next.catch(() => {});
      ready.push(next);
    }
  };
  /** Null for one that could not be made beforehand: it is made when it is needed, and then says why it cannot. */
  const taken = async (): Promise<Waiting | null> => (await ready.shift()?.catch(() => null)) ?? null;
  prepare();
  return {
    async take() {
      const first = await taken();
      if (first?.hasEnded()) await first.remove();
      const waiting = first && !first.hasEnded() ? first : await start();
      return {
        ...waiting,
        become(argv, stdin) {
          setImmediate(prepare);
          return waiting.become(argv, stdin);
        },
      };
    },
    async close() {
      isClosed = true;
      await Promise.all(ready.splice(0).map(async (next) => (await next.catch(() => null))?.remove()));
      await Promise.all([groups.close(), folders.close()]);
    },
  };
}

/** A step needs two at nearly the same time: for its agent, and for what its contracts say beforehand. */
const AT_HAND = 2;

type Waiting = WaitingRun & { hasEnded(): boolean };

async function startWaiting(folders: KeptFolders, groups: KeptGroups): Promise<Waiting> {
  const scratch = folders.take();
  const group = groups.take();
  const takeAway = async (): Promise<void> => {
    await folders.giveBack(scratch, await groups.giveBack(group));
  };
  let started: StartedProgram;
  try {
    const argv = ["sh", "-c", SCRIPT, "sh", ...group.joinFiles];
    started = await startProgram({ argv, cwd: scratch, env: OWN_ENVIRONMENT, pipes: PIPES, life: [BUBBLEWRAPS] });
  } catch (error) {
    await takeAway();
    throw error;
  }
  const since = startOf(started.pid);
  const pipes = Object.keys(PIPES).map((number) => started.pipe(Number(number)));
  // Nobody is kept alive by what merely waits.
  for (const pipe of pipes) pipe.unref();
  return {
    group,
    scratch,
    hasEnded: () => since === null || startOf(started.pid) !== since,
    become(words, stdin) {
      for (const pipe of pipes) pipe.ref();
      const input = stdin === "none" ? " </dev/null" : "";
      writeOver(join(scratch, "chain"), `exec ${words.map(quoted).join(" ")} 7<&-${input}\n`);
      if (stdin === "none") started.pipe(0).destroy();
      started.pipe(GO).end("\n");
      return started;
    },
    async remove() {
      for (const pipe of pipes) pipe.destroy();
      await started.exit;
      await takeAway();
    },
  };
}

/** Numbers of its open files, beside input, output and errors; see `supervise.ts` and `chain.ts`. */
const BUBBLEWRAPS = 4;
const GO = 7;
const PIPES = { 0: "to", 1: "from", 2: "from", 3: "from", [BUBBLEWRAPS]: "from", 6: "to", [GO]: "to" } as const;

/** Without an answer whoever made it is gone, or has no use for it. */
const SCRIPT = 'for file; do echo $$ > "$file" || exit 125; done; read -r _ <&7 || exit 125; . ./chain';
