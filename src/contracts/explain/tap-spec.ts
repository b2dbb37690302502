import type { FailedTest } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import {
  failedTest,
  linesUntil,
  MOST_FAILURES,
  NO_COUNTS,
  namesOf,
  numberIn,
  type Run,
  type Runner,
} from "./runner.ts";
import { framePlace } from "./tap.ts";

/** tap-spec, which makes TAP readable: ticks below the name of a test, `total:`, `passing:` and `failing:`. */
export const tapSpec: Runner = {
  name: "tap-spec",
  isNamedBy: (invocation) => /^(?:tap-spec|tspec)$/.test(programOf(invocation)),
  read(lines) {
    const runs: Run[] = [];
    let from = 0;
    for (const [at, line] of lines.entries()) {
      const isNone = line === "  ✖ No tests found";
      const isEnd = /^ {2}duration: {1,4}\S/.test(line) && /^ {2}(?:passing|failing): /.test(lines[at - 1] ?? "");
      if (!isNone && !isEnd) continue;
      runs.push(isNone ? { counts: NO_COUNTS, isComplete: true, failures: [], at } : runOf(lines.slice(from, at), at));
      from = at + 1;
    }
    return runs;
  },
};

function runOf(own: readonly string[], at: number): Run {
  const sums = own.slice(own.findLastIndex((line) => /^ {2}total: /.test(line))).join("\n");
  const listed = named(own);
  const skipped = listed.flatMap(({ mark, name }) => (mark === "-" ? [name] : []));
  // What is skipped counts as passing there.
  const counts = {
    passed: Math.max(0, numberIn(sums, /passing: +(\d+)/) - skipped.length),
    failed: numberIn(sums, /failing: +(\d+)/),
    skipped: skipped.length,
  };
  const passed = listed.flatMap(({ mark, name }) => (mark === "✔" ? [name] : []));
  return { counts, isComplete: true, failures: failuresIn(own), at, ...namesOf(counts, passed, skipped) };
}

type Listed = { mark: string; name: string; at: number };

/** `    ✔ more` below `  adds`. */
function named(lines: readonly string[]): Listed[] {
  const found: Listed[] = [];
  let group = "";
  for (const [at, line] of lines.entries()) {
    if (/^ {2}Failed Tests: /.test(line)) break;
    if (/^ {2}\S/.test(line) && lines[at - 1] === "" && lines[at + 1] === "") group = line.trim();
    const [, mark, name] = /^ {4}([✔✖-]) (\S.*)$/.exec(line) ?? [];
    if (mark !== undefined) found.push({ mark, name: group === "" ? `${name}` : `${group} > ${name}`, at });
  }
  return found;
}

/** Below `    ✖ name` and a rule stand the fields of TAP. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  return named(lines)
    .filter(({ mark, at }) => mark === "✖" && /^ {4}-+$/.test(lines[at + 1] ?? ""))
    .slice(0, MOST_FAILURES)
    .map(({ name, at }) => {
      const block = linesUntil(lines, at + 2, /^$|^ {4}[✔✖-] /, MOST_LINES_BETWEEN);
      return failedTest(name, framePlace(field(block, "at") ?? ""), messageOf(block));
    });
}

/** `expected: 4`, or `expected: |-` and the value in the next line. */
function field(block: readonly string[], name: string): string | undefined {
  const at = block.findIndex((line) => line.trimStart().startsWith(`${name}:`));
  const value = block[at]
    ?.trim()
    .slice(name.length + 1)
    .trim();
  return value === "|-" ? block[at + 1]?.trim() : value;
}

function messageOf(block: readonly string[]): string | null {
  const [expected, actual] = [field(block, "expected"), field(block, "actual")];
  return expected && actual ? `expected ${expected}, got ${actual}` : null;
}

const MOST_LINES_BETWEEN = 60;
