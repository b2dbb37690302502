import type { Plan, Step } from "../../plan/model.ts";
import { couldRunNewTests, onlyLints } from "../../shell/contract-purpose.ts";
import type { Today } from "./contracts-today.ts";
import { toolsLackedIn } from "./today-lines.ts";

/**
 * Programs that contracts need, that are not on PATH, and that no step says it adds or installs, a line each. Whoever
 * approves without looking is stopped here, before an agent is paid.
 */
export const missingTools = ({ steps }: Plan, today: Today): string[] =>
  toolsLackedIn(today)
    .filter(({ tool }) => !steps.some((step) => isNamedBy(step, tool)))
    .map(({ told }) => told);

function isNamedBy({ title, what, how, subtasks, files }: Step, tool: string): boolean {
  const paths = [...files.change, ...files.add].map(({ path }) => path);
  const text = [title, what, how ?? "", ...subtasks.map((each) => each.text), ...paths].join("\n").toLowerCase();
  return text.split(/[^\w.@+-]+/).some((word) => word.replace(/[.]+$/, "") === tool.toLowerCase());
}

/** Why a plan of one step should not begin: its contract is there to prove it, and passes already, whatever tests are added. */
export function nothingToProve({ steps }: Plan, { answers }: Today): string[] {
  const [only, ...others] = steps;
  if (only === undefined || others.length > 0) return [];
  const vain = only.contracts.filter(({ kind, command }) => kind === "proves" && !couldRunNewTests(command));
  const passes = answers.length > 0 && answers.every(({ says }) => says === "passes");
  if (vain.length === 0 || vain.length < only.contracts.length || !passes) return [];
  return ["the contract passes already: nothing to prove; give a contract that fails now, or `--guards`"];
}

/** Contracts that guard by their nature, by step: approval says so. */
export const lintingSteps = ({ steps }: Plan): number[] =>
  steps
    .filter(({ contracts }) => contracts.some(({ kind, command }) => kind === undefined && onlyLints(command)))
    .map(({ number }) => number);
