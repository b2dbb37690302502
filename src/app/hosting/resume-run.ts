import { takeUp } from "../../engine/questions/orders.ts";
import type { Mode } from "../../plan/words.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { chosenAgent } from "../agents/agents-of-plan.ts";
import type { Scene } from "../opening/scene.ts";
import { spoken } from "../runs/host-process.ts";
import { liveHolder } from "../runs/lease.ts";
import { findRun } from "../runs/open-runs.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";
import { type OpenedRun, type Standing, standingNow } from "./go-on.ts";

/** A run that may go on. `waiting` is not null when nothing can be done before somebody answers. */
export type ResumedRun = OpenedRun & { waiting: Standing | null };

/** Takes a run up again: after a pause, a crash, an answer, or when the plan has failed. Mode and agent are for this time only. */
export async function resumeRun(
  scene: Scene,
  name: string | undefined,
  { mode, agent }: { mode: Mode | null; agent: string | null },
  told: (line: string) => void,
): Promise<ResumedRun> {
  const runs = await openRememberedRuns(scene, told);
  const { store } = runs;
  const found = await findRun(runs, name, { do: "resume", with: {} });
  const holder = await liveHolder(store, found.id);
  if (holder) {
    const { id } = found.plan;
    throw new Refused("under-way", `${id} is running in ${spoken(holder)}`, {
      remedies: [remedy("watch", { run: id }, "shows how it goes")],
    });
  }
  await takeUp(store.journal, found, scene.person);
  const other = agent === null ? {} : { agent: chosenAgent(agent), agents: {}, from: scene.cwd };
  const run = { ...found, ...other, mode: mode ?? found.mode };
  return { run, store, waiting: await waitingFor({ run, store }) };
}

/** Known without a sandbox, a tree or a workflow: the journal says it. */
export async function waitingFor(opened: OpenedRun): Promise<Standing | null> {
  const standing = await standingNow(opened);
  return standing.halt === "waiting" ? standing : null;
}
