import { DBOS } from "@dbos-inc/dbos-sdk";
import type { AttemptKey, RunId } from "../record/run.ts";
import type { Halt } from "../record/run-event.ts";
import { unreachable } from "../std/unreachable.ts";
import { accept } from "./accept.ts";
import { ask } from "./ask.ts";
import { boundary } from "./boundaries.ts";
import { branchIsOurs } from "./branch-guard.ts";
import { closeCrashed, closeForgotten, closeWorked } from "./close-attempt.ts";
import { complete } from "./complete.ts";
import { type Decision, decide } from "./decide.ts";
import { fail } from "./fail.ts";
import { stateOf } from "./journal-state.ts";
import type { OutcomeVerdict } from "./outcome.ts";
import { stepState } from "./run-state.ts";
import { worldOf } from "./run-world.ts";
import { skip } from "./skip.ts";
import { planOf } from "./step-run.ts";
import { triage } from "./triage.ts";
import { work } from "./work.ts";

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
  "judge",
  "close",
  "triage",
  "ask",
  "accept",
  "skip",
  "complete",
  "fail",
] as const;
type StepName = (typeof STEP_NAMES)[number];

/**
 * One try at a step: the agent works, the harness judges, the journal knows. What passes from one to the other is in the
 * journal, and not saved here a second time.
 */
const attemptWorkflow = DBOS.registerWorkflow(
  async function attempt(key: AttemptKey): Promise<OutcomeVerdict["is"] | null> {
    const worked = await durable("work", () => work(worldOf(key.run), key));
    switch (worked) {
      case "stale":
        return null;
      case "crashed":
        return durable("close", () => closeCrashed(worldOf(key.run), key));
      case "worked":
        return durable("judge", () => closeWorked(worldOf(key.run), key));
    }
  },
  { name: "attempt", maxRecoveryAttempts: 1000 },
);

/**
 * Carries a plan out until there is nothing to do without a person. It ends then, so that waiting costs nothing and a
 * newer version of the program may go on; whoever goes on starts the next one, which knows everything from the journal.
 */
export const planWorkflow = DBOS.registerWorkflow(
  async function plan(run: RunId, workflow: string): Promise<Halt> {
    for (;;) {
      const decision = await durable("decide", () => decideFor(run));
      if (decision.do === "halt") return decision.why;
      await act(run, workflow, decision);
    }
  },
  { name: "plan", maxRecoveryAttempts: 1000 },
);

type Turn = Decision & { leg?: number };

async function decideFor(run: RunId): Promise<Turn> {
  const world = worldOf(run);
  const state = await stateOf(world);
  const decision = decide(planOf(world.run), state);
  // Whoever stops a run does not wait. But nobody goes on with a cancelled one, so what it has begun is closed now.
  const isLast = decision.do === "close" && state.status !== "in-progress";
  if (world.signal.aborted && !isLast) return { do: "halt", why: "stopped" };
  // A plan that is over stays so, and what a dead host had begun is closed, whatever has become of the branch.
  if (decision.do === "halt" || decision.do === "close") return decision;
  if (!(await branchIsOurs(world, MOVES.has(decision.do)))) return { do: "halt", why: "waiting" };
  if (decision.do !== "work") return decision;
  // What failed in the person's own checkout still lies there, so nothing begins again without them.
  const isRetry = stepState(state, decision.step).progress.status === "failed";
  if (world.run.inPlace && isRetry) return { do: "ask", step: decision.step, about: "retry" };
  return { ...decision, leg: decision.continues ? stepState(state, decision.step).leg + 1 : 1 };
}

/** What may have moved the branch already, just before a crash. */
const MOVES: ReadonlySet<string> = new Set(["accept", "skip", "complete"]);

async function act(run: RunId, workflow: string, turn: Exclude<Turn, { do: "halt" }>): Promise<void> {
  switch (turn.do) {
    case "work": {
      const { step, attempt, leg = 1 } = turn;
      const workflowID = `${workflow}/${step}/${attempt}/${leg}`;
      const handle = await DBOS.startWorkflow(attemptWorkflow, { workflowID })({ run, step, attempt, leg });
      await handle.getResult({ pollingIntervalMs: 100 });
      return;
    }
    case "close":
      return durable("close", () => closeForgotten(worldOf(run), turn));
    case "triage":
      return durable("triage", () => triage(worldOf(run), turn.step));
    case "accept":
      return durable("accept", () => accept(worldOf(run), turn.step));
    case "skip":
      return durable("skip", () => skip(worldOf(run), turn.step));
    case "ask": {
      const { about } = turn;
      if (about === "no-steps") return durable("fail", () => fail(worldOf(run), null, "the plan has no steps"));
      return durable("ask", () => ask(worldOf(run), turn.step, about));
    }
    case "complete":
      return durable("complete", () => complete(worldOf(run)));
    case "fail":
      return durable("fail", () => fail(worldOf(run), turn.step, "its policy is to give up"));
    default:
      return unreachable(turn);
  }
}
