import type { Rule } from "../rule.ts";

export const duplicateStep: Rule = {
  code: "PW131",
  name: "duplicate-step",
  severity: "error",
  summary: "Two steps have the same id or number.",
  why: "A commit, a receipt and a dependency name a step by its id; two steps of one id cannot be told apart.",
  check({ parsed, report }) {
    const seen = new Set<string>();
    for (const [index, step] of parsed.plan.steps.entries()) {
      if (seen.has(step.id)) {
        report(parsed.at(`/steps/${index}/number`), `a step \`${step.id}\` stands above already`, {
          help: "give each step a number of its own",
        });
      }
      seen.add(step.id);
    }
  },
};
