import { modeOf } from "../../plan/policies.ts";
import type { TriageClass } from "../../plan/progress.ts";
import type { FailedAttempt, Triage } from "../../ports/judge.ts";
import type { HowEdit, RunFact } from "../../record/run-event.ts";
import { inWords, permitted, tellJudged, withProgress } from "../plan-text/revise.ts";
import { attemptsOf } from "../state/attempts-of.ts";
import { stateOf } from "../state/journal-state.ts";
import { type RunState, stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { planOf, stepOf } from "../state/step-run.ts";
import { judgeOf } from "./ask-planner.ts";
import { askJudge, type Judged, notTaken, unheard } from "./judged.ts";

/** Finds out what may change before the next attempt. What is proposed beyond that is refused, and a person is asked. */
export async function triage(world: RunWorld, step: string): Promise<void> {
  const state = await stateOf(world);
  if (!isDue(state, step) || state.tip === null) return;
  const attempts = await attemptsOf(world, state, step);
  const last = attempts.at(-1);
  const shown = { step, about: "triage", head: state.tip, tree: last?.tree ?? state.tip } as const;
  const plan = withProgress(planOf(world.run), state);
  const failed: FailedAttempt = {
    plan,
    step: stepOf(plan, step),
    attempts: attempts.map(({ number, verdict, text, contracts, diff }) => ({
      number,
      told: "told" in verdict ? verdict.told : verdict.is,
      said: text,
      output: contracts.map(({ command, exit, log }) => `$ ${command}\nexit ${exit}\n${log}`).join("\n"),
      diff,
    })),
    resets: stepState(state, step).progress.resets,
  };
  const { judge, notes } = judgeOf(world, state, shown);
  const judged = await askJudge(judge, step, () => judge.triage(failed, world.signal));
  // When a person has stopped the run, it is asked anew once it goes on.
  const isHeard = !world.signal.aborted;
  await tellJudged(world, (now) =>
    isHeard && isDue(now, step) ? [...notes, ...factsOf(world, now, judged)] : unheard(judged, "triage"),
  );
}

function isDue(state: RunState, step: string): boolean {
  const { progress } = stepState(state, step);
  return state.status === "in-progress" && progress.status === "failed" && progress.triage === "due";
}

function factsOf(world: RunWorld, state: RunState, { step, by, proposal, took }: Judged<Triage>): RunFact[] {
  const triaged = (as: TriageClass, told: string): RunFact & { type: "triaged" } => ({
    ...{ type: "triaged", step, class: as, by, told, change: null, ...took },
  });
  const refused = (told: string, oversteps: boolean): RunFact => ({
    ...{ type: "proposal-refused", step, about: "triage", by, told, ...(oversteps && { oversteps }) },
  });
  if (!proposal.ok) {
    // Nothing is lost by going on as if nobody had been asked; but what only a person may change, a person decides.
    const { why, oversteps } = proposal;
    if (!oversteps) return [refused(why, false), triaged(1, "the next worker is told what went wrong")];
    return [refused(why, true), { ...triaged(3, notTaken(why, true)), oversteps }];
  }
  const { value } = proposal;
  const edits = editsOf(value, step);
  if (edits.length === 0) return [triaged(value.class, value.told)];
  const occasion = { at: "triage", step, class: value.class } as const;
  const found = permitted(world, state, edits, { occasion, isApproved: false });
  if (!found.ok) {
    const { oversteps } = found;
    const why = found.told.join("; ");
    const told = [value.told, notTaken(why, oversteps), ...inWords(edits)].join("\n\n");
    return [refused(why, oversteps), { ...triaged(3, told), ...(oversteps && { oversteps }) }];
  }
  if (modeOf(planOf(world.run)) === "interactive") {
    return [{ ...triaged(value.class, value.told), change: { edits, told: inWords(edits) } }];
  }
  const told = inWords(edits);
  return [
    triaged(value.class, value.told),
    { type: "revised", step, by, told, edits, revision: found.revision, commit: null },
  ];
}

function editsOf({ how, decision, pending }: Triage, step: string): HowEdit[] {
  return [
    ...(decision === null ? [] : [{ type: "decision", text: decision } as const]),
    ...(how === null ? [] : [{ type: "how", step, how } as const]),
    ...pending.map((each) => ({ type: "how", ...each }) as const),
  ];
}
