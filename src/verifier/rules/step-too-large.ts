import type { Step } from "../../plan/model.ts";
import { roleOf } from "../../plan/policies.ts";
import { promptTokens, type SizeOf, sharesOf, tokensIn } from "../../plan/prompt-size.ts";
import { roughly } from "../../std/roughly.ts";
import type { Rule } from "./rule.ts";

export const stepTooLarge: Rule = {
  code: "PW405",
  name: "step-too-large",
  severity: "warning",
  summary: "What a step gives its worker fills more than 40 % of the model's context window.",
  why: "The worker has to read, try and correct in what is left of the window, and forgets the beginning when it is full.",
  check({ parsed, world, report }) {
    for (const [index, step] of parsed.plan.steps.entries()) {
      if (step.status === "done") continue;
      const role = roleOf(step);
      const window = world.contextWindow(role);
      const tokens = promptTokens(step, world.sizeOf);
      if (tokens <= window * LARGEST_SHARE) continue;
      const limit = `40 % of the ${roughly(window)} that the role \`${role}\` can take in`;
      report(
        parsed.at(`/steps/${index}`),
        `the step gives its worker about ${roughly(tokens)} tokens to read, more than ${limit}`,
        { help: adviceOn(step, tokens, world.sizeOf) },
      );
    }
  },
};

const LARGEST_SHARE = 0.4;

function adviceOn(step: Step, tokens: number, sizeOf: SizeOf): string {
  const [largest] = sharesOf(step, sizeOf).sort((a, b) => b.characters - a.characters);
  const size = tokensIn(largest?.characters ?? 0);
  if (largest?.of !== "file" || size < tokens / 2) return "split the step";
  return `\`${largest.name}\` alone is about ${roughly(size)}; name it in the task, and let the worker read the part it needs`;
}
