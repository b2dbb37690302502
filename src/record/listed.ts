import type { PlanStatus } from "../plan/words.ts";
import { unreachable } from "../std/unreachable.ts";
import type { Question } from "./question.ts";
import type { RunFact } from "./run-event.ts";

/** What lists show of a run: how it stands, and what waits for a person. */
export type Listed = {
  readonly status: PlanStatus;
  readonly isPaused: boolean;
  /** Questions that nobody has answered yet, by their ids. */
  readonly open: ReadonlyMap<string, Question>;
};

/** The same after a fact. The engine and the store both ask here, so that a run and the lists it stands in agree. */
export function listedAfter(before: Listed, fact: RunFact): Listed {
  if (isInNoList(fact)) return before;
  const { status, open } = before;
  switch (fact.type) {
    case "opened":
      return { ...before, status: "in-progress" };
    case "asked":
      return { ...before, open: new Map([...open, [fact.question.id, fact.question]]) };
    case "answered":
      return answered(before, fact);
    case "step-accepted":
      return before;
    case "step-skipped":
      // With fewer steps left, what is left may be enough. Where it is not, that is asked again, with the sum as it is now.
      return { ...before, open: without(open, ({ step, over }) => step === null && over === "budget") };
    case "skip-asked":
      return { ...before, open: without(open, ({ step }) => step === fact.step) };
    case "step-undone":
      return {
        ...before,
        // What is undone may have been a whole plan.
        status: status === "failed" || status === "done" ? "in-progress" : status,
        open: without(open, ({ step }) => step !== null && fact.steps.includes(step)),
      };
    case "step-retried":
      return { ...before, status: afresh(status), open: without(open, ({ step }) => step === fact.step) };
    case "paused":
      return { ...before, isPaused: true };
    case "resumed": {
      // With a failed plan every unfinished step gets a fresh start, and what was asked about it is settled.
      const settled = status === "failed" ? without(open, ({ step }) => step !== null) : open;
      return { status: afresh(status), isPaused: false, open: settled };
    }
    case "cancelled":
      return { ...before, status: "draft", open: new Map() };
    case "completed":
      return { ...before, status: "done" };
    case "failed":
      return { ...before, status: "failed" };
    case "revised":
      if (fact.commit === null) return before;
      // Whatever was asked was about another plan; what is still to be decided is asked again.
      return { ...before, status: status === "draft" ? "in-progress" : afresh(status), open: new Map() };
    default:
      return unreachable(fact);
  }
}

/** The steps that are done, after a fact. */
export function doneAfter(done: readonly string[], fact: RunFact): readonly string[] {
  if (fact.type === "step-undone") return done.filter((step) => !fact.steps.includes(step));
  if (fact.type !== "step-accepted" && fact.type !== "step-skipped") return done;
  return [...done.filter((step) => step !== fact.step), fact.step];
}

/** Whether no list shows such a fact: most of them only stand in the journal. */
export const isInNoList = <Fact extends RunFact>(fact: Fact): fact is Fact & { type: (typeof IN_NO_LIST)[number] } =>
  (IN_NO_LIST as readonly string[]).includes(fact.type);

const IN_NO_LIST = [
  "hosted",
  "released",
  "prepared",
  "attempt-started",
  "host-refused",
  "worker-ended",
  "attempt-passed",
  "attempt-failed",
  "attempt-held",
  "attempt-interrupted",
  "branch-followed",
  "planner-asked",
  "triaged",
  "reviewed",
  "proposal-refused",
  "expanded",
  "noted",
] as const satisfies readonly RunFact["type"][];

/** Whoever answered that it can wait is asked the same again; until then it is answered. */
function answered(before: Listed, { step, question, value }: RunFact & { type: "answered" }): Listed {
  const open = without(before.open, ({ id }) => id === question);
  if (value === "revise") return { ...before, status: "draft", open };
  if (value === "stop") return { ...before, isPaused: true, open };
  return value === "abort" && step === null ? { ...before, status: "failed", open } : { ...before, open };
}

const afresh = (status: PlanStatus): PlanStatus => (status === "failed" ? "in-progress" : status);

const without = (open: Listed["open"], isSettled: (question: Question) => boolean): Listed["open"] =>
  new Map([...open].filter(([, question]) => !isSettled(question)));
