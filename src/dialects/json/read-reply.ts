import { lineIndexOf } from "../../diagnostics/line-index.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { findPlan } from "./find-plan.ts";
import { parseJson } from "./parse.ts";

export type Reply = { type: "plan"; parsed: Parsed } | { type: "text"; reason: string };

/**
 * What an agent has answered: a plan, when there is one with a goal and steps and nothing is wrong with its writing;
 * otherwise a text, with the reason why it is none. Never throws. The rules of the verifier are not asked.
 */
export function readReply(text: string): Reply {
  const source = { path: "reply", text };
  if (!findPlan(source)) return { type: "text", reason: "there is no object with `goal` and `steps` in it" };
  const parsed = parseJson({ root: source.path, files: [source] });
  const fault = parsed.diagnostics.find(({ severity }) => severity === "error");
  if (!fault) return { type: "plan", parsed };
  const { line } = lineIndexOf(source).positionAt(fault.span.start);
  return { type: "text", reason: `line ${line}: ${fault.message}` };
}
