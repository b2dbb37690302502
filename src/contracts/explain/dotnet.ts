import type { FailedTest } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { hasOption } from "../../shell/operands.ts";
import { added, failedTest, linesUntil, MOST_FAILURES, NO_COUNTS, numberIn, type Runner } from "./runner.ts";

/** `dotnet test`: `Passed!  - Failed: 0, Passed: 2, Skipped: 0, Total: 2, …` for every project, or its newer summary. */
export const dotnet: Runner = {
  name: "dotnet",
  isNamedBy: (invocation) =>
    programOf(invocation) === "dotnet" &&
    /^(?:test|vstest)$/.test(invocation.args[0]?.text ?? "") &&
    !hasOption(invocation.args, "-t", "--list-tests", "-h", "--help", "-?"),
  read(lines) {
    let counts = NO_COUNTS;
    let at = -1;
    let open = 0;
    let isAborted = false;
    for (const [index, line] of lines.entries()) {
      if (/^Test run for \S/.test(line)) [open, at] = [open + 1, index];
      if (/^(?:The active test run was aborted|Test Run Aborted|Test run summary: Aborted)/i.test(line))
        [isAborted, at] = [true, index];
      if (/^No test (?:is available in|matches the given testcase filter)/.test(line))
        [open, at] = [Math.max(0, open - 1), index];
      const summary = ONE_LINE.test(line) ? line : blockAt(lines, index);
      if (summary === null) continue;
      const numberOf = (word: string) => numberIn(summary, new RegExp(`(?:^|[\\s,])${word}: +(\\d+)`, "i"));
      const passed = Math.max(numberOf("Passed"), numberOf("Succeeded"));
      counts = added(counts, { passed, failed: numberOf("Failed"), skipped: numberOf("Skipped") });
      [open, at] = [Math.max(0, open - 1), index];
    }
    if (at < 0) return [];
    return [{ counts, isComplete: open === 0 && !isAborted, failures: failuresIn(lines), at }];
  },
};

const ONE_LINE =
  /^(?:Passed|Failed|Skipped)! {1,2}- Failed: {1,9}\d+, Passed: {1,9}\d+, Skipped: {1,9}\d+, Total: {1,9}\d+(?:,|$)/;

/** `Total tests: 2`, or `  total: 2` below `Test run summary: Passed!`, and the lines that follow. */
function blockAt(lines: readonly string[], index: number): string | null {
  const isBegin = /^(?:Total tests: \d{1,9}| {1,4}total: \d{1,9})$/.test(lines[index] ?? "");
  return isBegin ? linesUntil(lines, index + 1, /^(?! +\w+: +\d)/, 5).join(",") : null;
}

/** `  Failed App.Tests.Adds [6 ms]`, `  Error Message:` and `  Stack Trace:`. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = 0; index < lines.length && failures.length < MOST_FAILURES; index++) {
    const [, name] = /^ {0,2}[Ff]ailed (\S.*?) [[(]<? ?[\d.,]+ ?\w+(?: \d+ ?\w+)*[\])]$/.exec(lines[index] ?? "") ?? [];
    if (name === undefined) continue;
    const block = linesUntil(
      lines,
      index + 1,
      /^ {0,2}(?:Failed|Passed|Skipped|failed|passed|skipped) \S.* [[(]|^(?:Failed|Passed)!/,
      MOST_LINES_BETWEEN,
    );
    failures.push(failedTest(name, placeOf(block), messageOf(block)));
  }
  return failures;
}

function placeOf(block: readonly string[]): { file: string; line: number } | null {
  const found = block.map((line) => / in (\/?\S.*):(?:line )?(\d{1,9})$/.exec(line)).find((match) => match !== null);
  return found ? { file: found[1] ?? "", line: Number(found[2]) } : null;
}

function messageOf(block: readonly string[]): string | null {
  const text = block.map((line) => line.trim());
  const field = (name: string) =>
    text
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 1)
      .trim();
  const [expected, actual] = [field("Expected"), field("Actual") ?? field("But was")];
  if (expected && actual) return `expected ${expected}, got ${actual}`;
  const at = text.indexOf("Error Message:");
  return text.slice(at + 1).find((line) => line !== "") ?? null;
}

const MOST_LINES_BETWEEN = 60;
