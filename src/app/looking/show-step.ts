import { existsSync, readFileSync } from "node:fs";
import { promptFile } from "../../engine/sessions/transcript.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import { keysOf, type Worked } from "../../engine/state/outcome.ts";
import { runFolder } from "../../engine/state/run-folder.ts";
import { stepState } from "../../engine/state/run-state.ts";
import type { Step } from "../../plan/model.ts";
import type { StepProgress } from "../../plan/progress.ts";
import type { Run } from "../../record/run.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import type { Scene } from "../opening/scene.ts";
import { latestRunAndStep } from "../runs/latest-run.ts";
import type { OpenedRuns } from "../runs/open-runs.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";

/** One step of a run as it was approved, how far it has come, and what each of its workers was told. */
export type ShownStep = { run: Run; step: Step; status: StepProgress["status"]; prompts: SentPrompt[] };

/** The very text that went to an agent in one leg of an attempt; null when nothing is kept of it. */
export type SentPrompt = { attempt: number; leg: number; agent: string; text: string | null };

/** `names` are a run and a step in either order, or a step of the latest run; `attempt` picks one attempt. */
export async function showStep(scene: Scene, names: readonly string[], attempt: number | null): Promise<ShownStep> {
  const runs = await openRememberedRuns(scene);
  const { run, step } = await latestRunAndStep(runs, names, { do: "show", with: {} });
  if (step === null) {
    const { id } = run.plan;
    throw new Refused("incomplete", "name a step", {
      remedies: [
        remedy("show", { run: id, step: "1" }, "shows the first"),
        remedy("status", { run: id }, "shows the run"),
      ],
    });
  }
  const { progress } = stepState(await currentState(runs.store.journal, run.id), step.id);
  const begun = (await runs.store.journal.read(run.id, 0))
    .filter((event) => event.type === "attempt-started")
    .filter((event) => event.step === step.id && (attempt === null || event.attempt === attempt));
  if (attempt !== null && begun.length === 0)
    throw new Refused("no-step", `step ${step.number} has no attempt ${attempt}`);
  const prompts = begun.map(async ({ attempt, leg, agent }): Promise<SentPrompt> => {
    const text = await promptSent(runs, run, { step: step.id, attempt, leg });
    return { attempt, leg, agent, text };
  });
  return { run, step, status: progress.status, prompts: await Promise.all(prompts) };
}

type Key = { step: string; attempt: number; leg: number };

/** The journal keeps it with the work; of work that has not ended, or that nobody saw end, there is a file. */
async function promptSent({ opened, store }: OpenedRuns, run: Run, key: Key): Promise<string | null> {
  const worked = await store.journal.find<Worked>(run.id, keysOf(key).worked);
  if (worked?.status === "worked") return worked.item.input.prompt;
  const file = promptFile(runFolder(opened.folder, run), { run: run.id, ...key });
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
