import { closeSync, openSync, readSync } from "node:fs";
import type { AttemptKey, Run } from "../../record/run.ts";
import type { Halt, RunEvent } from "../../record/run-event.ts";
import { transcriptPath } from "../looking/log-run.ts";
import { spoken } from "../runs/host-process.ts";
import { liveHolder } from "../runs/lease.ts";
import type { OpenedRuns } from "../runs/open-runs.ts";
import type { Onlooker, Standing } from "./go-on.ts";
import { standingAfter, standingNow } from "./go-on.ts";

/**
 * Looks on while another process carries a run out, until it halts, nobody is left who carries it out, or the signal.
 * `known` are the events that the onlooker has seen already.
 */
export async function watchRun(
  runs: OpenedRuns,
  run: Run,
  { known, onlooker, signal }: { known: readonly RunEvent[]; onlooker: Onlooker; signal: AbortSignal },
): Promise<Standing> {
  const { store } = runs;
  const stop = new AbortController();
  let key = known.reduce(attemptAfter, null);
  let halt: Halt = "stopped";
  const tail = tailOf((of) => transcriptPath(runs, run, of), onlooker);
  const look = (): void => (key === null ? undefined : tail(key));
  const looking = setInterval(look, 200);
  const calling = setInterval(() => {
    // A host that was killed says nothing any more.
    void liveHolder(store, run.id).then(
      (holder) => holder ?? stop.abort(),
      () => {},
    );
  }, 2000);
  try {
    const holder = await liveHolder(store, run.id);
    if (holder === null) return await standingNow({ run, store });
    onlooker.line(`${run.plan.id} is running in ${spoken(holder)}`);
    const after = known.at(-1)?.seq ?? 0;
    for await (const event of store.journal.follow(run.id, after, AbortSignal.any([signal, stop.signal]))) {
      look();
      key = attemptAfter(key, event);
      onlooker.event(event);
      if (event.type !== "released") continue;
      halt = event.why;
      break;
    }
    return await standingAfter({ run, store }, halt);
  } finally {
    clearInterval(looking);
    clearInterval(calling);
  }
}

type Key = Omit<AttemptKey, "run">;

/** The attempt that is under way. */
function attemptAfter(now: Key | null, event: RunEvent): Key | null {
  if (event.type === "attempt-started") {
    const { step, phase, round, attempt, leg } = event;
    return { step, phase, round, attempt, leg };
  }
  return event.type === "worker-ended" ? null : now;
}

/** Hands on what was added to a transcript since the last time; a new one is told from its beginning. */
function tailOf(fileOf: (key: Key) => string, onlooker: Onlooker): (key: Key) => void {
  let file = "";
  let read = 0;
  const room = Buffer.alloc(64 * 1024);
  return (key) => {
    const path = fileOf(key);
    if (path !== file) [file, read] = [path, 0];
    try {
      const open = openSync(path, "r");
      try {
        for (let more = 1; more > 0; ) {
          more = readSync(open, room, 0, room.length, read);
          read += more;
          if (more > 0) onlooker.output(key, Buffer.from(room.subarray(0, more)));
        }
      } finally {
        closeSync(open);
      }
    } catch {
      // Not there yet, or on another machine: the journal is shown all the same.
    }
  };
}
