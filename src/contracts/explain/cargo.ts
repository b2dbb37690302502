import type { FailedTest } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { firstOperandAt, hasOption } from "../../shell/operands.ts";
import {
  added,
  failedTest,
  linesUntil,
  MOST_FAILURES,
  NO_COUNTS,
  namesIn,
  namesOf,
  placeIn,
  type Run,
  type Runner,
} from "./runner.ts";

/** `cargo test`: every test binary says how many tests it is going to run, and what came of them. */
export const cargo: Runner = {
  name: "cargo",
  isNamedBy: (invocation) => {
    const { args } = invocation;
    const words = args[0]?.text?.startsWith("+") ? args.slice(1) : args;
    const verb = words[firstOperandAt(words, 0, ["--manifest-path", "--config", "-C", "-Z", "--color"])]?.text;
    return (
      programOf(invocation) === "cargo" && /^(?:test|t)$/.test(verb ?? "") && !hasOption(args, "--no-run", "--list")
    );
  },
  read(lines) {
    let counts = NO_COUNTS;
    let isComplete = true;
    let announced: number | null = null;
    let at: number | null = null;
    for (const [index, line] of lines.entries()) {
      const running = /^running (\d{1,9}) tests?$/.exec(line);
      if (running) {
        isComplete &&= announced === null;
        announced = Number(running[1]);
        at = index;
      }
      const result = RESULT.exec(line);
      if (!result || announced === null) continue;
      const [passed = 0, failed = 0, skipped = 0, measured = 0] = result.slice(1).map(Number);
      isComplete &&= passed + failed + skipped + measured === announced;
      counts = added(counts, { passed: passed + measured, failed, skipped });
      [announced, at] = [null, index];
    }
    if (at === null) return [];
    const run: Run = { counts, isComplete: isComplete && announced === null, failures: failuresIn(lines), at };
    // An example in a comment is named after its line, which any edit above it changes.
    const named = (result: string) =>
      namesIn(lines, new RegExp(`^test (\\S.*?)(?: \\(line \\d+\\))?(?: - [a-z ]{5,20})? \\.\\.\\. ${result}`));
    return [{ ...run, ...namesOf(counts, named("ok$"), named("ignored(?:,|$)")) }];
  },
};

const RESULT =
  /^test result: \w+\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored; (\d{1,9}) measured; \d{1,9} filtered out(?:;|$)/;

/** `---- name stdout ----`, then `thread 'name' panicked at file:line:column:` and the message below it. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = 0; index < lines.length && failures.length < MOST_FAILURES; index++) {
    const [, name] = /^---- (.+) stdout ----$/.exec(lines[index] ?? "") ?? [];
    if (name === undefined) continue;
    const account = linesUntil(lines, index + 1, /^(?:---- .+ stdout ----|failures:)$/, MOST_LINES_BETWEEN);
    failures.push(oneFailure(name, account));
  }
  return failures;
}

function oneFailure(name: string, account: readonly string[]): FailedTest {
  const panic = account.findIndex((line) => /^thread '.*' (?:\(\d+\) )?panicked at /.test(line));
  if (panic < 0) return failedTest(name, null, account.find((line) => line.trim() !== "") ?? null);
  const [, where = ""] = / panicked at (.*?):?$/.exec(account[panic] ?? "") ?? [];
  // Before Rust 1.73 the message stood in quotes before the place.
  const [, quoted, place] = /^'(.*)', (\S+)$/.exec(where) ?? [];
  return failedTest(name, placeIn(place ?? where), quoted ?? messageBelow(account.slice(panic + 1)));
}

function messageBelow(lines: readonly string[]): string | null {
  const side = (name: string) => lines.map((line) => new RegExp(`^ *${name}: (.*)$`).exec(line)?.[1]).find(Boolean);
  const [left, right] = [side("left"), side("right")];
  const [first] = lines;
  if (first?.startsWith("assertion `left == right` failed") && left && right) return `expected ${right}, got ${left}`;
  return first ?? null;
}

const MOST_LINES_BETWEEN = 40;
