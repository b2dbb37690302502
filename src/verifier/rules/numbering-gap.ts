import type { Rule } from "./rule.ts";

export const numberingGap: Rule = {
  code: "PW132",
  name: "numbering-gap",
  severity: "warning",
  summary: "Steps are not numbered 1, 2, 3 and so on.",
  why: "A gap reads as a step that got lost, and commits are named after the number.",
  check({ parsed, report }) {
    // The index of a task file only sorts.
    if (!parsed.isWhole || parsed.plan.source.dialect === "thread") return;
    const isUsed = new Set(parsed.plan.steps.map((step) => step.number));
    const seen = new Set<string>();
    let highest = 0;
    for (const [index, { id, number }] of parsed.plan.steps.entries()) {
      const pointer = `/steps/${index}/number`;
      // A number that is forgotten or used twice is a fault of its own, and says nothing about the ones that follow.
      if (!parsed.has(pointer) || seen.has(id)) continue;
      seen.add(id);
      if (number === 0) {
        report(parsed.at(pointer), "this step is number 0", { help: "number the steps from 1" });
      } else if (number <= highest) {
        report(parsed.at(pointer), `step ${number} stands below step ${highest}`, {
          help: "put the steps in the order of their numbers",
        });
      } else if (number > highest + 1 && !isUsed.has(number - 1)) {
        const gap = highest === 0 ? `the first step is number ${number}` : `step ${number} follows step ${highest}`;
        report(parsed.at(pointer), gap, { help: "renumber the steps, or put back what is missing" });
      }
      highest = Math.max(highest, number);
    }
  },
};
