import type { Step } from "../../plan/model.ts";
import type { Candidate } from "./run-plan.ts";
import { spokenSteps } from "./spoken-steps.ts";

/** What the approval of a plan allows beyond work on files, a line each. Whoever publishes has the network, too. */
export function grants({ plan, contractNetwork }: Pick<Candidate, "plan" | "contractNetwork">): string[] {
  const numbers = (steps: readonly Step[]): number[] => steps.map(({ number }) => number);
  const publishing = numbers(plan.steps.filter(({ needs }) => needs.includes("publish")));
  const online = numbers(plan.steps.filter(({ needs }) => needs.length > 0));
  const isGiven = contractNetwork === "granted";
  const logIn = isGiven ? `; ${their(publishing)} contracts may use your log-in there` : "";
  const network = isGiven ? "may use the network" : "have no network, as your policy says";
  return [
    ...(publishing.length === 0
      ? []
      : [`${spokenSteps(publishing)} may publish: the branch is pushed and a pull request opened${logIn}`]),
    ...(online.length === 0 ? [] : [`${spokenSteps(online)}: ${their(online)} contracts ${network}`]),
  ];
}

const their = (steps: readonly number[]): string => (steps.length === 1 ? "its" : "their");
