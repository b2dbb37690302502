import { expect } from "vitest";
import { tellFailure } from "../../../src/engine/branch/fail.ts";
import { questionAbout } from "../../../src/engine/questions/questions.ts";
import type { Decision } from "../../../src/engine/state/decide.ts";
import { stateOf } from "../../../src/engine/state/journal-state.ts";
import { keysOf } from "../../../src/engine/state/outcome.ts";
import { type RunState, stepState } from "../../../src/engine/state/run-state.ts";
import { stepOf } from "../../../src/engine/state/step-run.ts";
import type { Hold, Matter } from "../../../src/plan/progress.ts";
import type { Question } from "../../../src/record/question.ts";
import { WORK } from "../../../src/record/run.ts";
import type { RunFact } from "../../../src/record/run-event.ts";
import { ask, begin, type End, end, finish, type ModelStep } from "./model.ts";
import { judgeFailure, judgeWork, takeChange } from "./model-judge.ts";
import { type Game, type Roll, tell } from "./model-run.ts";

const HOLDS: Hold[] = ["question", "unverified", "by-eye", "deviation", "tampered", "protected-area", "budget"];

/** The engine does what it has decided, and the outside answers. One append for each turn, so a crash may come in between. */
export async function takeTurn(game: Game, decision: Exclude<Decision, { do: "halt" }>, roll: Roll): Promise<void> {
  const { world, model } = game;
  if (game.inHand) return goOnWorking(game, game.inHand, roll);
  const state = await stateOf(world);
  if (decision.do === "complete") return complete(game, state, roll);
  if (decision.do === "give-up") {
    await tellFailure(world, { step: null, told: "ann gave it up" }, `f${state.seq}`);
    model.isUntold = false;
    return;
  }
  if (!("step" in decision)) throw new Error("a plan has steps");
  const step = stepIn(game, decision.step);
  switch (decision.do) {
    case "work":
      if (roll(12) === 0) return askAboutPlan(game, state, roll(2) === 0 ? "budget" : "lost");
      return startAttempt(game, step, state);
    case "close": {
      const { attempt, leg } = decision;
      const worked = await world.store.journal.find(world.run.id, keysOf({ step: step.id, attempt, leg }).worked);
      const isJudged = worked !== undefined && model.status === "in-progress";
      return endAttempt(game, { step: step.id, attempt, leg }, isJudged ? anyEnd(game, roll) : "interrupted");
    }
    case "triage":
      return judgeFailure(game, step, roll);
    case "review":
      return judgeWork(game, step, roll);
    case "revise":
      return takeChange(game, step, state);
    case "ask":
      return askAbout(game, step, decision.about, state);
    case "accept": {
      const { attempts: attempt, id } = step;
      await tell(game, `accepted/${id}/${attempt}`, {
        ...{ type: "step-accepted", step: id, attempt, dev: `d${state.seq}`, accepted: `a${state.seq}` },
        ...{ receipt: "", result: "", outcome: null, byEye: null },
      });
      return finish(model, step);
    }
    case "skip":
      await tell(game, null, { type: "step-skipped", step: step.id, by: "ann", note: "", commit: `a${state.seq}` });
      // What it would have cost is not needed any more.
      if (model.question?.over === "budget") model.question = null;
      return finish(model, step);
    case "fail":
      await tellFailure(world, { step: step.id, told: "its policy is to give up" }, `f${state.seq}`);
      Object.assign(model, { status: "failed", isUntold: false });
      return;
  }
}

function stepIn({ model }: Game, id: string): ModelStep {
  const step = model.steps.find((each) => each.id === id);
  if (!step) throw new Error(`the model has no step ${id}`);
  return step;
}

async function startAttempt(game: Game, step: ModelStep, { tip }: RunState): Promise<void> {
  begin(step);
  const key = { step: step.id, attempt: step.attempts, leg: step.leg };
  await tell(game, keysOf(key).begun, { type: "attempt-started", ...WORK, ...key, agent: "a", base: tip ?? "" });
  game.inHand = { ...key, hasEnded: false };
}

type InHand = NonNullable<Game["inHand"]>;

/** The agent ends, and what it left is judged; sometimes only the first is written down before something happens. */
async function goOnWorking(game: Game, { hasEnded, ...key }: InHand, roll: Roll): Promise<void> {
  if (!hasEnded) {
    const told = { reason: "finished", text: "", milliseconds: 1, tree: "", usage: [] } as const;
    await tell(game, keysOf(key).worked, { type: "worker-ended", ...key, ...told, usage: [] });
    game.inHand = { ...key, hasEnded: true };
    if (roll(4) === 0) return;
  }
  return endAttempt(game, key, anyEnd(game, roll));
}

export async function endAttempt(game: Game, key: Omit<InHand, "hasEnded">, how: End): Promise<void> {
  const of = { step: key.step, attempt: key.attempt, leg: key.leg };
  await tell(game, keysOf(of).outcome, endFact(of, how, !game.model.hasPlanner));
  end(game.model, stepIn(game, key.step), how);
  game.inHand = null;
}

function endFact(of: Omit<InHand, "hasEnded">, how: End, isReviewed: boolean): RunFact {
  if (how === "passed")
    return { type: "attempt-passed", ...of, outcome: "proven", contracts: [], warnings: [], isReviewed };
  if (how === "interrupted") return { type: "attempt-interrupted", ...of, why: "crashed", kept: null };
  const ended = { ...of, told: "", contracts: [], kept: null };
  if (how === "failed") return { type: "attempt-failed", ...ended, reason: "contract" };
  return { type: "attempt-held", ...ended, over: how as Hold, places: [] };
}

function anyEnd({ mood }: Game, roll: Roll): End {
  if (mood === "failing" || mood === "blaming") return roll(8) === 0 ? "passed" : "failed";
  if (mood === "changing") return roll(2) === 0 ? "passed" : "failed";
  if (mood === "passing") return roll(8) === 0 ? "failed" : "passed";
  const hold = HOLDS[roll(HOLDS.length)] ?? "question";
  const ends: End[] = ["passed", "passed", "failed", "failed", hold, hold];
  return ends[roll(ends.length)] ?? "passed";
}

async function askAbout(game: Game, step: ModelStep, over: Matter | "no-steps", state: RunState): Promise<void> {
  if (over === "no-steps") throw new Error("a plan has steps");
  const { run } = game.world;
  const id = `${run.id}:${state.seq + 1}`;
  const proposed = stepState(state, step.id).change?.told ?? [];
  const about = { run: run.id, plan: run.plan, step: stepOf(run.plan, step.id), over };
  const question = questionAbout({ ...about, attempts: [], findings: [], proposed, id });
  await tell(game, null, { type: "asked", step: step.id, question });
  ask(step, id, over);
  game.asked.push(id);
}

/** A budget that does not reach, a branch that was moved, steps that do not hold together. */
async function askAboutPlan(game: Game, state: RunState, over: "budget" | "lost" | "final"): Promise<void> {
  const { run } = game.world;
  const id = `${run.id}:${state.seq + 1}`;
  const options = PLAN_OPTIONS[over];
  const question: Question = {
    ...{ id, run: run.id, step: null, over, headline: "", context: [], suggestion: null },
    ...{ kind: over === "budget" ? "budget" : "escalation", severity: over === "lost" ? "critical" : "major" },
    options: options.map((value) => ({ label: value, value, description: "" })),
  };
  await tell(game, null, { type: "asked", step: null, question });
  game.model.question = { id, over, options };
  game.asked.push(id);
}

const PLAN_OPTIONS = {
  budget: ["raise", "revise", "abort", "stop"],
  lost: ["retry", "abort"],
  final: ["retry", "revise", "abort"],
} as const;

async function complete(game: Game, state: RunState, roll: Roll): Promise<void> {
  if (roll(3) === 0) return askAboutPlan(game, state, "final");
  const commit = `c${state.seq}`;
  await tell(game, `completed/${commit}`, { type: "completed", commit, outcomes: [] });
  expect(game.model.steps.every(({ is }) => is === "done")).toBe(true);
  game.model.status = "done";
}
