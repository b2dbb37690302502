import { createContext, Script } from "node:vm";
import { Trouble } from "./trouble.ts";

/** Tells which lines of a text match. All of its answers together take no longer than it was given time for. */
export type LineMatcher = (lines: readonly string[]) => number[];

/**
 * A pattern such as `(a+)+$` needs for ever on a text chosen to hurt it, and only the engine itself can be interrupted in
 * the middle.
 */
export function lineMatcher(pattern: RegExp, milliseconds: number): LineMatcher {
  const given: { pattern: RegExp; lines: readonly string[] } = { pattern, lines: [] };
  const context = createContext(given);
  let left = milliseconds;
  return (lines) => {
    given.lines = lines;
    const begun = performance.now();
    try {
      return SCRIPT.runInContext(context, { timeout: Math.max(1, Math.ceil(left)) });
    } catch (error) {
      const isLate = (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
      throw isLate ? new Trouble("failed", `\`${pattern.source}\` takes too long: write a simpler pattern`) : error;
    } finally {
      left -= performance.now() - begun;
    }
  };
}

const SCRIPT = new Script("lines.flatMap((line, at) => (pattern.test(line) ? [at] : []))");
