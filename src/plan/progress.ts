import { unreachable } from "../std/unreachable.ts";

/**
 * How far a step has come: what the engine knows of it and `next.ts` decides by. Plain data, changed only by
 * `advance`, so that the counters mean the same everywhere.
 */
export type StepProgress = Tally & StepState;

type Tally = {
  /** Attempts begun so far, over all cycles. */
  attempts: number;
  /** Attempts that failed in this triage cycle. */
  failures: number;
  /** How often triage has blamed the architecture; whoever takes the decision it proposes begins a new cycle. */
  resets: number;
  /** A person has agreed to judge the step by eye, because it has no contract. */
  byEye: boolean;
};

type StepState =
  /** Starts when its turn comes. */
  | { status: "pending" }
  /** An attempt is under way: work, integrity, contract. */
  | { status: "active" }
  /** A person has answered what the attempt was waiting for; it goes on where it stopped. */
  | { status: "answered" }
  /**
   * The contract has passed and the acceptance is outstanding. `review`: whether it was looked at, and whether a person
   * has to be asked because of that. `confirmed`: a person has looked and agreed.
   */
  | { status: "passed"; review: "due" | "done" | "asks"; confirmed: boolean }
  /** The attempt failed; triage says what may change before the next one. */
  | { status: "failed"; triage: "due" | "under-way" | TriageClass }
  /** The attempt stopped at something only a person can decide, and nobody has been asked yet. */
  | { status: "held"; over: Hold }
  /** A person has been asked. */
  | { status: "blocked"; over: Matter }
  /** Accepted, or skipped by a person. */
  | { status: "done" }
  /** Given up by a person, and the plan with it. */
  | { status: "abandoned" };

/** 1: the How of the step is wrong. 2: the architecture is. 3: the What is, and only a person can say. */
export type TriageClass = 1 | 2 | 3;

/**
 * Why an attempt stopped without having failed. `by-eye`: the work is there, and no contract to judge it. `deviation`:
 * the contract passes, and more was changed than the step announces. `budget`: it is used up, and the work is kept.
 * Where the contract passes and still proves nothing: `nothing-done`, nothing was changed; `unproven`, it is declared to
 * prove, and passes without the work. Where tests were changed that nothing announces: `weaker-tests`, they judge less than
 * before; `announce`, it passes only with them.
 */
export type Hold = (typeof HOLDS)[number];
const HOLDS = [
  "question",
  "unverified",
  "by-eye",
  "deviation",
  "tampered",
  "protected-area",
  "budget",
  "nothing-done",
  "unproven",
  "weaker-tests",
  "announce",
] as const;

/**
 * Everything a person can be asked about a step. Before an attempt: it is a `template`, it has no contract in a mode
 * where nobody looks, it waits for what can never happen (`stuck`). After one: a hold, `checkpoint`, `retry` (in
 * interactive mode), `exhausted`, `resets` (the planner has blamed the architecture too often), `what` (triage class 3).
 */
export type Matter =
  | Hold
  | "template"
  | "no-contract"
  | "stuck"
  | "checkpoint"
  | "retry"
  | "exhausted"
  | "resets"
  | "what";

export const NOT_STARTED: StepProgress = { status: "pending", attempts: 0, failures: 0, resets: 0, byEye: false };

export type StepEvent =
  | { type: "started" }
  /** `isReviewed` is false where somebody is to look at it before it is accepted. */
  | { type: "passed"; isReviewed?: boolean }
  | { type: "reviewed"; asks: boolean }
  | { type: "failed" }
  | { type: "held"; over: Hold }
  /** The host died or the run was paused: nobody's failure. */
  | { type: "interrupted" }
  | { type: "triage-started" }
  | { type: "triaged"; class: TriageClass }
  /** A decision has been added to the architecture because of its failures. */
  | { type: "decided" }
  | { type: "asked"; over: Matter }
  | { type: "answered"; answer: Answer }
  | { type: "accepted" }
  | { type: "skipped" }
  /** A failed plan is resumed, or a revised one approved: what is unfinished gets a fresh start. */
  | { type: "reopened" };

/** `start`: begin an attempt, the first or another one. `continue`: go on with the one that stopped. */
export type Answer = "start" | "continue" | "accept" | "abandon";

/** The progress after an event. An event that cannot happen there is a mistake of ours, and throws. */
export function advance(now: StepProgress, event: StepEvent): StepProgress {
  const state = stateAfter(now, event);
  if (!state) throw new Error(`a step that is ${now.status} cannot be ${event.type}`);
  return { ...tallyAfter(now, event), ...state };
}

function stateAfter(now: StepProgress, event: StepEvent): StepState | null {
  const isActive = now.status === "active";
  switch (event.type) {
    case "started":
      return canStart(now) ? { status: "active" } : null;
    case "passed":
      return isActive
        ? { status: "passed", review: event.isReviewed === false ? "due" : "done", confirmed: false }
        : null;
    case "reviewed":
      if (now.status !== "passed" || now.review !== "due") return null;
      return { ...now, review: event.asks ? "asks" : "done" };
    case "failed":
      return isActive ? { status: "failed", triage: "due" } : null;
    case "held":
      return isActive ? { status: "held", over: event.over } : null;
    case "interrupted":
      if (now.status === "failed" && now.triage === "under-way") return { status: "failed", triage: "due" };
      return isActive ? { status: "pending" } : null;
    case "triage-started":
      return now.status === "failed" && now.triage === "due" ? { status: "failed", triage: "under-way" } : null;
    case "triaged":
      return now.status === "failed" && now.triage === "under-way" ? { status: "failed", triage: event.class } : null;
    case "decided":
      if (now.status === "failed") return { status: "failed", triage: now.triage };
      return now.status === "pending" ? { status: "pending" } : null;
    case "asked":
      return mattersOf(now).includes(event.over) ? { status: "blocked", over: event.over } : null;
    case "answered":
      return now.status === "blocked" ? stateAfterAnswer(now.over, event.answer) : null;
    case "accepted":
      return now.status === "passed" ? { status: "done" } : null;
    case "skipped":
      return isActive || now.status === "done" ? null : { status: "done" };
    case "reopened":
      return isActive || now.status === "done" ? null : { status: "pending" };
    default:
      return unreachable(event);
  }
}

function canStart(now: StepProgress): boolean {
  const isTriaged = now.status === "failed" && typeof now.triage === "number";
  return now.status === "pending" || now.status === "answered" || isTriaged;
}

/** Whether a person can be asked this about a step now. */
export const canBeAsked = (now: StepProgress, over: Matter): boolean => mattersOf(now).includes(over);

/** What a person can be asked about a step in this state, and nothing else: the matter says what has happened. */
function mattersOf(now: StepState): readonly Matter[] {
  switch (now.status) {
    case "pending":
      return ["template", "no-contract", "stuck"];
    case "passed":
      return now.review === "due" ? [] : ["checkpoint"];
    case "failed":
      return MATTERS_AFTER_FAILURE[now.triage];
    case "held":
      return [now.over];
    case "active":
    case "answered":
    case "blocked":
    case "done":
    case "abandoned":
      return [];
    default:
      return unreachable(now);
  }
}

const MATTERS_AFTER_FAILURE = {
  due: ["exhausted"],
  "under-way": [],
  1: ["retry"],
  2: ["retry", "resets"],
  3: ["what"],
} as const satisfies Record<(StepState & { status: "failed" })["triage"], readonly Matter[]>;

function stateAfterAnswer(over: Matter, answer: Answer): StepState | null {
  switch (answer) {
    case "start":
      return { status: "pending" };
    case "continue":
      return over === "checkpoint" || isHold(over) ? { status: "answered" } : null;
    case "accept":
      return ACCEPTABLE_BY_EYE.includes(over) ? { status: "passed", review: "done", confirmed: true } : null;
    case "abandon":
      return { status: "abandoned" };
    default:
      return unreachable(answer);
  }
}

/**
 * Where a person may accept by eye: the work is in the tree, no wall was broken, and the contract, where there is one,
 * has run. Not `unverified` and `question`, since a gate that did not run did not pass; not `retry`, since the tree has
 * been reset by then.
 */
const ACCEPTABLE_BY_EYE: readonly Matter[] = [
  "by-eye",
  "deviation",
  "nothing-done",
  "unproven",
  "weaker-tests",
  "announce",
  "checkpoint",
  "exhausted",
  "resets",
  "what",
];

const isHold = (matter: Matter): matter is Hold => HOLDS.some((hold) => hold === matter);

function tallyAfter(now: StepProgress, event: StepEvent): Tally {
  const { attempts, failures, resets, byEye } = now;
  const same = { attempts, failures, resets, byEye };
  switch (event.type) {
    case "started":
      return { ...same, attempts: now.status === "answered" ? attempts : attempts + 1 };
    case "failed":
      return { ...same, failures: failures + 1 };
    case "triaged":
      return event.class === 2 ? { ...same, resets: resets + 1 } : same;
    case "decided":
      return { ...same, failures: 0 };
    case "answered":
      if (now.status !== "blocked" || event.answer !== "start") return same;
      return { ...same, failures: endsCycle(now.over) ? 0 : failures, byEye: byEye || now.over === "no-contract" };
    case "reopened":
      return { ...NOT_STARTED, attempts };
    default:
      return same;
  }
}

/** A person who lets an exhausted step go on gives it a whole new cycle; a nod to one more retry does not. */
export const endsCycle = (over: Matter): boolean => over === "exhausted" || over === "resets" || over === "what";
