import { modeOf } from "../../plan/policies.ts";
import type { Review } from "../../ports/judge.ts";
import type { HowEdit, RunFact } from "../../record/run-event.ts";
import { inWords, permitted, tellJudged, withProgress } from "../plan-text/revise.ts";
import { attemptsOf } from "../state/attempts-of.ts";
import { stateOf } from "../state/journal-state.ts";
import { type RunState, stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { planOf, stepOf } from "../state/step-run.ts";
import { judgeOf } from "./ask-planner.ts";
import { askJudge, type Judged, notTaken, unheard } from "./judged.ts";

/**
 * Looks at work that has passed, before it is accepted: whether it has shown a gap in the architecture, and whether steps
 * that are to come have to go about it another way. What is proposed beyond that is refused, and a person is asked.
 */
export async function review(world: RunWorld, step: string): Promise<void> {
  const state = await stateOf(world);
  if (!isDue(state, step) || state.tip === null) return;
  const last = (await attemptsOf(world, state, step)).at(-1);
  const plan = withProgress(planOf(world.run), state);
  const { judge, notes } = judgeOf(world, state, {
    ...{ step, about: "checkpoint", head: state.tip, tree: last?.tree ?? state.tip },
  });
  const finished = { plan, step: stepOf(plan, step), said: last?.text ?? "", diff: last?.diff ?? "" };
  const judged = await askJudge(judge, step, () => judge.review(finished, world.signal));
  const isHeard = !world.signal.aborted;
  await tellJudged(world, (now) =>
    isHeard && isDue(now, step) ? [...notes, ...factsOf(world, now, judged)] : unheard(judged, "checkpoint"),
  );
}

function isDue(state: RunState, step: string): boolean {
  const { progress } = stepState(state, step);
  return state.status === "in-progress" && progress.status === "passed" && progress.review === "due";
}

function factsOf(world: RunWorld, state: RunState, { step, by, proposal, took }: Judged<Review>): RunFact[] {
  const reviewed = (told: string, result: string | null): RunFact & { type: "reviewed" } => ({
    ...{ type: "reviewed", step, by, told, result, change: null, ...took },
  });
  const refused = (told: string, oversteps: boolean): RunFact => ({
    ...{ type: "proposal-refused", step, about: "checkpoint", by, told, ...(oversteps && { oversteps }) },
  });
  const asking = (why: string, oversteps: boolean, told: string[]): RunFact[] => {
    const said = notTaken(why, oversteps);
    return [refused(why, oversteps), { ...reviewed(said, null), change: { edits: [], told: [said, ...told] } }];
  };
  if (!proposal.ok) {
    const { why, oversteps } = proposal;
    return oversteps ? asking(why, true, []) : [refused(why, false), reviewed("", null)];
  }
  const { told, result, decision, pending } = proposal.value;
  const edits: HowEdit[] = [
    ...(decision === null ? [] : [{ type: "decision", text: decision } as const]),
    ...pending.map((each) => ({ type: "how", ...each }) as const),
  ];
  if (edits.length === 0) return [reviewed(told, result)];
  const found = permitted(world, state, edits, { occasion: { at: "checkpoint" }, isApproved: false });
  if (!found.ok) return asking(found.told.join("; "), found.oversteps, inWords(edits));
  const words = inWords(edits);
  if (modeOf(planOf(world.run)) === "interactive") {
    return [{ ...reviewed(told, result), change: { edits, told: words } }];
  }
  const revision = { type: "revised", step, by, told: words, edits, revision: found.revision, commit: null } as const;
  return [reviewed(told, result), revision];
}
