import type { Plan } from "../../plan/model.ts";
import type { DialectId } from "../../plan/words.ts";

/** A plan in which nothing is written yet. */
export function newPlan(dialect: DialectId, path: string): Plan {
  return {
    id: "plan",
    title: "",
    status: "draft",
    settings: {},
    what: "",
    protectedAreas: [],
    steps: [],
    risks: [],
    prerequisites: [],
    source: { dialect, path },
  };
}
