import type { DialectId } from "../../plan/words.ts";
import type { Rule } from "./rule.ts";

export const noSteps: Rule = {
  code: "PW130",
  name: "no-steps",
  severity: "error",
  summary: "A plan has no steps.",
  why: "A plan without steps is done before it starts, and has proven nothing.",
  check({ parsed, report }) {
    // Where the text itself could not be read, its steps may only be hidden.
    if (parsed.plan.steps.length > 0 || parsed.diagnostics.some((fault) => fault.severity === "error")) return;
    report(parsed.at("/title"), "the plan has no steps", { help: HELP[parsed.plan.source.dialect] });
  },
};

const HELP: Record<DialectId, string> = {
  branch: "add `task-01.md` and its row in the Task List, or a `## Verification` for the whole plan",
  steps: "add one: `### 1. What the step achieves`",
  thread: "add `tasks/01-….md`",
  json: "add one to `steps`",
};
