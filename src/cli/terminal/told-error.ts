import { refusalBySystem } from "../../app/opening/file-access.ts";
import { refusalIn } from "../../std/refusal.ts";
import { visibleText } from "../../std/visible-text.ts";
import { refusalText } from "./refusal-text.ts";

/** One line about what a person can put right: the command, or the world it ran in. Null for a fault of our own. */
export function repairable(error: unknown): string | null {
  const refusal = refusalIn(error);
  return refusal === null ? refusalBySystem(error) : refusalText(refusal);
}

export function messageOf(error: unknown, told: string | null, wantsStack: boolean): string {
  if (wantsStack && error instanceof Error && error.stack) return error.stack;
  if (told !== null) return visibleText(told);
  const message = error instanceof Error ? error.message : String(error);
  return `${visibleText(message)} (this is a fault of Planwright's own; --debug shows where)`;
}
