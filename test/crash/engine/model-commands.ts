import fc from "fast-check";
import { expect } from "vitest";
import { refuseUnrevisable } from "../../../src/engine/planner/replan.ts";
import { answer } from "../../../src/engine/questions/answer.ts";
import { cancel, pause, retryStep, skipStep, takeUp } from "../../../src/engine/questions/orders.ts";
import type { Decision } from "../../../src/engine/state/decide.ts";
import { EngineError } from "../../../src/engine/state/engine-error.ts";
import { append, stateOf } from "../../../src/engine/state/journal-state.ts";
import { stepOf } from "../../../src/engine/state/step-run.ts";
import type { AnswerValue } from "../../../src/record/question.ts";
import type { RunFact } from "../../../src/record/run-event.ts";
import { type ModelStep, NEW_STEP, questionsOf } from "./model.ts";
import { adopt } from "./model-judge.ts";
import * as person from "./model-person.ts";
import { crash, type Game, planWith, type Roll, tell, usurp } from "./model-run.ts";
import { endAttempt, takeTurn } from "./model-turn.ts";

/** What happens next, and a number that decides whatever is left to chance then. */
export type Command = { name: keyof typeof COMMANDS; chance: number };

type Act = (game: Game, roll: Roll, decision: Decision) => Promise<void>;

export async function carryOut(game: Game, { name, chance }: Command, decision: Decision): Promise<void> {
  game.story.push(name);
  let left = chance;
  const roll = (sides: number): number => {
    const rolled = left % sides;
    left = Math.floor(left / sides);
    return rolled;
  };
  await COMMANDS[name].act(game, roll, decision);
}

/** Mostly the run goes its way; the rest comes from people, and from what happens to processes. */
const COMMANDS = {
  "go on": { weight: 30, act: goOn },
  crash: { weight: 3, act: crash },
  usurp: { weight: 1, act: usurp },
  answer: { weight: 4, act: (game, roll) => answerSomething(game, roll) },
  pause: { weight: 1, act: (game, roll) => pauseRun(game, roll(2) === 0) },
  resume: { weight: 2, act: (game) => order(person.resume(game.model), takeUp(...by(game))) },
  cancel: { weight: 1, act: cancelRun },
  skip: {
    weight: 3,
    act: async (game, roll) => {
      const step = anyStep(game, roll);
      const [journal, run, who] = by(game);
      return order(person.skip(game.model, step), skipStep(journal, run, stepOf(run.plan, step.id), who, ""));
    },
  },
  retry: {
    weight: 2,
    act: (game, roll) => {
      const step = anyStep(game, roll);
      const [journal, run, who] = by(game);
      return order(person.retry(game.model, step), retryStep(journal, run, stepOf(run.plan, step.id), who, "again"));
    },
  },
  undo: { weight: 1, act: undo },
  revise: { weight: 1, act: (game, roll) => revise(game, roll) },
} satisfies Record<string, { weight: number; act: Act }>;

const names = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

export const anyCommand: fc.Arbitrary<Command> = fc.record({
  name: fc.oneof(...names.map((name) => ({ weight: COMMANDS[name].weight, arbitrary: fc.constant(name) }))),
  chance: fc.noBias(fc.nat()),
});

/** The engine takes its turn; where it waits for a person, the person does what helps. */
async function goOn(game: Game, roll: Roll, decision: Decision): Promise<void> {
  if (decision.do !== "halt") return takeTurn(game, decision, roll);
  const [open] = questionsOf(game.model);
  if (decision.why === "waiting") {
    expect(open, "nobody waits for nothing").toBeDefined();
    const value = open?.options[roll(2) * roll(open.options.length)];
    if (open && value) await say(game, open.id, { value, note: "$2" });
  } else if (decision.why === "cancelled") await revise(game, roll);
  else if (decision.why === "done") await undo(game, roll);
  else await order(person.resume(game.model), takeUp(...by(game)));
}

const by = ({ world }: Game) => [world.store.journal, world.run, "ann"] as const;

const anyStep = ({ model }: Game, roll: Roll): ModelStep => {
  const step = model.steps[roll(model.steps.length)];
  if (!step) throw new Error("a plan has steps");
  return step;
};

/** What a person wants is done or refused, as the model says. */
async function order(isPossible: boolean, done: Promise<unknown>): Promise<void> {
  const isDone = await done.then(
    () => true,
    (error: unknown) => {
      if (error instanceof EngineError && error.code === "not-possible") return false;
      throw error;
    },
  );
  expect(isDone, "it is possible").toBe(isPossible);
}

/** Right or wrong, with or without words, to a question that waits or to one that is gone. */
async function answerSomething(game: Game, roll: Roll): Promise<void> {
  const open = questionsOf(game.model);
  const question = open[roll(open.length + 1)];
  const id = question?.id ?? game.asked[roll(game.asked.length + 1)] ?? "nobody:1";
  const values = roll(3) > 0 && question ? question.options : VALUES;
  const said = { value: values[roll(values.length)] ?? "retry", note: ["", "my words", "$2"][roll(3)] ?? "" };
  await say(game, id, said);
  // Whoever comes second is told so.
  await say(game, id, said);
}

const VALUES = [
  ...(["retry", "continue", "accept", "adjust", "edit", "keep"] as const),
  ...(["raise", "skip", "revise", "abort", "stop"] as const),
];

function say(game: Game, id: string, said: { value: AnswerValue; note: string }): Promise<void> {
  const { store, run } = game.world;
  return order(person.answer(game.model, id, said), answer(store.journal, run.id, id, { ...said, by: "ann" }));
}

/** At once means that the agent is stopped; work that has ended is judged when the run goes on. */
async function pauseRun(game: Game, now: boolean): Promise<void> {
  const [journal, run, who] = by(game);
  const isPossible = person.pause(game.model);
  await order(isPossible, pause(journal, run, who, now));
  if (!isPossible || !now || !game.inHand) return;
  if (game.inHand.hasEnded) game.inHand = null;
  else await endAttempt(game, game.inHand, "interrupted");
}

async function cancelRun(game: Game): Promise<void> {
  const isPossible = person.cancel(game.model);
  await order(isPossible, cancel(...by(game)));
  if (isPossible) game.inHand = null;
}

/** The branch goes back; that the steps do not hold together is nobody's question any more. */
async function undo(game: Game, roll: Roll): Promise<void> {
  const { model } = game;
  const { question } = model;
  const steps = person.undo(model, anyStep(game, roll));
  if (steps === null) return;
  const settled: RunFact[] =
    question?.over === "final"
      ? [{ type: "answered", step: null, question: question.id, value: "retry", note: "", by: "ann" }]
      : [];
  await tell(game, null, ...settled, { type: "step-undone", steps, by: "ann", to: "before", kept: "kept" });
}

/**
 * Another plan is approved: the same, with one step more, without one that is not done, or with two of those under each
 * other's names. A new step never has the name of one that was dropped: here it would be taken for a step without attempts.
 */
async function revise(game: Game, roll: Roll): Promise<void> {
  const { model, world } = game;
  const active = model.steps.find(({ is }) => is === "active");
  if (active) await endAttempt(game, { step: active.id, attempt: active.attempts, leg: active.leg }, "interrupted");
  const steps = [...model.steps];
  const before = new Map(steps.map((step) => [step, step.id]));
  const unfinished = steps.findLastIndex(({ is }) => is !== "done");
  const change = roll(4);
  if (change === 1) steps.push({ ...NEW_STEP, id: `n${(await stateOf(world)).seq}`, ...RULES });
  if (change === 2 && unfinished >= 0 && steps.length > 1) {
    const [dropped] = steps.splice(unfinished, 1);
    for (const step of steps) step.needs = step.needs.filter((id) => id !== dropped?.id);
  }
  if (change === 3) exchangeNames(steps);
  const kept = steps.flatMap((step) => {
    const from = before.get(step);
    return from === undefined ? [] : [{ from, to: step.id }];
  });
  // Older journals did not say which step became which: each was taken for the one with its name.
  const said = change === 3 || roll(2) === 0 ? kept : steps.map(({ id }) => ({ from: id, to: id }));
  const revision = { plan: planWith(world.run.plan, steps), files: [], hash: world.run.hash };
  const taken = append(world, null, (state) => {
    refuseUnrevisable(world.run.id, state);
    const fact: RunFact = {
      type: "revised",
      step: null,
      by: "ann",
      told: [],
      edits: [],
      revision,
      commit: "r",
      kept: said,
    };
    return { facts: [fact], value: null };
  });
  const isPossible = person.revise(model, steps);
  await order(isPossible, taken);
  if (!isPossible) return;
  adopt(world, revision);
  await takeUp(...by(game));
}

/** Two steps that are not done. Attempts are counted by name, whoever has it. */
function exchangeNames(steps: readonly ModelStep[]): void {
  const [a, b] = steps.filter(({ is }) => is !== "done");
  if (!a || !b) return;
  const renamed: Readonly<Record<string, string>> = { [a.id]: b.id, [b.id]: a.id };
  for (const step of steps) step.needs = step.needs.map((id) => renamed[id] ?? id);
  const { id, attempts } = a;
  Object.assign(a, { id: b.id, attempts: b.attempts });
  Object.assign(b, { id, attempts });
}

const RULES = { needs: [], hasContract: true, limit: 2, atLimit: "escalate" } as const;
