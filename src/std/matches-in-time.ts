import { createContext, runInContext } from "node:vm";

/**
 * Whether a text matches somebody's pattern; null when the answer takes longer than `milliseconds`. A pattern such as
 * `(a+)+$` needs for ever on a text chosen to hurt it, and only the engine itself can be interrupted in the middle.
 * Throws for what is no regular expression.
 */
export function matchesInTime(pattern: string, text: string, milliseconds: number): boolean | null {
  const test = new RegExp(pattern);
  try {
    return runInContext("test.test(text)", createContext({ test, text }), { timeout: milliseconds }) === true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  }
}
