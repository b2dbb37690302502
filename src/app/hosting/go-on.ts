import { decide } from "../../engine/state/decide.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import { planOf } from "../../engine/state/step-run.ts";
import type { Tool } from "../../ports/agent.ts";
import type { Store } from "../../ports/store.ts";
import type { Question } from "../../record/question.ts";
import type { AttemptKey, Run } from "../../record/run.ts";
import type { Halt, RunEvent } from "../../record/run-event.ts";
import type { StepOutcome } from "../../record/step-outcome.ts";
import { outcomesIn } from "../../telling/run-outcomes.ts";
import type { Scene } from "../opening/scene.ts";
import type { Hosting } from "./carry-out-here.ts";
import { hostRun } from "./host-run.ts";

export type { Question, RunEvent };

/** A run and what remembers it: all that is needed to look at it, and to go on with it. */
export type OpenedRun = { run: Run; store: Store };

/** Whoever looks on: a terminal, a file of JSON lines. */
export type Onlooker = {
  event(event: RunEvent): void;
  /** What an agent does now, and what it prints. */
  doing(key: Omit<AttemptKey, "run">, told: string): void;
  tool(key: Omit<AttemptKey, "run">, tool: Tool): void;
  output(key: Omit<AttemptKey, "run">, bytes: Uint8Array): void;
  /** What is prepared before the first step. */
  line(told: string): void;
};

/**
 * Where a run stands when nobody carries it out for the moment. `seq` is the last event that was counted in, `outcomes` is
 * what the steps that are over have come to.
 */
export type Standing = { halt: Halt; open: Question[]; seq: number; outcomes: StepOutcome[] };

type Going = Pick<Hosting, "version" | "signal" | "after" | "agents" | "host"> & { onlooker: Onlooker };

/** Carries a run out until it needs a person or is over, and shows every event after `after` as it comes, each once. */
export async function goOn(scene: Scene, { run, store }: OpenedRun, { onlooker, ...going }: Going): Promise<Standing> {
  let seq = going.after;
  const show = (event: RunEvent): void => {
    seq = event.seq;
    onlooker.event(event);
  };
  let halt: Halt;
  try {
    const watch = { doing: onlooker.doing, tool: onlooker.tool, output: onlooker.output };
    halt = await hostRun(scene, run, { ...going, store, watch, onLine: onlooker.line, onEvent: show });
  } finally {
    // What came before it was ours, if it never was, and when it was not ours any more.
    for (const event of await store.journal.read(run.id, seq).catch(() => [])) show(event);
  }
  return { ...(await standingAfter({ run, store }, halt)), seq };
}

/** Whoever was stopped by a person's order elsewhere is paused, or cancelled, and not merely stopped. */
export async function standingAfter({ run, store }: OpenedRun, halt: Halt): Promise<Standing> {
  const { status, isPaused, open, seq } = await currentState(store.journal, run.id);
  const told =
    halt === "stopped" && status === "draft" ? "cancelled" : halt === "stopped" && isPaused ? "paused" : halt;
  return { halt: told, open: [...open.values()], seq, outcomes: await outcomesOf({ run, store }) };
}

/** Where a run stands that nobody carries out: what would come next says it, not what was said last. */
export async function standingNow({ run, store }: OpenedRun): Promise<Standing> {
  const state = await currentState(store.journal, run.id);
  const decision = decide(planOf(run), state);
  // Only its branch does not say so yet.
  const halt = decision.do === "halt" ? decision.why : decision.do === "give-up" ? "failed" : "stopped";
  return { halt, open: [...state.open.values()], seq: state.seq, outcomes: await outcomesOf({ run, store }) };
}

const outcomesOf = async ({ run, store }: OpenedRun): Promise<StepOutcome[]> => [
  ...outcomesIn(await store.journal.read(run.id, 0)).values(),
];
