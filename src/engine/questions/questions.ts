import type { Plan, Step } from "../../plan/model.ts";
import type { Matter } from "../../plan/progress.ts";
import type { AnswerValue, Question } from "../../record/question.ts";
import type { RunId } from "../../record/run.ts";
import { OUTCOME_MEANING, OUTCOME_WORD } from "../../telling/outcome-words.ts";
import { proofLines } from "../../telling/proof-lines.ts";
import { optionsAbout } from "../../telling/question-options.ts";
import { SHAPES } from "../../telling/question-shapes.ts";
import type { NumberedOutcome } from "../state/attempts-of.ts";
import type { OutcomeVerdict } from "../state/outcome.ts";

/** What a question is built from: the step, what it is about, and what is known of its attempts, newest last. */
export type Asking = {
  run: RunId;
  plan: Plan;
  step: Step;
  over: Matter;
  attempts: readonly NumberedOutcome[];
  /** What was found out about its failures. */
  findings: readonly string[];
  /** What the plan would say from then on, if it is agreed to; empty where nobody proposes anything. */
  proposed: readonly string[];
  /** What the planner proposed is not taken: it overstepped. */
  isRefused?: boolean;
  id: string;
};

/** Everything a person needs to decide, in one place: they may come back days later and remember nothing. */
export function questionAbout(asking: Asking): Question {
  const { run, step, over, attempts, proposed, isRefused = false, id } = asking;
  const last = attempts.at(-1);
  const told =
    last === undefined || last.verdict.is === "passed" || last.verdict.is === "interrupted" ? "" : last.verdict.told;
  const { kind, severity, options, ...shape } = SHAPES[over];
  // Where no contract came to run, the plan is not what has to change.
  const isUntried = over === "unverified" && last?.contracts.length === 0;
  const { headline, suggestion } =
    over === "checkpoint" ? atCheckpoint(shape, last?.verdict) : isUntried ? UNTRIED : shape;
  const asks = over === "question" ? last?.asks : undefined;
  const choices = asks?.choices ?? [];
  const question = asks?.question ?? last?.question ?? told;
  return {
    id,
    run,
    step: step.id,
    over,
    kind,
    severity: asks?.severity ?? severity,
    headline: `step ${step.number}, ${step.title}: ${headlineOf(headline, over, isRefused)}${over === "question" ? asSaid(question) : ""}`,
    context: contextOf(asking, question, told).filter(Boolean),
    options: optionsAbout(over, offered(options, over, proposed.length > 0), proposed.length > 0),
    suggestion,
    ...(choices.length > 0 && { choices }),
  };
}

const UNTRIED = { headline: "the attempt ended before its contract could run", suggestion: "retry" } as const;

/** A question says first what is asked; a review begins with the work, and all else with what has gone wrong. */
function contextOf(
  { over, attempts, proposed, findings, isRefused }: Asking,
  question: string,
  told: string,
): string[] {
  const shown = evidence(attempts, over);
  const changes = proposed.map((each) => (isRefused ? each : `proposed: ${each}`));
  if (over === "question") return [question, attempts.at(-1)?.asks?.context ?? "", ...shown];
  if (over === "checkpoint" || over === "by-eye") return [...shown, ...changes];
  return [told, ...findings, ...changes, ...shown];
}

/** A planner that oversteps is called that, and the step is not blamed for it. */
function headlineOf(headline: string, over: Matter, isRefused: boolean): string {
  if (!isRefused) return headline;
  return over === "what"
    ? "the planner overstepped; only you can change what it wants to change"
    : `${headline} (${NOT_TAKEN})`;
}

const NOT_TAKEN = "the planner's proposal is refused";

/** Work that passes without being proven is told so first of all, and nothing is suggested about it. */
function atCheckpoint(
  shape: Pick<(typeof SHAPES)["checkpoint"], "headline" | "suggestion">,
  verdict: OutcomeVerdict | undefined,
): typeof shape {
  if (verdict?.is !== "passed" || verdict.outcome === "proven") return shape;
  const isShown = verdict.outcome === "guarded";
  return {
    headline: `${OUTCOME_WORD[verdict.outcome]}: ${OUTCOME_MEANING[verdict.outcome]}; look at the work before it is accepted`,
    suggestion: isShown ? shape.suggestion : null,
  };
}

/** Who is asked about a change of the plan, too, can go on without it, and approve what a template stands for. */
function offered(options: readonly AnswerValue[], over: Matter, isProposed: boolean): readonly AnswerValue[] {
  if (!isProposed) return options;
  if (over === "template") return ["accept", ...options];
  if (over !== "retry" && over !== "checkpoint") return options;
  return options.flatMap((value, index): AnswerValue[] => (index === 0 ? [value, "keep"] : [value]));
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

/** Of every attempt: what was changed, what the contracts said, the end of the output of those that said no. */
function evidence(attempts: readonly NumberedOutcome[], over: Matter): string[] {
  return attempts.flatMap((outcome) => {
    const { verdict, diff, text, question, agent, number } = outcome;
    const told = verdict.is === "failed" || verdict.is === "held" ? verdict.told : verdict.is;
    const ran = contractsIn(outcome);
    const changed = diff === "" ? "it changed nothing" : diff;
    const attempt = attempts.length > 1 ? [`attempt ${number}: ${told}`] : [];
    // A question stands above.
    const said = text.trim() === "" || text === question ? [] : [`${agent} said: ${text}`];
    // Whoever is to accept wants to see the work; whoever is to mend it, what was wrong with it.
    return SHAPES[over].kind === "checkpoint"
      ? [...attempt, changed, ...ran, ...said]
      : [...attempt, ...said, ...ran, changed];
  });
}

/** What a contract that passes has printed tells nobody anything. */
const contractsIn = ({ contracts, proof }: NumberedOutcome): string[] =>
  contracts.map(({ command, exit, log }, index) => {
    const proven = proof?.contracts[index];
    return proven?.after.state === "green" ? proofLines(proven) : `$ ${command}\nexit ${exit}\n${log}`;
  });

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
        label: "Move it back",
        value: "retry",
        description: "move the branch to the last commit that Planwright made; what is there now is kept beside it",
      },
      { label: "Give up", value: "abort", description: "the plan has failed; nothing is moved" },
    ],
    suggestion: null,
  };
}
