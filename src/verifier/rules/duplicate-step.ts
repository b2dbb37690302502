import type { Parsed } from "../../ports/dialect.ts";
import type { Rule, RuleContext } from "./rule.ts";

export const duplicateStep: Rule = {
  code: "PW131",
  name: "duplicate-step",
  severity: "error",
  summary: "Two steps have the same id or number.",
  why: "A commit, a receipt and a dependency name a step by its id; two steps of one id cannot be told apart.",
  check({ parsed, report }) {
    const seen = new Set<string>();
    for (const [index, { id }] of parsed.plan.steps.entries()) {
      const place = whereNamed(parsed, index);
      if (place === null) continue;
      if (seen.has(id)) {
        const own = place.endsWith("/id") ? "an id" : "a number";
        report(parsed.at(place), `there is a step \`${id}\` already`, { help: `give each step ${own} of its own` });
      }
      seen.add(id);
    }
    // In the other dialects the number is the id, or says nothing.
    if (parsed.plan.source.dialect === "thread") reportIndices({ parsed, report });
  },
};

/** The id, or the number it is made of. One that was forgotten has been reported already. */
function whereNamed({ plan, has }: Parsed, index: number): string | null {
  const id = `/steps/${index}/id`;
  const number = `/steps/${index}/number`;
  if (has(id)) return id;
  return has(number) && plan.source.dialect !== "thread" ? number : null;
}

/** Task files are sorted by the index in their names, which two of one index leave open. */
function reportIndices({ parsed, report }: Pick<RuleContext, "parsed" | "report">): void {
  const seen = new Set<number>();
  for (const [index, { number }] of parsed.plan.steps.entries()) {
    if (seen.has(number)) {
      const message = `two task files have the index ${String(number).padStart(2, "0")}`;
      report(parsed.at(`/steps/${index}/number`), message, { help: "give each task file an index of its own" });
    }
    seen.add(number);
  }
}
