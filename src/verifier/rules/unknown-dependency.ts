import { nearest } from "../../std/nearest.ts";
import type { Rule } from "./rule.ts";

export const unknownDependency: Rule = {
  code: "PW201",
  name: "unknown-dependency",
  severity: "error",
  summary: "A step depends on a step that is not in the plan.",
  why: "A step waits for what it depends on, and would wait for this one for ever.",
  check({ parsed, report }) {
    if (!parsed.isWhole) return;
    const ids = new Set(parsed.plan.steps.map((step) => step.id));
    const adviceOn = adviser([...ids]);
    for (const [index, step] of parsed.plan.steps.entries()) {
      for (const [at, id] of step.dependsOn.entries()) {
        if (ids.has(id)) continue;
        report(parsed.at(`/steps/${index}/dependsOn/${at}`), `the plan has no step \`${id}\``, {
          help: adviceOn(id, step.id),
        });
      }
    }
  },
};

/** A plan that needs more is not wrong by a slip of the pen. */
const MOST_COMPARISONS = 100_000;
const SHOWN = 8;

function adviser(ids: readonly string[]): (unknown: string, self: string) => string {
  const byDigits = Map.groupBy(ids, digitsOf);
  const first = ids.slice(0, SHOWN + 2);
  let comparisons = 0;

  return (unknown, self) => {
    const candidates = byDigits.get(digitsOf(unknown)) ?? [];
    comparisons += candidates.length;
    const meant = comparisons > MOST_COMPARISONS ? null : nearest(unknown, candidates.filter(isNot(self)));
    if (meant) return `did you mean \`${meant}\`?`;
    const others = first.filter(isNot(self));
    if (others.length === 0) return "there is no other step; leave `depends_on` out";
    return `the other steps are: ${others.slice(0, SHOWN).join(", ")}${others.length > SHOWN ? ", …" : ""}`;
  };
}

/** Another number is another step and no slip: in a plan of three steps, `7` does not mean `1`. */
const digitsOf = (id: string): string => id.replace(/\D+/g, " ").trim();

const isNot =
  (self: string) =>
  (id: string): boolean =>
    id !== self;
