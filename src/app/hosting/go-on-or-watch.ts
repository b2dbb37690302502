import { takeUp } from "../../engine/questions/orders.ts";
import type { Run } from "../../record/run.ts";
import { openRepository } from "../opening/open-repository.ts";
import { personName } from "../opening/person.ts";
import { RunTaken } from "../runs/lease.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";
import { goOn, type Onlooker, type OpenedRun, type Standing, standingNow } from "./go-on.ts";
import { watchRun } from "./watch-run.ts";

type Going = { version: string; signal: AbortSignal; onlooker: Onlooker; after: number };

/**
 * Carries a run out like `goOn`. When somebody else was quicker it looks on instead: after an answer both the terminal that
 * asked and whoever answered elsewhere may want to go on, and only one can. `elsewhere`: the signal has ended the looking,
 * and the run goes on there.
 */
export async function goOnOrWatch(
  opened: OpenedRun,
  { onlooker, after, ...rest }: Going,
): Promise<Standing | "elsewhere"> {
  let seq = after;
  const seeing: Onlooker = {
    ...onlooker,
    event(event) {
      seq = event.seq;
      onlooker.event(event);
    },
  };
  try {
    return await goOn(opened, { ...rest, onlooker: seeing, after });
  } catch (error) {
    if (!(error instanceof RunTaken)) throw error;
    return await lookOn(opened, { onlooker: seeing, signal: rest.signal, lastSeen: () => seq });
  }
}

async function lookOn(
  { run, store }: OpenedRun,
  { onlooker, signal, lastSeen }: { onlooker: Onlooker; signal: AbortSignal; lastSeen(): number },
): Promise<Standing | "elsewhere"> {
  const opened = await openRepository(run.repository.top);
  try {
    const known = (await store.journal.read(run.id, 0)).filter(({ seq }) => seq <= lastSeen());
    const runs = { opened, store, close: store.close };
    await watchRun(runs, run, { known, onlooker, signal });
    if (signal.aborted) return "elsewhere";
    // Whoever was quicker may have halted before we looked.
    for (const event of await store.journal.read(run.id, lastSeen())) onlooker.event(event);
    return await standingNow({ run, store });
  } finally {
    opened.git.objects.close();
  }
}

/** Opens a run about which a person has just decided something, to go on with it. The caller closes the store. */
export async function takeUpOrdered(run: Run): Promise<OpenedRun> {
  const { opened, store } = await openRememberedRuns();
  opened.git.objects.close();
  try {
    await takeUp(store.journal, run, personName());
    return { run, store };
  } catch (error) {
    await store.close();
    throw error;
  }
}
