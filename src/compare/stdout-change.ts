import type { StdoutTest } from "../plan/model.ts";
import type { Shift } from "./shift.ts";
import { inBackticks } from "./spoken.ts";

type Test = StdoutTest | undefined;

/** What became of the test on a contract's output. */
export function stdoutChange(before: Test, after: Test): Shift {
  if (before === undefined && after === undefined) return SAME;
  if (before === undefined) return { way: "strengthened", why: `now looks for ${spoken(after)} in the output` };
  if (after === undefined) return { way: "weakened", why: `no longer looks for ${spoken(before)} in the output` };
  const why = `looks for ${spoken(after)} instead of ${spoken(before)} in the output`;
  if (before.kind === "contains" && after.kind === "contains")
    return { way: containsWay(before.text, after.text), why };
  if (before.kind === "matches" && after.kind === "matches" && before.pattern === after.pattern) return SAME;
  return { way: acceptsAll(after) && !acceptsAll(before) ? "weakened" : "changed", why };
}

const SAME: Shift = { way: "same", why: "looks for the same output" };

function containsWay(before: string, after: string): Shift["way"] {
  if (before === after) return "same";
  if (before.includes(after)) return "weakened";
  return after.includes(before) ? "strengthened" : "changed";
}

/** Whether any output will do. Only the plainest of such patterns are known. */
const acceptsAll = (test: StdoutTest): boolean =>
  test.kind === "contains" ? test.text === "" : ["", "^", "$", ".*", "^.*", ".*$"].includes(test.pattern);

function spoken(test: Test): string {
  if (test === undefined) return "nothing";
  return inBackticks([test.kind === "contains" ? test.text : `/${test.pattern}/`]);
}
