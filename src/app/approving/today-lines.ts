import type { Answer, Today } from "./contracts-today.ts";
import { spokenSteps } from "./spoken-steps.ts";

/** Contracts that are true before any work. */
export function vacuousLines(today: Today | null): string[] {
  const all = answersOf(today, "passes");
  const [declared, passing] = [all.filter(({ mustProve }) => mustProve), all.filter(({ mustProve }) => !mustProve)];
  const [first, later] = [passing.filter(({ isFirst }) => isFirst), passing.filter(({ isFirst }) => !isFirst)];
  return [
    ...declaredLines(declared),
    ...aboutContracts(first, "already, before any work: ", VAIN),
    ...aboutContracts(
      later,
      "already: ",
      (are) => `${VAIN(are)}, unless an earlier step breaks ${are ? "them" : "it"} first`,
    ),
  ];
}

/** Those that are declared to prove: a step that only passes them is not accepted. */
const declaredLines = (answers: readonly Saying<"passes">[]): string[] =>
  answers.map((answer) =>
    answer.runsTests
      ? `${contractsOf([answer])} passes already; a test added by this step must fail without the work`
      : `${contractsOf([answer])} passes already, and is declared to prove the step: it will not be accepted`,
  );

/** Tools that contracts need and do not find, each once. */
export function toolsLackedIn(today: Today | null): { tool: string; told: string }[] {
  const byTool = Map.groupBy(answersOf(today, "lacks"), ({ tool }) => tool);
  return [...byTool].map(([tool, answers]) => ({
    tool,
    told: `${contractsOf(answers)} cannot run: \`${tool}\` is not there; ${answers[0]?.remedy}`,
  }));
}

/** What nobody knows because there was no time, or no place, to look. */
export function untriedLines(today: Today | null): string[] {
  const untried = answersOf(today, "untried");
  if (today === null || untried.length === 0) return [];
  return [`not tried: ${contractsOf(untried)}: ${today.trouble ?? "it would have taken too long"}`];
}

type Saying<Says> = Extract<Answer, { says: Says }>;

const answersOf = <Says extends Answer["says"]>(today: Today | null, says: Says): Saying<Says>[] =>
  (today?.answers ?? []).filter((answer): answer is Saying<Says> => answer.says === says);

/** `npm test` passes before a step, too: there the tests that the step brings may still prove it. */
function aboutContracts(answers: readonly Saying<"passes">[], when: string, vain: (are: boolean) => string): string[] {
  const [tests, others] = [answers.filter(({ runsTests }) => runsTests), answers.filter(({ runsTests }) => !runsTests)];
  const said = (some: readonly Answer[], why: string): string[] =>
    some.length === 0 ? [] : [`${contractsOf(some)} ${isMany(some) ? "pass" : "passes"} ${when}${why}`];
  return [...said(others, vain(isMany(others))), ...said(tests, "only tests that this step adds can prove it")];
}

const VAIN = (are: boolean): string => (are ? "they prove nothing" : "it proves nothing");

const stepsIn = (answers: readonly Answer[]): number[] => [...new Set(answers.map(({ step }) => step))];
const isMany = (answers: readonly Answer[]): boolean => answers.length > 1;

/** `step 3's contract`, `contracts of steps 1, 2`. */
function contractsOf(answers: readonly Answer[]): string {
  const steps = stepsIn(answers);
  return isMany(answers) ? `contracts of ${spokenSteps(steps)}` : `step ${steps[0]}'s contract`;
}
