import type { Rule } from "./rule.ts";

export const missingContract: Rule = {
  code: "PW134",
  name: "missing-contract",
  severity: "warning",
  summary: "A step has no contract.",
  why: "Without a contract nothing can prove the step, so only a person can accept it, by eye.",
  check({ parsed, report }) {
    const isAutonomous = parsed.plan.mode === "autonomous";
    for (const [index, step] of parsed.plan.steps.entries()) {
      if (step.contracts.length > 0 || step.status === "done") continue;
      // A contract that is announced but cannot be read has been reported already.
      if (parsed.has(`/steps/${index}/contracts/0`)) continue;
      report(
        parsed.at(`/steps/${index}`),
        isAutonomous ? "an autonomous plan has a step without a contract" : "the step has no contract",
        {
          help: "add a command that fails until the step is done",
          severity: isAutonomous ? "error" : "warning",
        },
      );
    }
  },
};
