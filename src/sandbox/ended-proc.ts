import type { Proc } from "../ports/sandbox.ts";
import type { Exit } from "../record/exit.ts";

/** A program that was stopped before it began, so that callers need no second path for it. */
export function endedProc(exit: Exit): Proc {
  return { stdin: null, output: nothing(), exit: Promise.resolve(exit), kill: () => Promise.resolve(exit) };
}

async function* nothing(): AsyncGenerator<never> {}
