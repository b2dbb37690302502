import type { Plan, Step } from "../plan/model.ts";
import type { Matter } from "../plan/progress.ts";
import type { AnswerValue, Question, QuestionKind } from "../record/question.ts";
import type { RunId } from "../record/run.ts";
import type { Outcome } from "./outcome.ts";
import { optionsAbout } from "./question-options.ts";

/** What a question is built from: the step, what it is about, and what is known of its attempts, newest last. */
export type Asking = {
  run: RunId;
  plan: Plan;
  step: Step;
  over: Matter;
  attempts: readonly NumberedOutcome[];
  id: string;
};

export type NumberedOutcome = Outcome & { number: number; diff: string };

/** Everything a person needs to decide, in one place: they may come back days later and remember nothing. */
export function questionAbout({ run, step, over, attempts, id }: Asking): Question {
  const last = attempts.at(-1);
  const told =
    last === undefined || last.verdict.is === "passed" || last.verdict.is === "interrupted" ? "" : last.verdict.told;
  const { kind, severity, headline, options, suggestion } = SHAPES[over];
  const asked = over === "question" ? asSaid(last?.question ?? told) : "";
  return {
    id,
    run,
    step: step.id,
    over,
    kind,
    severity,
    headline: `step ${step.number}, ${step.title}: ${headline}${asked}`,
    context:
      over === "question"
        ? [last?.question ?? told, ...evidence(attempts)]
        : [told, ...evidence(attempts)].filter(Boolean),
    options: optionsAbout(over, options),
    suggestion,
  };
}

/** The beginning of a worker's question: enough to know what it is about, in a list of many. */
function asSaid(question: string): string {
  const line =
    question
      .split("\n")
      .map((each) => each.trim())
      .find(Boolean) ?? "";
  const characters = [...line];
  if (characters.length === 0) return "";
  return `: ${characters.length > MOST_SAID ? `${characters.slice(0, MOST_SAID - 1).join("")}…` : line}`;
}

const MOST_SAID = 160;

/** Of every attempt: what the contracts said, the end of their output, and what was changed. */
function evidence(attempts: readonly NumberedOutcome[]): string[] {
  return attempts.flatMap(({ contracts, verdict, diff, text, agent, number }) => {
    const told = verdict.is === "failed" || verdict.is === "held" ? verdict.told : verdict.is;
    const ran = contracts.map(({ command, exit, log }) => `$ ${command}\nexit ${exit}\n${log}`);
    const changed = diff === "" ? "it changed nothing" : diff;
    return [
      ...(attempts.length > 1 ? [`attempt ${number}: ${told}`] : []),
      ...(text.trim() === "" ? [] : [`${agent} said: ${text}`]),
      // Whoever is to accept wants to see the work; whoever is to mend it, what was wrong with it.
      ...(verdict.is === "passed" ? [changed, ...ran] : [...ran, changed]),
    ];
  });
}

type Shape = {
  kind: QuestionKind;
  severity: Question["severity"];
  headline: string;
  options: readonly AnswerValue[];
  suggestion: AnswerValue | null;
};

const SHAPES: Readonly<Record<Matter, Shape>> = {
  question: {
    kind: "question",
    severity: "major",
    headline: "the worker asks",
    options: ["continue", "retry", "skip", "abort"],
    suggestion: "continue",
  },
  unverified: {
    kind: "escalation",
    severity: "major",
    headline: "its contract could not really run, so nothing is proven",
    options: ["retry", "skip", "revise", "abort"],
    suggestion: "revise",
  },
  "by-eye": {
    kind: "checkpoint",
    severity: "minor",
    headline: "it has no contract; look at the work and decide",
    options: ["accept", "adjust", "retry", "abort"],
    suggestion: null,
  },
  deviation: {
    kind: "checkpoint",
    severity: "major",
    headline: "its contract passes, and it changes more than it announces",
    options: ["accept", "adjust", "retry", "abort"],
    suggestion: null,
  },
  tampered: {
    kind: "escalation",
    severity: "critical",
    headline: "the worker touched what it must not",
    options: ["retry", "revise", "abort"],
    suggestion: "abort",
  },
  "protected-area": {
    kind: "protected-area",
    severity: "critical",
    headline: "the worker touched a protected area",
    options: ["retry", "revise", "abort"],
    suggestion: "abort",
  },
  template: {
    kind: "template",
    severity: "major",
    headline: "it stands for steps that are not written yet",
    options: ["revise", "skip", "abort"],
    suggestion: "revise",
  },
  "no-contract": {
    kind: "escalation",
    severity: "major",
    headline: "it has no contract, and in autonomous mode nobody looks",
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
    options: ["accept", "adjust", "stop", "abort"],
    suggestion: "accept",
  },
  retry: {
    kind: "escalation",
    severity: "minor",
    headline: "the attempt failed; shall another one begin?",
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
    headline: "the architecture was blamed once too often",
    options: ["retry", "accept", "skip", "revise", "abort"],
    suggestion: "revise",
  },
  what: {
    kind: "escalation",
    severity: "major",
    headline: "what it asks for seems to be impossible or unclear",
    options: ["retry", "accept", "skip", "revise", "abort"],
    suggestion: "revise",
  },
};

/** The branch is not where we have left it. */
export function lostBranch(run: RunId, branch: string, told: string, id: string): Question {
  return {
    id,
    run,
    step: null,
    over: "lost",
    kind: "escalation",
    severity: "critical",
    headline: `${branch} is not where Planwright left it`,
    context: [told],
    options: [
      {
        label: "Put it back",
        value: "retry",
        description: "move the branch to the last commit that Planwright made; what is there now is kept beside it",
      },
      { label: "Give up", value: "abort", description: "the plan has failed; nothing is moved" },
    ],
    suggestion: null,
  };
}
