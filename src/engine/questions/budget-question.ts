import { AMOUNTS } from "../../plan/grant.ts";
import type { Budget, Plan, Step } from "../../plan/model.ts";
import { type Expected, NOTHING_SPENT, spentTogether } from "../../plan/spending.ts";
import { amountsInWords, spentInWords } from "../../plan/spending-words.ts";
import type { Missing, Question } from "../../record/question.ts";
import type { RunId } from "../../record/run.ts";
import { optionsAbout } from "../../telling/question-options.ts";
import { limitsOf } from "../state/budget-limits.ts";
import type { RunState } from "../state/run-state.ts";
import { stepsLeft } from "./budget-estimate.ts";

/** What is known when a budget does not reach: for which step, what is missing of whose, and what was expected. */
export type Shortage = { plan: Plan; state: RunState; step: Step; missing: Missing[]; expected: Expected };

/** Asks before anything begins that could not be paid. It is about the plan, so that nothing else begins either. */
export function budgetQuestion(run: RunId, shortage: Shortage, id: string): Question {
  return {
    ...{ id, run, step: null, over: "budget", kind: "budget", severity: "major" },
    headline: shortageInWords(shortage),
    context: accountOf(shortage),
    options: optionsAbout("budget", ["raise", "revise", "abort", "stop"]),
    suggestion: "raise",
    missing: shortage.missing,
  };
}

/** The same where a worker was stopped: about its step, whose work is kept and goes on. */
export const stoppedQuestion = (question: Question, shortage: Shortage): Question => ({
  ...question,
  headline: `${shortageInWords(shortage)}: ${named(shortage.step)} was stopped`,
  context: [...accountOf(shortage), ...question.context],
  missing: shortage.missing,
});

function shortageInWords({ plan, state, step, missing }: Shortage): string {
  const left = stepsLeft(plan, state).length;
  const parts = missing.map(({ of, amount }) => {
    const need = `need ${amountsInWords(amount).join(" and ")} more`;
    return of === null
      ? `budget exceeded, ${left} ${left === 1 ? "step" : "steps"} remaining, ${need}`
      : `budget exceeded for ${named(step)}, ${need}`;
  });
  return parts.join("; ");
}

/** What was spent and on what, what nobody knows, and what is still to come. */
function accountOf({ plan, state, step, expected }: Shortage): string[] {
  const { spent } = state.spending;
  const limits = limitsOf(plan, state, null);
  const worked = plan.steps.flatMap((each) => {
    const own = spent.get(each.id);
    return own ? [{ step: each, own }] : [];
  });
  const silent = worked.filter(
    ({ own }) => (limits.tokens !== undefined && !own.tokens.isWhole) || (limits.usd !== undefined && !own.usd.isWhole),
  );
  const spentSoFar = spentInWords(spentTogether(spent.values()), limits);
  const onStep = spentInWords(spent.get(step.id) ?? NOTHING_SPENT, limitsOf(plan, state, step));
  return [
    ...(spentSoFar === "" ? [] : [`spent so far: ${spentSoFar}`]),
    ...(step.budget === undefined ? [] : [`spent on ${named(step)}: ${onStep}`]),
    ...(worked.length === 0
      ? []
      : [worked.map(({ step: each, own }) => `${named(each)}: ${spentInWords(own, {})}`).join("\n")]),
    ...silent.map(({ step: each }) => `not all that ${named(each)} has used is known; it comes on top`),
    ...toldExpected(`${named(step)} is expected to take`, only(expected.next, { ...step.budget, ...limits })),
    ...toldExpected("all steps that remain are expected to take", only(expected.rest, limits)),
  ];
}

function toldExpected(words: string, amounts: Budget): string[] {
  const told = amountsInWords(amounts);
  return told.length === 0 ? [] : [`${words} ${told.join(", ")}`];
}

/** Those amounts that are limited. */
function only(amounts: Budget, limits: Budget): Budget {
  const names = AMOUNTS.filter((name) => limits[name] !== undefined && amounts[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, amounts[name]]));
}

const named = ({ number, title }: Step): string => `step ${number}, ${title}`;
