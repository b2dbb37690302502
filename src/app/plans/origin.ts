import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { dialects } from "../../dialects/dialects.ts";
import { type Origin, originOf, staleOrigin } from "../../dialects/json/origin.ts";
import type { Plan } from "../../plan/model.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { sameJson } from "../../std/same-json.ts";

/** The text a JSON plan was converted from, as long as it still says the same as the plan; null without one. */
export function freshOrigin(parsed: Parsed): Origin | null {
  const origin = originOf(parsed);
  return origin && saysTheSame(origin, parsed.plan) ? origin : null;
}

/** What is wrong with the text a JSON plan carries: that it says something else by now. */
export function originFaults(parsed: Parsed): Diagnostic[] {
  const origin = originOf(parsed);
  return origin && !saysTheSame(origin, parsed.plan) ? [staleOrigin(parsed)] : [];
}

function saysTheSame({ dialect, files }: Origin, plan: Plan): boolean {
  const read = dialects.find(({ id }) => id === dialect)?.parse({ root: "", files });
  return read !== undefined && sameJson({ ...read.plan, source: plan.source, id: plan.id }, plan);
}
