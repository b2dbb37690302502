import { currentState } from "../../engine/state/journal-state.ts";
import { type RunState, stepState } from "../../engine/state/run-state.ts";
import type { StepProgress } from "../../plan/progress.ts";
import type { Store } from "../../ports/store.ts";
import { nameOf } from "../../record/person.ts";
import type { Question } from "../../record/question.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { Run, RunSummary } from "../../record/run.ts";
import type { RunEvent } from "../../record/run-event.ts";
import type { StepOutcome } from "../../record/step-outcome.ts";
import { outcomesIn } from "../../telling/run-outcomes.ts";
import { spokenAgents } from "../agents/agents-of-plan.ts";
import type { Scene } from "../opening/scene.ts";
import { spoken } from "../runs/host-process.ts";
import { liveHolder } from "../runs/lease.ts";
import { findRun } from "../runs/open-runs.ts";
import { listedOf, openMemory, openRememberedRuns } from "../runs/remembered-runs.ts";
import { mergedRuns } from "./merged-runs.ts";
import { type SpentOfRun, spendingOf } from "./spending-meter.ts";

/** A run as a list shows it. */
export type ListedRun = Omit<RunSummary, "host"> & {
  /** How it stands, the first that is true: what happens now comes before what happened. */
  state: RunStanding;
  /** Whoever carries it out now, in words; null for nobody. */
  carriedOutBy: string | null;
  /** What it waits for, the most critical first. */
  questions: Pick<Question, "id" | "step" | "severity" | "headline" | "options">[];
};

/**
 * `merged`: done, and on a branch that is no plan's. `cancelled`: back to draft; `rejected`: before anybody had worked on
 * it, and its branch is gone. `unbegun`: approved, and nobody has carried it out yet. `stopped`: begun, and nobody goes on.
 */
export type RunStanding =
  | ("done" | "merged" | "failed" | "cancelled" | "rejected")
  | ("carried-out" | "waiting" | "paused" | "unbegun" | "stopped");

/** Newest first. `elsewhere` counts the runs that are not listed. */
export type RunList = { runs: ListedRun[]; elsewhere: number };

/** The runs of this repository, or of all of them. */
export async function listRuns(scene: Scene, { all }: { all: boolean }): Promise<RunList> {
  const of = listedOf(scene, { all });
  const store = await openMemory(scene);
  if (store === null) return { runs: [], elsewhere: 0 };
  const [runs, open, everywhere] = await Promise.all([store.runs.list(of), store.inbox.open(of), store.runs.list({})]);
  const merged = await mergedRuns(scene, store, runs);
  return {
    runs: await Promise.all(runs.map((run) => listed(store, run, { open, merged }))),
    elsewhere: everywhere.length - runs.length,
  };
}

type Known = { open: readonly Question[]; merged: ReadonlySet<string> };

async function listed(store: Store, run: RunSummary, { open, merged }: Known): Promise<ListedRun> {
  const { host, ...rest } = run;
  const questions = open
    .filter((question) => question.run === run.id)
    .map(({ id, step, severity, headline, options }) => ({ id, step, severity, headline, options }));
  const carriedOutBy = host === null ? null : await carrier(store, run.id);
  const state = merged.has(run.id) ? "merged" : await standing(store, run, { carriedOutBy, questions });
  return { ...rest, state, carriedOutBy, questions };
}

async function standing(
  store: Store,
  { id, status, isPaused }: RunSummary,
  { carriedOutBy, questions }: Pick<ListedRun, "carriedOutBy" | "questions">,
): Promise<RunStanding> {
  if (status === "done" || status === "failed") return status;
  if (status === "draft") return rejectionIn(await store.journal.read(id, 0)) === null ? "cancelled" : "rejected";
  if (carriedOutBy !== null) return "carried-out";
  if (questions.length > 0) return "waiting";
  if (isPaused) return "paused";
  const isBegun = (await store.journal.read(id, 0)).some(({ type }) => type === "hosted");
  return isBegun ? "stopped" : "unbegun";
}

async function carrier(store: Store, run: string): Promise<string | null> {
  const holder = await liveHolder(store, run);
  return holder && spoken(holder);
}

/** One run, step by step. */
export type RunReport = ListedRun & {
  mode: Run["mode"];
  agent: string;
  hash: string;
  /** Why it is over although it is not done, in words; null where it is not so. */
  why: string | null;
  stepList: StepReport[];
} & SpentOfRun;

export type StepReport = {
  id: string;
  number: number;
  title: string;
  status: StepProgress["status"];
  attempts: number;
  failures: number;
  /** What became of the last attempt, in words. */
  last: string | null;
  commit: string | null;
  receipt: string | null;
  isSkipped: boolean;
  /** What it has come to; null while it is not over. */
  outcome: StepOutcome | null;
  question: string | null;
};

export async function runReport(scene: Scene, name: string | undefined): Promise<RunReport> {
  const runs = await openRememberedRuns(scene);
  const run = await findRun(runs, name, { do: "status", with: {} });
  const { store, opened } = runs;
  const summary = (await store.runs.list({ repository: repositoryIdOf(opened.git.facts) })).find(
    ({ id }) => id === run.id,
  );
  if (!summary) throw new Error(`the run ${run.id} is in no list`);
  const events = await store.journal.read(run.id, 0);
  const state = await currentState(store.journal, run.id);
  const outcomes = outcomesIn(events);
  return {
    ...(await listed(store, summary, {
      open: [...state.open.values()],
      merged: await mergedRuns(scene, store, [summary]),
    })),
    mode: run.mode,
    agent: spokenAgents(run.plan, run),
    hash: run.hash,
    why: whyOver(summary, events),
    ...spendingOf(run.plan.budget, state.spending),
    stepList: run.plan.steps.map((step) => stepReport(step, state, events, outcomes.get(step.id) ?? null)),
  };
}

function whyOver({ status }: RunSummary, events: readonly RunEvent[]): string | null {
  if (status !== "failed" && status !== "draft") return null;
  const place = events.findLastIndex(({ type }) => type === "failed" || type === "answered" || type === "cancelled");
  const last = events[place];
  switch (last?.type) {
    case "failed":
      return last.told;
    case "answered":
      return `${nameOf(last.by)} answered ${last.value}`;
    case "cancelled":
      return rejectionIn(events) ?? `${nameOf(last.by)} sent it back to draft`;
    default:
      return null;
  }
}

/** Why a plan was rejected: whoever does so says why, and both are written down together. Null where nobody has. */
function rejectionIn(events: readonly RunEvent[]): string | null {
  const before = events[events.findLastIndex(({ type }) => type === "cancelled") - 1];
  return before?.type === "noted" ? before.told : null;
}

function stepReport(
  { id, number, title }: Run["plan"]["steps"][number],
  state: RunState,
  events: readonly RunEvent[],
  outcome: StepOutcome | null,
): StepReport {
  const { status, attempts, failures } = stepState(state, id).progress;
  const own = events.filter((event) => "step" in event && event.step === id);
  // What was undone and done again counts as it was done last.
  const end =
    status === "done" ? own.findLast(({ type }) => type === "step-accepted" || type === "step-skipped") : null;
  const question = [...state.open.values()].find(({ step }) => step === id);
  return {
    ...{ id, number, title, status, attempts, failures },
    last: own.map(toldBy).findLast((told) => told !== null) ?? null,
    commit: end?.type === "step-accepted" ? end.accepted : end?.type === "step-skipped" ? end.commit : null,
    receipt: end?.type === "step-accepted" ? end.receipt : null,
    isSkipped: end?.type === "step-skipped",
    outcome: status === "done" ? outcome : null,
    question: question?.id ?? null,
  };
}

function toldBy(event: RunEvent): string | null {
  switch (event.type) {
    case "attempt-failed":
    case "attempt-held":
      return event.told;
    case "step-accepted":
      return event.result;
    default:
      return null;
  }
}
