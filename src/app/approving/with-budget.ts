import { editedText } from "../../engine/plan-text/edited-text.ts";
import { approvalHash } from "../../plan/approval.ts";
import { parseBudget } from "../../plan/budget.ts";
import { Refused } from "../../std/refusal.ts";
import type { PlanToRun } from "../plans/plan-to-run.ts";

/** The plan with a budget that was named with the command: in the text that is approved, not in the author's file. */
export function withBudget(found: PlanToRun, text: string): PlanToRun {
  const reading = parseBudget(text);
  if (!reading.ok) {
    throw new Refused(
      "incomplete",
      `the budget "${text}": ${reading.message}; write it as in "max 200k tokens, $1.50, 20 minutes"`,
    );
  }
  const { dialect, files } = found;
  try {
    const after = editedText(dialect, { root: ".plan", files }, [{ type: "budget", budget: reading.budget }]);
    const plan = { ...dialect.parse(after).plan, id: found.plan.id };
    const diagnostics = found.diagnostics.filter(({ code }) => !code.startsWith(ABOUT_BUDGETS));
    return { ...found, plan, files: after.files, hash: approvalHash(plan), diagnostics };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "EditError") throw error;
    throw new Refused("not-possible", `the plan takes no budget: ${error.message}`, { cause: error });
  }
}

/** What is known of a budget that does not hold any more. Whoever approves is told by the forecast. */
const ABOUT_BUDGETS = "PW6";
