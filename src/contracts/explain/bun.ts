import type { FailedTest } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { firstOperandAt, hasOption } from "../../shell/operands.ts";
import {
  failedTest,
  MOST_FAILURES,
  namesOf,
  numberIn,
  placeIn,
  type Run,
  type Runner,
  unfinishedRun,
} from "./runner.ts";

/** `bun test`: `(pass) group > name`, the sums in lines of their own, and `Ran 5 tests across 2 files.` */
export const bun: Runner = {
  name: "bun",
  isNamedBy: (invocation) =>
    programOf(invocation) === "bun" &&
    invocation.args[firstOperandAt(invocation.args, 0, ["--cwd", "-c", "--config"])]?.text === "test" &&
    !hasOption(invocation.args, "--help", "-h", "--watch"),
  read(lines) {
    const runs: Run[] = [];
    let begin: number | null = null;
    for (const [at, line] of lines.entries()) {
      if (/^bun test v\d/.test(line)) {
        if (begin !== null) runs.push(unfinishedRun(at));
        begin = at;
      }
      if (begin === null || !/^Ran \d{1,9} tests? across \d{1,9} files?\./.test(line)) continue;
      runs.push(runOf(lines.slice(begin, at), at));
      begin = null;
    }
    const isUnmatched = lines
      .slice(begin ?? 0)
      .some((line) => /^Test filter ".*" had no matches|^No tests found|^error: regex /.test(line));
    return begin === null || isUnmatched ? runs : [...runs, unfinishedRun(lines.length)];
  },
};

function runOf(own: readonly string[], at: number): Run {
  const end = own.findLastIndex((line) => /^ ?\d{1,9} pass$/.test(line));
  const sums = own.slice(Math.max(0, end)).join("\n");
  const numberOf = (word: string) => numberIn(sums, new RegExp(`^ ?(\\d+) ${word}$`, "m"));
  const errors = numberIn(sums, /^ ?(\d+) errors?$/m);
  const counts = {
    passed: numberOf("pass"),
    failed: numberOf("fail") + errors,
    skipped: numberOf("skip") + numberOf("todo"),
  };
  const named = (kind: RegExp) =>
    own.flatMap((line) => {
      const [, how = "", name] = /^\((pass|skip|todo)\) (\S.*?)(?: \[[\d.]+m?s\])?$/.exec(line) ?? [];
      return name !== undefined && kind.test(how) ? [name] : [];
    });
  return {
    counts,
    isComplete: true,
    failures: failuresIn(own),
    at,
    ...namesOf(counts, named(/pass/), named(/skip|todo/)),
  };
}

/** Before `(fail) name [1ms]`: the code, `error: …`, what was expected, and where. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const [, how, name = ""] = /^\((pass|fail|skip|todo)\) (\S.*?)(?: \[[\d.]+m?s\])?$/.exec(line) ?? [];
    if (how === undefined) continue;
    const block = lines.slice(Math.max(from, at - MOST_LINES_BETWEEN), at);
    from = at + 1;
    if (how !== "fail" || failures.length >= MOST_FAILURES) continue;
    const place = block
      .map((each) => /^ +at .*?\(?([^\s()]+:\d{1,9}:\d{1,9})\)?$/.exec(each)?.[1])
      .find((each) => each !== undefined);
    failures.push(failedTest(name, placeIn(place ?? ""), messageOf(block)));
  }
  return failures;
}

function messageOf(block: readonly string[]): string | null {
  const field = (name: string) => block.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [expected, received] = [field("Expected"), field("Received")];
  if (expected !== undefined && received !== undefined) return `expected ${expected}, got ${received}`;
  return block.findLast((line) => /^(?:error|[A-Z]\w*Error): /.test(line))?.replace(/^error: /, "") ?? null;
}

const MOST_LINES_BETWEEN = 80;
