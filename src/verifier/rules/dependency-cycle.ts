import { findCycles } from "../../plan/graph.ts";
import type { Rule } from "./rule.ts";

export const dependencyCycle: Rule = {
  code: "PW202",
  name: "dependency-cycle",
  severity: "error",
  summary: "Steps depend on each other in a circle.",
  why: "Each of them waits for the next, so none of them ever starts.",
  check({ parsed, report }) {
    const { steps } = parsed.plan;
    const idOf = (index: number): string => steps[index]?.id ?? "";
    for (const cycle of findCycles(parsed.plan)) {
      const [first = 0, second = first] = cycle;
      const at = steps[first]?.dependsOn.indexOf(idOf(second)) ?? 0;
      const place = parsed.at(`/steps/${first}/dependsOn/${at}`);
      if (cycle.length === 1) {
        report(place, `step \`${idOf(first)}\` depends on itself`, { help: "remove this dependency" });
        continue;
      }
      const path = [...cycle, first].map((index) => `\`${idOf(index)}\``).join(" → ");
      report(place, `steps depend on each other in a circle: ${path}`, { help: "remove one of these dependencies" });
    }
  },
};
