import type { Plan } from "./model.ts";
import { complexityOf } from "./policies.ts";

/**
 * Where a step stands in the course of a plan. Stages follow one another: what comes before the tracks, the tracks,
 * what comes after their merge. Inside a stage the steps of one lane go one at a time; lanes go side by side.
 */
export type Place = { stage: number; lane: string };

/** By position in the plan. Only a `complex` plan has tracks; every other plan is one stage with one lane. */
export function placesOf(plan: Plan): Place[] {
  const firstTrack = complexityOf(plan) === "complex" ? plan.steps.findIndex((step) => step.track !== undefined) : -1;
  return plan.steps.map((step, position) => {
    if (firstTrack === -1 || position < firstTrack) return { stage: 0, lane: "" };
    return step.track === undefined ? { stage: 2, lane: "" } : { stage: 1, lane: step.track };
  });
}

export type Separation = "later-stage" | "other-track";

/** Why the result of step `on` is never in the tree that `step` starts from; null when it can be. */
export function separation(places: readonly Place[], step: number, on: number): Separation | null {
  const [here, there] = [places[step], places[on]];
  if (!here || !there) return null;
  if (there.stage > here.stage) return "later-stage";
  return there.stage === here.stage && there.lane !== here.lane ? "other-track" : null;
}
