import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import type { DialectId } from "../../plan/words.ts";
import type { FileSet, Parsed, Printed } from "../../ports/dialect.ts";
import { firstDifference } from "../../std/first-difference.ts";
import { findCulprit } from "./culprit.ts";
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
  const misreadingOf = (plan: Plan, files: readonly SourceFile[]): Misreading | null =>
    misreading(plan, parse({ root: "", files: files.map(asStored) }));
  return (plan) => {
    const { plan: fitted, lost } = prepare(plan);
    const files = write(fitted);
    const wrong = misreadingOf(fitted, files);
    if (wrong === null) return { files, lost };
    const culprit = findCulprit(fitted, (each) => misreadingOf(each, write(each)) !== null);
    throw new PrintError(`${told(plan, culprit ?? wrong.place)} cannot be written as \`${id}\`: ${wrong.reason}`);
  };
}

/** A file holds no half of a character: what is written of one is another sign. */
const asStored = ({ path, text }: SourceFile): SourceFile => ({ path, text: text.toWellFormed() });

/** Where a plan comes back as another one, and why it does. */
type Misreading = { place: string; reason: string };

function misreading(plan: Plan, { plan: after, diagnostics }: Parsed): Misreading | null {
  const place = firstDifference(after, { ...plan, id: after.id, source: after.source });
  if (place !== null) return { place, reason: "it would be read as something else" };
  const fault = diagnostics.find((each) => each.severity === "error");
  return fault ? { place: "", reason: fault.message } : null;
}

/** `/steps/2/what` as a person would say it. */
function told(plan: Plan, pointer: string): string {
  const [, list = "", index = "", ...rest] = pointer.split("/");
  const step = list === "steps" ? plan.steps[Number(index)] : undefined;
  const path = [list, index, ...rest].filter(Boolean).join(".");
  if (!step) return path === "" ? "the plan" : `\`${path}\``;
  return rest.length === 0 ? `step \`${step.id}\`` : `\`${rest.join(".")}\` of step \`${step.id}\``;
}
