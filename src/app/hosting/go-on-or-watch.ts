import { takeUp } from "../../engine/questions/orders.ts";
import type { Run } from "../../record/run.ts";
import type { Scene } from "../opening/scene.ts";
import { RunTaken } from "../runs/lease.ts";
import { goOn, type Onlooker, type OpenedRun, type Standing, standingNow } from "./go-on.ts";
import { watchRun } from "./watch-run.ts";

type Going = { version: string; signal: AbortSignal; onlooker: Onlooker; after: number };

/**
 * Carries a run out like `goOn`. When somebody else was quicker it looks on instead: after an answer both the terminal that
 * asked and whoever answered elsewhere may want to go on, and only one can. `elsewhere`: the signal has ended the looking,
 * and the run goes on there.
 */
export async function goOnOrWatch(
  scene: Scene,
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
    return await goOn(scene, opened, { ...rest, onlooker: seeing, after });
  } catch (error) {
    if (!(error instanceof RunTaken)) throw error;
    return await lookOn(scene, opened, { onlooker: seeing, signal: rest.signal, lastSeen: () => seq });
  }
}

async function lookOn(
  scene: Scene,
  { run, store }: OpenedRun,
  { onlooker, signal, lastSeen }: { onlooker: Onlooker; signal: AbortSignal; lastSeen(): number },
): Promise<Standing | "elsewhere"> {
  const opened = await scene.repository(run.repository.top);
  const known = (await store.journal.read(run.id, 0)).filter(({ seq }) => seq <= lastSeen());
  const runs = { opened, store };
  await watchRun(runs, run, { known, onlooker, signal });
  if (signal.aborted) return "elsewhere";
  // Whoever was quicker may have halted before we looked.
  for (const event of await store.journal.read(run.id, lastSeen())) onlooker.event(event);
  return await standingNow({ run, store });
}

/** Opens a run about which a person has just decided something, to go on with it. */
export async function takeUpOrdered(scene: Scene, run: Run): Promise<OpenedRun> {
  const store = await scene.store();
  await takeUp(store.journal, run, scene.person);
  return { run, store };
}
