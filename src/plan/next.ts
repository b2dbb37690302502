import { unreachable } from "../std/unreachable.ts";
import { dependencyGraph } from "./graph.ts";
import type { Plan, Step } from "./model.ts";
import { failurePolicy, MAX_CYCLE_RESETS, modeOf } from "./policies.ts";
import { type Matter, NOT_STARTED, type StepProgress } from "./progress.ts";
import { type Place, placesOf, separation } from "./tracks.ts";

export type Action =
  /** Begin attempt number `attempt`, or go on with it after a person's answer. */
  | { do: "work"; step: string; attempt: number; continues: boolean }
  | { do: "triage"; step: string }
  /** Look at work that has passed, before it is accepted. */
  | { do: "review"; step: string }
  /** Write the acceptance commit. */
  | { do: "accept"; step: string }
  | { do: "ask"; step: string; about: Matter }
  /** A plan without steps proves nothing, so it is never complete. */
  | { do: "ask"; about: "no-steps" }
  /** The plan has failed, at this step. Always alone. */
  | { do: "fail"; step: string }
  /** Nothing to do until one of these ends. Always alone. */
  | { do: "wait"; on: Wait[] }
  | { do: "complete" };

export type Wait = { step: string; for: "attempt" | "triage" | "answer" };

/**
 * What to do now. The engine carries the actions out, tells `progress.ts` what happened and asks again; a step that
 * `progress` does not know has not started. Never empty: a plan that cannot go on asks or says what it waits for.
 */
export function next(plan: Plan, progress: ReadonlyMap<string, StepProgress>): Action[] {
  if (plan.steps.length === 0) return [{ do: "ask", about: "no-steps" }];
  const sites = sitesOf(plan, progress);
  if (sites.every(isDone)) return [{ do: "complete" }];

  const wishes = [...sites.flatMap((site) => goOn(plan, site) ?? []), ...startNext(plan, sites)];
  const end = wishes.find((action) => action.do === "fail");
  if (end) return [end];

  const permitted = sites.some(isEvidence) ? wishes.filter((action) => action.do === "ask") : wishes;
  const actions = permitted.filter((action) => action.do !== "wait");
  if (actions.length > 0) return actions;
  return [{ do: "wait", on: wishes.flatMap((action) => (action.do === "wait" ? action.on : [])) }];
}

type Site = { position: number; step: Step; place: Place; progress: StepProgress };

function sitesOf(plan: Plan, progress: ReadonlyMap<string, StepProgress>): Site[] {
  const places = placesOf(plan);
  return plan.steps.map((step, position) => ({
    position,
    step,
    place: places[position] ?? { stage: 0, lane: "" },
    progress: progress.get(step.id) ?? NOT_STARTED,
  }));
}

const isDone = ({ progress }: Site): boolean => progress.status === "done";
const isPending = ({ progress }: Site): boolean => progress.status === "pending";
/** Begun and not finished: its work is in the tree of its lane, so nothing else may start there. */
const isOpen = (site: Site): boolean => !isDone(site) && !isPending(site);

/** A wall was broken: everything stays as it is until a person has seen it. */
function isEvidence({ progress }: Site): boolean {
  if (progress.status !== "held" && progress.status !== "blocked") return false;
  return progress.over === "tampered" || progress.over === "protected-area";
}

/** What an open step needs; null for one that is not open. */
function goOn(plan: Plan, { step: { id }, step, progress }: Site): Action | null {
  switch (progress.status) {
    case "pending":
    case "done":
      return null;
    case "active":
      return { do: "wait", on: [{ step: id, for: "attempt" }] };
    case "answered":
      return { do: "work", step: id, attempt: progress.attempts, continues: true };
    case "passed":
      if (progress.review === "due") return { do: "review", step: id };
      if (progress.confirmed || (modeOf(plan) === "autonomous" && progress.review === "done")) {
        return { do: "accept", step: id };
      }
      return { do: "ask", step: id, about: "checkpoint" };
    case "failed":
      return afterFailure(plan, step, progress);
    case "held":
      return { do: "ask", step: id, about: progress.over };
    case "blocked":
      return { do: "wait", on: [{ step: id, for: "answer" }] };
    case "abandoned":
      return { do: "fail", step: id };
    default:
      return unreachable(progress);
  }
}

/** The last failure of a cycle goes to a person before any triage: `escalate` and `abort` act at once. */
function afterFailure(plan: Plan, step: Step, progress: StepProgress & { status: "failed" }): Action {
  const policy = failurePolicy(plan, step);
  switch (progress.triage) {
    case "due":
      if (progress.failures < policy.attempts) return { do: "triage", step: step.id };
      if (policy.exhausted === "abort") return { do: "fail", step: step.id };
      return { do: "ask", step: step.id, about: "exhausted" };
    case "under-way":
      return { do: "wait", on: [{ step: step.id, for: "triage" }] };
    case 3:
      return { do: "ask", step: step.id, about: "what" };
    case 2:
      if (progress.resets > MAX_CYCLE_RESETS) return { do: "ask", step: step.id, about: "resets" };
      return tryAgain(plan, step, progress);
    case 1:
      return tryAgain(plan, step, progress);
    default:
      return unreachable(progress.triage);
  }
}

function tryAgain(plan: Plan, step: Step, progress: StepProgress): Action {
  return modeOf(plan) === "autonomous" ? work(step, progress) : { do: "ask", step: step.id, about: "retry" };
}

const work = (step: Step, { attempts }: StepProgress): Action => ({
  do: "work",
  step: step.id,
  attempt: attempts + 1,
  continues: false,
});

/** One start in every free lane of the first stage that is not finished. */
function startNext(plan: Plan, sites: readonly Site[]): Action[] {
  const unfinished = sites.filter((site) => !isDone(site));
  const stage = unfinished.reduce((least, site) => Math.min(least, site.place.stage), Number.POSITIVE_INFINITY);
  // Only a revised plan can leave a step open in a later stage; it comes to its end first.
  if (sites.some((site) => isOpen(site) && site.place.stage !== stage)) return [];
  const lanes = Map.groupBy(
    sites.filter((site) => site.place.stage === stage),
    (site) => site.place.lane,
  );
  const isReady = readiness(plan, sites);
  return [...lanes.values()].flatMap((lane) => {
    const [first] = lane.filter(isPending);
    if (!first || lane.some(isOpen)) return [];
    const ready = lane.find((site) => isPending(site) && isReady(site));
    return [ready ? begin(plan, ready) : { do: "ask", step: first.step.id, about: "stuck" }];
  });
}

function readiness(plan: Plan, sites: readonly Site[]): (site: Site) => boolean {
  const graph = dependencyGraph(plan);
  const places = sites.map((site) => site.place);
  const isMet = (step: number, on: number): boolean => {
    const dependency = sites[on];
    // Done in another track is not enough: its result arrives with the merge, and that comes later.
    return dependency !== undefined && isDone(dependency) && separation(places, step, on) !== "other-track";
  };
  return ({ position }) => graph[position]?.every((on) => isMet(position, on)) ?? false;
}

function begin(plan: Plan, { step, progress }: Site): Action {
  if (step.template !== undefined) return { do: "ask", step: step.id, about: "template" };
  const nobodyLooks = modeOf(plan) === "autonomous" && !progress.byEye;
  if (step.contracts.length === 0 && nobodyLooks) return { do: "ask", step: step.id, about: "no-contract" };
  return work(step, progress);
}
