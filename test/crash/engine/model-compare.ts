import { expect } from "vitest";
import { type Decision, decide } from "../../../src/engine/state/decide.ts";
import { stateOf } from "../../../src/engine/state/journal-state.ts";
import { progressOf, stepState } from "../../../src/engine/state/run-state.ts";
import { planOf } from "../../../src/engine/state/step-run.ts";
import { NOT_STARTED } from "../../../src/plan/progress.ts";
import type { RunEvent } from "../../../src/record/run-event.ts";
import { due, kindOf, questionsOf } from "./model.ts";
import type { Game } from "./model-run.ts";

/** Everything that people and the engine see of the run is what the model says. Returns what the engine does next. */
export async function compare({ world, model, story }: Game): Promise<Decision> {
  const { run, store, lease } = world;
  const [state, inbox, [listed]] = await Promise.all([
    stateOf(world),
    store.inbox.open({ run: run.id }),
    store.runs.list({ repository: run.repository.id }),
  ]);
  const decision = decide(planOf(run), state);
  const leg = "step" in decision ? stepState(state, decision.step).leg : 0;
  const does = inWords(decision, leg);
  const known = progressOf(state);
  const { status, isPaused } = state;
  const actual = {
    ...{ does, status, isPaused },
    steps: run.plan.steps.map(({ id }) => {
      const { status: is, attempts, failures, resets } = known.get(id) ?? NOT_STARTED;
      return { id, is, attempts, failures, resets };
    }),
    open: status === "in-progress" ? [...state.open.keys()].sort() : [],
    inbox: inbox.map(({ id, over, kind, options }) => ({ id, over, kind, options: options.map(({ value }) => value) })),
    listed: listed && [listed.status, listed.isPaused, listed.done, listed.steps, listed.open, listed.host],
  };

  const wanted = due(model);
  const questions = questionsOf(model);
  const done = model.steps.filter(({ is }) => is === "done").length;
  story.push(`→ ${does}`);
  expect(actual, story.join(" ")).toEqual({
    does: wanted.includes(does) ? does : wanted.join(" or "),
    ...{ status: model.status, isPaused: model.isPaused },
    steps: model.steps.map(({ id, is, attempts, failures, resets }) => ({ id, is, attempts, failures, resets })),
    open: questions.map(({ id }) => id).sort(),
    inbox: questions.map(({ id, over, options }) => ({ id, over, kind: kindOf(over), options })),
    listed: [model.status, model.isPaused, done, model.steps.length, questions.length, lease.host],
  });
  return decision;
}

function inWords(decision: Decision, leg: number): string {
  switch (decision.do) {
    case "halt":
      return `halt ${decision.why}`;
    case "close":
      return `close ${decision.step} ${decision.attempt}.${decision.leg}`;
    case "work":
      return `work ${decision.step} ${decision.attempt}.${decision.continues ? leg + 1 : 1}`;
    case "ask":
      return `ask ${"step" in decision ? decision.step : "the plan"} ${decision.about}`;
    case "complete":
    case "give-up":
      return decision.do;
    default:
      return `${decision.do} ${decision.step}`;
  }
}

/** What holds of every journal, whatever has happened. */
export function expectInOrder(events: readonly RunEvent[]): void {
  const tries = new Map<string, string>();
  const done = new Set<string>();
  for (const [index, event] of events.entries()) {
    expect(event.seq).toBe(index + 1);
    if (event.type === "step-undone") for (const step of event.steps) done.delete(step);
    if (event.type === "step-accepted" || event.type === "step-skipped") {
      expect(done, "a step is done once").not.toContain(event.step);
      done.add(event.step);
    }
    if (event.type !== "attempt-started") continue;
    const { step, attempt, leg } = event;
    expect(done, "nobody works on what is done").not.toContain(step);
    const [lastAttempt = 0, lastLeg = 0] = (tries.get(step) ?? "").split(".").map(Number);
    expect([`${lastAttempt + 1}.1`, `${lastAttempt}.${lastLeg + 1}`], "attempts count").toContain(`${attempt}.${leg}`);
    tries.set(step, `${attempt}.${leg}`);
  }
}
