import type { UnverifiedReason } from "../../record/verdict.ts";
import { type Invocation, programOf } from "../../shell/invocation.ts";

/** What a tool says of its own failure. With a `reason` it means that the contract did not really run. */
export type Complaint = { told: string; reason: UnverifiedReason | null };

/** What there is to judge a complaint by. `last` are the last lines that are not empty. */
export type Scene = {
  code: number;
  command: string;
  invocations: readonly Invocation[];
  lines: readonly string[];
  last: readonly string[];
};

export const hasProgram = ({ invocations }: Scene, names: RegExp): boolean =>
  invocations.some((invocation) => names.test(programOf(invocation)));

/** The first match of a pattern, in the order of the lines. */
export function firstMatch(lines: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (const line of lines) {
    const found = pattern.exec(line);
    if (found) return found;
  }
  return null;
}

/** Lines with something in them, at most `most` of the last ones. */
export function lastLines(lines: readonly string[], most: number): string[] {
  const found: string[] = [];
  for (let index = lines.length - 1; index >= 0 && found.length < most; index--) {
    const line = lines[index] ?? "";
    if (line.trim() !== "") found.push(line.trimEnd());
  }
  return found.reverse();
}
