import type { Rule } from "../rule.ts";

export const numberingGap: Rule = {
  code: "PW132",
  name: "numbering-gap",
  severity: "warning",
  summary: "Steps are not numbered 1, 2, 3 and so on.",
  why: "A gap reads as a step that got lost, and commits are named after the number.",
  check({ parsed, report }) {
    const seen = new Set<string>();
    let expected = 1;
    for (const [index, { id, number }] of parsed.plan.steps.entries()) {
      // A repeated number is a fault of its own, and says nothing about the ones that follow.
      if (seen.has(id)) continue;
      seen.add(id);
      if (number !== expected) {
        report(parsed.at(`/steps/${index}/number`), `this step is number ${number}; ${expected} would follow`, {
          help: "renumber the steps, or put the missing one back",
        });
      }
      expected = number + 1;
    }
  },
};
