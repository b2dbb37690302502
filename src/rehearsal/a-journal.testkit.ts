import type { Matter } from "../plan/progress.ts";
import type { Question } from "../record/question.ts";
import type { FailedBecause, RunEvent, RunFact } from "../record/run-event.ts";

/** What happened to a run, as its events. */
export const journal = (...facts: RunFact[]): RunEvent[] =>
  facts.map((fact, index) => ({ run: "sample-000000", seq: index + 1, at: new Date(0).toISOString(), ...fact }));

export const ended = (step: string, attempt: number, text = "", milliseconds = 0): RunFact => ({
  ...{ type: "worker-ended", step, attempt, leg: 1 },
  ...{ reason: "finished", text, milliseconds, tree: "", usage: [] },
});

export const failed = (step: string, attempt: number, reason: FailedBecause = "contract"): RunFact => ({
  ...{ type: "attempt-failed", step, attempt, leg: 1, reason },
  ...{ told: "`test -f secret`: exit status 1", contracts: [], kept: null },
});

export const triaged = (step: string, told: string): RunFact => ({
  ...{ type: "triaged", step, class: 1, by: "default", told, change: null, usage: [], milliseconds: 0 },
});

export const touched = (step: string, path: string): RunFact => ({
  ...{ type: "attempt-held", step, attempt: 1, leg: 1, over: "tampered" },
  ...{ told: "", contracts: [], places: [{ path, what: "created" }], kept: null },
});

export const accepted = (step: string, attempt = 1, byEye: string | null = null): RunFact => ({
  ...{ type: "step-accepted", step, attempt, byEye, outcome: byEye === null ? "proven" : "by-eye" },
  ...{ dev: "", accepted: "", receipt: "", result: "" },
});

export const asked = (step: string | null, over: Question["over"] & Matter, headline: string): RunFact => ({
  type: "asked",
  step,
  question: {
    ...{ id: `about-${over}`, run: "sample-000000", step, over, kind: "escalation", severity: "major", headline },
    ...{ context: [], suggestion: null },
    options: [
      { label: "Retry", value: "retry", description: "" },
      { label: "Skip", value: "skip", description: "" },
      { label: "Give up", value: "abort", description: "" },
    ],
  },
});
