import { canBeAsked, type Matter } from "../../plan/progress.ts";
import { deleteAttempts } from "../../workspace/history/debug-branches.ts";
import { attemptsOf } from "../state/attempts-of.ts";
import { append, stateOf } from "../state/journal-state.ts";
import { stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { stepOf } from "../state/step-run.ts";
import { questionAbout } from "./questions.ts";

/** Asks a person about a step. Nothing is decided until somebody answers; asking twice is asking once. */
export async function ask(world: RunWorld, id: string, over: Matter): Promise<void> {
  const { run } = world;
  const step = stepOf(run.plan, id);
  const state = await stateOf(world);
  const attempts = await attemptsOf(world, state, id);
  const number = state.seq + 1;
  await append(world, null, (now) => {
    // Asked before a crash, and perhaps answered since; or somebody has decided otherwise meanwhile.
    const isDue = now.seq === state.seq && canBeAsked(stepState(now, id).progress, over);
    if (!isDue) return { facts: [], value: null };
    const { change, expansion, findings: found, isOverstepped } = stepState(now, id);
    const findings = FAILURES.has(over) ? found : [];
    const steps = expansion === null || expansion === "refused" ? [] : expansion.told;
    const proposed = over === "template" ? steps : CHANGES.has(over) ? (change?.told ?? []) : [];
    // A change without edits only says why there is nothing to take.
    const isNothing = over === "checkpoint" && change?.edits.length === 0;
    const about = { run: run.id, plan: run.plan, step, over, attempts, proposed, findings };
    const refused = isNothing || (over === "what" && isOverstepped);
    const question = questionAbout({ ...about, isRefused: refused, id: `${run.id}:${number}` });
    return { facts: [{ type: "asked", step: id, question }], value: null };
  });
  if (over === "exhausted") await deleteAttempts(world.step.git, { plan: run.plan.id, task: step.number }, "last");
}

/** Where whoever answers decides about a change of the plan, too. */
const CHANGES: ReadonlySet<Matter> = new Set(["retry", "checkpoint"]);

/** Where somebody wants to know what was made of the failures. */
const FAILURES: ReadonlySet<Matter> = new Set(["retry", "exhausted", "resets", "what"]);
