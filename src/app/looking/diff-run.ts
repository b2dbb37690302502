import { currentState } from "../../engine/state/journal-state.ts";
import { keysOf, type Outcome } from "../../engine/state/outcome.ts";
import { stepState } from "../../engine/state/run-state.ts";
import type { Step } from "../../plan/model.ts";
import type { Run } from "../../record/run.ts";
import type { RunEvent } from "../../record/run-event.ts";
import { type Advice, Refused, remedy } from "../../std/refusal.ts";
import { historyOf } from "../../workspace/history/history.ts";
import type { Scene } from "../opening/scene.ts";
import { latestRunAndStep } from "../runs/latest-run.ts";
import type { OpenedRuns } from "../runs/open-runs.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";

/** `binary`: also what is no text is in the patch, so that git can apply it; a person has no use for that. */
export type DiffOptions = { names: readonly string[]; plan: boolean; color: boolean; binary: boolean };

/**
 * `about` says what was compared, for a person. The patch is git's, byte for byte. `open` is what steps have left that are
 * not accepted, and so is not in it, in words.
 */
export type Diff = { about: string; patch: Uint8Array; open: Advice[] };

/** What a run has changed, or what one of its steps has: its accepted work, or else what its last attempt left. */
export async function diffRun(scene: Scene, { names, plan, color, binary }: DiffOptions): Promise<Diff> {
  const runs = await openRememberedRuns(scene);
  const { run, step } = await latestRunAndStep(runs, names, { do: "diff", with: {} });
  const { about, from, to } = await (step ? sidesOfStep(runs, run, step, plan) : sidesOfRun(runs, run));
  const how = ["-r", "-p", "-M", "--no-ext-diff", "--no-textconv", color ? "--color=always" : "--no-color"];
  if (binary) how.push("--binary");
  const paths = plan ? [] : ["--", ".", ":(exclude).plan"];
  // Our git takes paths as they are, unless it is told that these are patterns.
  const env = { GIT_LITERAL_PATHSPECS: "0" };
  const { stdout } = await runs.opened.git.run(["diff-tree", ...how, from, to, ...paths], { env });
  return { about, patch: stdout, open: step === null ? await openWork(runs, run) : [] };
}

/** Somebody who waits for a step looks for its work here, and it lies with the step. */
async function openWork({ store }: OpenedRuns, run: Run): Promise<Advice[]> {
  const state = await currentState(store.journal, run.id);
  const told = run.plan.steps.map(async ({ id, number }): Promise<Advice[]> => {
    const { progress, leg } = stepState(state, id);
    if (progress.status === "done") return [];
    if (progress.status === "active") return [{ message: `step ${number} is being worked on`, remedies: [] }];
    const key = keysOf({ step: id, attempt: progress.attempts, leg });
    const outcome = await store.journal.find<Outcome>(run.id, key.outcome);
    if (!outcome || outcome.tree === null) return [];
    return [
      {
        message: `what attempt ${progress.attempts} at step ${number} left is not accepted`,
        remedies: [remedy("diff", { run: run.plan.id, step: `${number}` }, "shows it")],
      },
    ];
  });
  return (await Promise.all(told)).flat();
}

type Sides = { about: string; from: string; to: string };

async function sidesOfRun({ opened, store }: OpenedRuns, run: Run): Promise<Sides> {
  const { tip } = await currentState(store.journal, run.id);
  const to = (await historyOf(opened.git).resolve(run.branch)) ?? tip;
  const name = run.branch.replace("refs/heads/", "");
  return { about: `${name} since ${run.base.slice(0, 10)}`, from: run.base, to: to ?? run.base };
}

async function sidesOfStep({ opened, store }: OpenedRuns, run: Run, step: Step, plan: boolean): Promise<Sides> {
  const { progress, leg } = stepState(await currentState(store.journal, run.id), step.id);
  const name = `step ${step.number}`;
  switch (progress.status) {
    case "done": {
      const { dev, accepted } = acceptance(await store.journal.read(run.id, 0), step);
      const history = historyOf(opened.git);
      const before = dev === null ? null : await history.resolve(`${dev}^`);
      if (dev === null || before === null)
        throw new Refused("nothing-there", `${name} was left out, so it changed nothing`);
      return { about: `${name} as it was accepted`, from: before, to: plan ? accepted : dev };
    }
    case "active":
      throw new Refused("under-way", `${name} is being worked on`, {
        remedies: [remedy("open", { run: run.plan.id }, "shows where")],
      });
    default: {
      const key = keysOf({ step: step.id, attempt: progress.attempts, leg });
      const outcome = await store.journal.find<Outcome>(run.id, key.outcome);
      if (!outcome || outcome.tree === null) throw new Refused("nothing-there", `${name} has not left anything yet`);
      return { about: `what attempt ${progress.attempts} at ${name} left`, from: outcome.base, to: outcome.tree };
    }
  }
}

/** The commits of an accepted step; `dev` is null for one that was left out. */
function acceptance(events: readonly RunEvent[], { id }: Step): { dev: string | null; accepted: string } {
  const last = events.findLast(
    (event) => (event.type === "step-accepted" || event.type === "step-skipped") && event.step === id,
  );
  if (last?.type === "step-accepted") return last;
  return { dev: null, accepted: last?.type === "step-skipped" ? last.commit : "" };
}
