import type { Matter } from "../plan/progress.ts";
import type { AnswerValue, Question, QuestionKind } from "../record/question.ts";

type Shape = {
  kind: QuestionKind;
  severity: Question["severity"];
  headline: string;
  options: readonly AnswerValue[];
  suggestion: AnswerValue | null;
};

/** What is asked about each matter, in one line, and what can be answered. */
export const SHAPES: Readonly<Record<Matter, Shape>> = {
  question: {
    kind: "question",
    severity: "major",
    headline: "the worker asks",
    options: ["continue", "edit", "retry", "skip", "abort"],
    suggestion: "continue",
  },
  unverified: {
    kind: "escalation",
    severity: "major",
    headline: "its contract did not really run, so nothing is proven",
    options: ["retry", "skip", "revise", "abort"],
    suggestion: "revise",
  },
  "by-eye": {
    kind: "checkpoint",
    severity: "minor",
    headline: "it has no contract; look at the work and decide",
    options: ["accept", "adjust", "edit", "retry", "abort"],
    suggestion: null,
  },
  deviation: {
    kind: "checkpoint",
    severity: "major",
    headline: "its contract passes, and it changes more than the step announces",
    options: ["accept", "adjust", "edit", "retry", "abort"],
    suggestion: null,
  },
  "nothing-done": {
    kind: "checkpoint",
    severity: "major",
    headline: "nothing was changed, and its contract passes as it did before",
    options: ["accept", "retry", "skip", "revise", "abort"],
    suggestion: null,
  },
  unproven: {
    kind: "checkpoint",
    severity: "major",
    headline: "its contract passes, and also passed before the work; nothing is proven",
    options: ["accept", "adjust", "edit", "retry", "skip", "revise", "abort"],
    suggestion: null,
  },
  "weaker-tests": {
    kind: "checkpoint",
    severity: "major",
    headline: "its contract passes, and what judges it is weaker than before",
    options: ["accept", "adjust", "edit", "retry", "abort"],
    suggestion: null,
  },
  announce: {
    kind: "checkpoint",
    severity: "major",
    headline: "its contract passes only with changed tests; announce these files?",
    options: ["accept", "adjust", "edit", "retry", "abort"],
    suggestion: null,
  },
  tampered: {
    kind: "escalation",
    severity: "critical",
    headline: "the worker changed files that it must not",
    options: ["retry", "revise", "abort"],
    suggestion: "abort",
  },
  "protected-area": {
    kind: "protected-area",
    severity: "critical",
    headline: "the worker changed a protected area",
    options: ["retry", "revise", "abort"],
    suggestion: "abort",
  },
  budget: {
    kind: "budget",
    severity: "major",
    headline: "the worker was stopped, because its budget is exceeded",
    options: ["raise", "retry", "revise", "abort"],
    suggestion: "raise",
  },
  template: {
    kind: "template",
    severity: "major",
    headline: "its steps are not written yet",
    options: ["revise", "skip", "abort"],
    suggestion: "revise",
  },
  "no-contract": {
    kind: "escalation",
    severity: "major",
    headline: "it has no contract, and in autonomous mode no person looks",
    options: ["retry", "revise", "skip", "abort"],
    suggestion: "revise",
  },
  stuck: {
    kind: "escalation",
    severity: "major",
    headline: "it waits for a step that can never be done",
    options: ["revise", "skip", "abort"],
    suggestion: "revise",
  },
  checkpoint: {
    kind: "checkpoint",
    severity: "minor",
    headline: "its contract passes; look at the work before it is accepted",
    options: ["accept", "adjust", "edit", "stop", "abort"],
    suggestion: "accept",
  },
  retry: {
    kind: "escalation",
    severity: "minor",
    headline: "the attempt failed; retry?",
    options: ["retry", "skip", "revise", "abort"],
    suggestion: "retry",
  },
  exhausted: {
    kind: "escalation",
    severity: "major",
    headline: "all attempts failed",
    options: ["retry", "accept", "skip", "revise", "abort"],
    suggestion: null,
  },
  resets: {
    kind: "escalation",
    severity: "major",
    headline: "the planner has blamed the architecture too often",
    options: ["retry", "accept", "skip", "revise", "abort"],
    suggestion: "revise",
  },
  what: {
    kind: "escalation",
    severity: "major",
    headline: "what the step asks for seems impossible or unclear",
    options: ["retry", "accept", "skip", "revise", "abort"],
    suggestion: "revise",
  },
};
