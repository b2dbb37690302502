import { DBOS } from "@dbos-inc/dbos-sdk";
import { type AttemptKey, type RunId, WORK } from "../record/run.ts";
import type { Halt } from "../record/run-event.ts";
import { unreachable } from "../std/unreachable.ts";
import { accept } from "./branch/accept.ts";
import { branchIsOurs } from "./branch/branch-guard.ts";
import { complete } from "./branch/complete.ts";
import { fail } from "./branch/fail.ts";
import { skip } from "./branch/skip.ts";
import { takeChange } from "./plan-text/revise.ts";
import { expand } from "./planner/expand.ts";
import { replan } from "./planner/replan.ts";
import { review } from "./planner/review.ts";
import { triage } from "./planner/triage.ts";
import { ask } from "./questions/ask.ts";
import { askForMore, isAffordable } from "./questions/budget-guard.ts";
import { boundary } from "./state/boundaries.ts";
import { type Decision, decide } from "./state/decide.ts";
import { stateOf } from "./state/journal-state.ts";
import { type RunState, stepState } from "./state/run-state.ts";
import { type RunWorld, worldOf } from "./state/run-world.ts";
import { planOf } from "./state/step-run.ts";
import { closeCrashed, closeForgotten, closeWorked } from "./work/close-attempt.ts";
import { work } from "./work/work.ts";
import { prepareWorkPlace } from "./work/work-place.ts";

/**
 * The durable part. A workflow is order and decisions; every effect is a named step, which may run again after a crash
 * and then finds what it has already done. Names of steps are part of what is saved: they never change.
 */
const durable = <T>(name: StepName, run: () => Promise<T>): Promise<T> =>
  DBOS.runStep(
    async () => {
      boundary(`${name} begins`);
      const value = await run();
      boundary(`${name} is done and not saved`);
      return value;
    },
    { name },
  );

export const STEP_NAMES = [
  "decide",
  "work",
  "close",
  "triage",
  "review",
  "revise",
  "expand",
  "replan",
  "ask",
  "accept",
  "skip",
  "complete",
  "fail",
] as const;
type StepName = (typeof STEP_NAMES)[number];

/**
 * Carries a plan out until there is nothing to do without a person. It ends then, so that waiting costs nothing and a
 * newer version of the program may go on; whoever goes on starts the next one, which knows everything from the journal.
 */
export const planWorkflow = DBOS.registerWorkflow(
  async function plan(run: RunId): Promise<Halt> {
    let turn = await nextTurn();
    while (turn.do !== "halt") turn = await take(run, turn);
    return turn.why;
  },
  { name: "plan", maxRecoveryAttempts: 1000 },
);

type Turn = (Decision | { do: "expand"; step: string }) & { leg?: number };

const nextTurn = (): Promise<Turn> => durable("decide", () => decideIn(ownWorld()));

const ownWorld = (): RunWorld => worldOf(DBOS.workflowID);

/**
 * Has an effect and says what comes next. Both are one durable step: what is saved of it costs more than the decision, and
 * after a crash the effect finds that it is done and the decision is made anew.
 */
const effect = (name: StepName, act: (world: RunWorld) => Promise<unknown>): Promise<Turn> =>
  durable(name, async () => {
    const world = ownWorld();
    await act(world);
    return decideIn(world);
  });

async function decideIn(world: RunWorld): Promise<Turn> {
  const state = await stateOf(world);
  const decision = decide(planOf(world.run), state);
  // Whoever stops a run does not wait. But nobody goes on with a cancelled one, so what it has begun is closed now.
  const isLast = decision.do === "close" && state.status !== "in-progress";
  if (world.signal.aborted && !isLast) return { do: "halt", why: "stopped" };
  // A plan that is over stays so, and what a dead host had begun is closed, whatever has become of the branch.
  if (decision.do === "halt" || decision.do === "close") return decision;
  // Nobody is asked about the branch of a plan that was given up.
  if (decision.do === "give-up") return decision;
  if (!(await branchIsOurs(world, state, MOVES.has(decision.do)))) return { do: "halt", why: "waiting" };
  if (decision.do === "ask" && decision.about === "template" && isToExpand(world, state, decision.step)) {
    const isPaid = await isAffordable(world, state, decision.step, "planner");
    return isPaid ? { do: "expand", step: decision.step } : { do: "halt", why: "waiting" };
  }
  if (decision.do !== "work") return decision;
  // What failed in the person's own checkout still lies there, so nothing begins again without them.
  const isRetry = stepState(state, decision.step).progress.status === "failed";
  if (world.run.inPlace && isRetry) return { do: "ask", step: decision.step, about: "retry" };
  // What a person has done by hand costs nothing.
  const isFree = stepState(state, decision.step).byHand !== null;
  if (!isFree && !(await isAffordable(world, state, decision.step, "worker"))) return { do: "halt", why: "waiting" };
  if (decision.continues) return { ...decision, leg: stepState(state, decision.step).leg + 1 };
  if (state.tip !== null) prepareWorkPlace(world.step, state.tip);
  return { ...decision, leg: 1 };
}

/** Somebody is named who can write its steps, and has not been asked yet. */
const isToExpand = ({ planner }: RunWorld, state: RunState, step: string): boolean =>
  planner !== null && stepState(state, step).expansion === null;

/** What may have moved the branch already, just before a crash. */
const MOVES: ReadonlySet<string> = new Set(["accept", "skip", "complete"]);

async function take(run: RunId, turn: Exclude<Turn, { do: "halt" }>): Promise<Turn> {
  switch (turn.do) {
    case "work":
      return attempt({ run, step: turn.step, ...WORK, attempt: turn.attempt, leg: turn.leg ?? 1 });
    case "close":
      return effect("close", (world) => closeForgotten(world, turn));
    case "triage":
      return effect("triage", (world) => triage(world, turn.step));
    case "review":
      return effect("review", (world) => review(world, turn.step));
    case "revise":
      return effect("revise", (world) => takeChange(world, turn.step));
    case "expand":
      return effect("expand", (world) => expand(world, turn.step));
    case "replan":
      return effect("replan", (world) => replan(world, turn.step));
    case "accept":
      return effect("accept", (world) => accept(world, turn.step));
    case "skip":
      return effect("skip", (world) => skip(world, turn.step));
    case "ask": {
      const { about } = turn;
      if (about === "no-steps") return effect("fail", (world) => fail(branchOf(world), null, "the plan has no steps"));
      return effect("ask", (world) =>
        about === "budget" ? askForMore(world, turn.step) : ask(world, turn.step, about),
      );
    }
    case "complete":
      return effect("complete", complete);
    case "give-up":
      return effect("fail", (world) => fail(branchOf(world), null, "it was given up"));
    case "fail":
      return effect("fail", (world) => fail(branchOf(world), turn.step, "its policy is to give up"));
    default:
      return unreachable(turn);
  }
}

/** A run's world as that of its branch alone. */
const branchOf = (world: RunWorld) => ({ ...world, git: world.step.git, signer: world.step.signer });

/**
 * One try at a step: the agent works, the harness judges, the journal knows. What passes from one to the other is in the
 * journal, so both are one durable step: after a crash the work is found there and only judged, or the attempt is closed.
 */
const attempt = (key: AttemptKey): Promise<Turn> =>
  effect("work", async (world) => {
    switch (await work(world, key)) {
      case "stale":
        return;
      case "crashed":
        return closeCrashed(world, key);
      case "worked":
        return closeWorked(world, key);
    }
  });
