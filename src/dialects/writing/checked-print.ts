import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import type { DialectId } from "../../plan/words.ts";
import type { FileSet, Parsed, Printed } from "../../ports/dialect.ts";
import { firstDifference } from "../../std/first-difference.ts";
import type { Fitted } from "./fitting.ts";

/** A text of the plan would be read as something else in that dialect, a heading or a field of its own for example. */
export class PrintError extends Error {
  override readonly name = "PrintError";
}

type Printer = {
  id: DialectId;
  /** What of the plan the dialect can hold. */
  prepare(plan: Plan): Fitted;
  /** Writes a plan that fits. */
  write(plan: Plan): SourceFile[];
  parse(files: FileSet): Parsed;
};

/**
 * A print that keeps its promise: what was written is read again, and must be exactly the plan that fits. So nothing
 * is lost that is not listed, and no text turns into a contract on the way.
 */
export function checkedPrint({ id, prepare, write, parse }: Printer): (plan: Plan) => Printed {
  return (plan) => {
    const { plan: fitted, lost } = prepare(plan);
    const files = write(fitted);
    const after = parse({ root: "", files });
    const place = firstDifference(after.plan, { ...fitted, id: after.plan.id, source: after.plan.source });
    if (place !== null) throw new PrintError(`${told(plan, place)} cannot be written as \`${id}\`: ${AMBIGUOUS}`);
    const fault = after.diagnostics.find((each) => each.severity === "error");
    if (fault) throw new PrintError(`the plan cannot be written as \`${id}\`: ${fault.message}`);
    return { files, lost };
  };
}

const AMBIGUOUS = "it would be read as something else";

/** `/steps/2/what` as a person would say it. */
function told(plan: Plan, pointer: string): string {
  const [, list = "", index = "", ...rest] = pointer.split("/");
  const step = list === "steps" ? plan.steps[Number(index)] : undefined;
  if (!step) return `\`${[list, index, ...rest].filter(Boolean).join(".") || "the plan"}\``;
  return rest.length === 0 ? `step \`${step.id}\`` : `\`${rest.join(".")}\` of step \`${step.id}\``;
}
