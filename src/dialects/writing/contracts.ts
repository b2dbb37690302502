import type { Contract, StdoutTest } from "../../plan/model.ts";
import { type Fitting, NO_PLACE } from "./fitting.ts";

/** All dialects write one contract for a step. */
export function keepFirstContract(fitting: Fitting): void {
  for (const step of fitting.plan.steps) {
    if (step.contracts.length > 1) fitting.lose("contract", `a second one ${NO_PLACE}`, step);
    step.contracts = step.contracts.slice(0, 1);
  }
}

/** The lines that say what a command must do, as `reading/expectations.ts` reads them. */
export function expectationLines({ exitCode, stdout }: Contract): string[] {
  return [`exit_code == ${exitCode}`, ...(stdout ? [`stdout ${stdoutText(stdout)}`] : [])];
}

const stdoutText = (test: StdoutTest): string =>
  test.kind === "contains" ? `contains "${test.text.replace(/["\\]/g, "\\$&")}"` : `matches /${test.pattern}/`;
