import type { Rule } from "./rule.ts";

export const duplicateStep: Rule = {
  code: "PW131",
  name: "duplicate-step",
  severity: "error",
  summary: "Two steps have the same id or number.",
  why: "A commit, a receipt and a dependency name a step by its id; two steps of one id cannot be told apart.",
  check({ parsed, report }) {
    const seen = new Set<string>();
    for (const [index, { id }] of parsed.plan.steps.entries()) {
      const pointer = `/steps/${index}/number`;
      // A number that was forgotten has been reported already.
      if (!parsed.has(pointer)) continue;
      if (seen.has(id)) {
        report(parsed.at(pointer), `there is a step \`${id}\` already`, { help: "give each step a number of its own" });
      }
      seen.add(id);
    }
  },
};
