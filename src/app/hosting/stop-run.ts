import { cancel, pause } from "../../engine/questions/orders.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import { takeRunFolder } from "../../engine/state/run-folder.ts";
import type { RunState } from "../../engine/state/run-state.ts";
import { closeLeft } from "../../engine/work/close-attempt.ts";
import { keepOpenWork } from "../../engine/work/keep-open-work.ts";
import type { Store } from "../../ports/store.ts";
import { openSigner } from "../../receipts/signing-key.ts";
import type { Run } from "../../record/run.ts";
import { leaveOwnFolder } from "../../workspace/folders/own-folder.ts";
import type { Scene } from "../opening/scene.ts";
import { spoken } from "../runs/host-process.ts";
import { leaveRun, liveHolder, takeRun } from "../runs/lease.ts";
import { findRun, type OpenedRuns } from "../runs/open-runs.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";

export type StopOrder = "pause" | "pause-now" | "cancel";

/**
 * A run that was told to stop. `by` carried it out then; `hasStopped` says whether it has let go of it. `kept` are the
 * branches of what had passed and was not accepted when it was cancelled, `accepted` how many steps are done.
 */
export type StoppedRun = { run: Run; by: string | null; hasStopped: boolean; kept: string[]; accepted: number };

/**
 * Tells a run to stop, and waits a moment for whoever carries it out, unless that may end its attempt first. An attempt
 * that a dead process has left in a cancelled run is closed here: nobody else will come by.
 */
export async function stopRun(scene: Scene, name: string | undefined, order: StopOrder): Promise<StoppedRun> {
  const runs = await openRememberedRuns(scene);
  const run = await findRun(runs, name, { do: order === "cancel" ? "cancel" : "pause", with: {} });
  const { store } = runs;
  const state = await currentState(store.journal, run.id);
  const holder = await liveHolder(store, run.id);
  if (order !== "cancel") await pause(store.journal, run, scene.person, order === "pause-now");
  // Cancelled before, by somebody who could not wait for its end.
  else if (!(state.status === "draft" && isOpen(state))) await cancel(store.journal, run, scene.person);
  const by = holder && spoken(holder);
  const hasStopped = by === null || (order !== "pause" && (await isReleased(store, run, state.seq)));
  const kept = order === "cancel" && (await liveHolder(store, run.id)) === null ? await keepAll(scene, runs, run) : [];
  return { run, by, hasStopped, kept, accepted: await acceptedIn(store, run) };
}

/** Nothing that agents have done is lost with the run. */
async function keepAll(scene: Scene, { store, opened: { git, home } }: OpenedRuns, run: Run): Promise<string[]> {
  await closeWhatIsLeft(scene, store, run);
  return keepOpenWork({ run, store, git, signer: openSigner(home.keys) });
}

async function acceptedIn({ journal }: Store, { id }: Run): Promise<number> {
  const { steps } = await currentState(journal, id);
  return [...steps.values()].filter(({ progress }) => progress.status === "done").length;
}

const PATIENCE = 15_000;

async function isReleased(store: Store, run: Run, after: number): Promise<boolean> {
  for await (const event of store.journal.follow(run.id, after, AbortSignal.timeout(PATIENCE))) {
    if (event.type === "released") return true;
  }
  return false;
}

const isOpen = ({ steps }: RunState): boolean =>
  [...steps.values()].some(({ progress }) => progress.status === "active");

/** Closes the attempt that a cancelled run still shows as under way; what it left is kept on a branch of its own. */
export async function closeWhatIsLeft(scene: Scene, store: Store, run: Run): Promise<void> {
  if (!isOpen(await currentState(store.journal, run.id))) return;
  const { git, home, folder } = await scene.repository(run.repository.top);
  const lease = await takeRun(store, run);
  try {
    const { branch, inPlace } = run;
    const own = await takeRunFolder(folder, run, lease);
    await closeLeft({
      planner: null,
      run,
      lease,
      store,
      step: { plan: run.plan, git, branch, inPlace, folder: own, signer: openSigner(home.keys) },
    }).finally(() => leaveOwnFolder(own));
  } finally {
    await leaveRun(store, run.id, lease);
  }
}
