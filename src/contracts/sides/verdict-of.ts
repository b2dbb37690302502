import type { Contract } from "../../plan/model.ts";
import type { Exit } from "../../record/exit.ts";
import type { KeptText, Observation, TestReport } from "../../record/observation.ts";
import type { Verdict } from "../../record/verdict.ts";
import { isLookUp } from "../../shell/checking-command.ts";
import { type Invocation, programOf } from "../../shell/invocation.ts";
import { parseScript } from "../../shell/script.ts";
import { matchesInTime } from "../../std/matches-in-time.ts";
import { unreachable } from "../../std/unreachable.ts";
import { plainLines } from "../explain/plain-lines.ts";
import { unverifiedReason } from "../explain/unverified.ts";
import { withoutTests } from "../explain/without-tests.ts";

/** Which runner must have run, judging by the command, and what a runner said. */
export type Reading = { expected: string | null; report: TestReport | null };

/**
 * Whether a contract passed. Never by the exit status alone when tests were counted, and never at all when the command
 * did not really run: a gate that did not run did not pass.
 */
export function verdictOf(contract: Contract, observation: Observation, reading: Reading): Verdict {
  const { exit, log } = observation;
  switch (exit.kind) {
    case "stopped":
      return stopped(exit.by);
    case "signalled":
      return { status: "failed", reason: "signal", told: `it was ended by ${exit.signal}` };
    case "exited": {
      const notRun = unverifiedReason(exit, contract.command, log, reading.report);
      if (notRun) return { status: "unverified", ...notRun };
      return exited(contract, exit.code, observation, reading);
    }
    default:
      return unreachable(exit);
  }
}

function stopped(by: Extract<Exit, { kind: "stopped" }>["by"]): Verdict {
  switch (by) {
    case "seconds":
      return { status: "failed", reason: "timeout", told: "it did not end in its time" };
    case "memory":
      return { status: "failed", reason: "memory", told: "it needed more memory than a contract may use" };
    case "output":
      return { status: "failed", reason: "output-limit", told: "it printed more than a contract may print" };
    case "disk":
      return { status: "failed", reason: "disk", told: "it had nearly filled the disk" };
    case "caller":
      return { status: "failed", reason: "signal", told: "it was interrupted" };
    default:
      return unreachable(by);
  }
}

function exited(contract: Contract, code: number, { stdout }: Observation, { expected, report }: Reading): Verdict {
  if (code !== contract.exitCode) {
    return { status: "failed", reason: "exit-code", told: `exit status ${code}, ${contract.exitCode} was wanted` };
  }
  const wrong = contract.stdout ? unmet(contract.stdout, stdout) : null;
  if (wrong) return { status: "failed", reason: "stdout", told: wrong };
  return isMeantToFail(contract) ? { status: "passed" } : believed(expected, report);
}

/** The exit status is as wanted; now the tests must agree. */
function believed(expected: string | null, report: TestReport | null): Verdict {
  if (report === null || !report.isComplete) {
    if (expected === null && report === null) return { status: "passed" };
    const told =
      withoutTests(report) ??
      `${expected ?? report?.runner} never said how it ended, although the exit status is as wanted`;
    return { status: "unverified", reason: "no-report", told };
  }
  const { passed, failed, skipped } = report.counts;
  if (failed > 0) {
    return {
      status: "failed",
      reason: "tests",
      told: `${failed} of ${passed + failed} tests fail, whatever the exit status says`,
    };
  }
  if (passed > 0) return { status: "passed" };
  const told = skipped > 0 ? `all ${skipped} tests were skipped` : "no test ran";
  return { status: "unverified", reason: "no-tests", told };
}

/** `! node --test …` and a wanted status other than 0 ask for tests that fail; `! grep -q TODO a.js && …` does not. */
export const isMeantToFail = ({ command, exitCode }: Contract): boolean =>
  exitCode !== 0 ||
  parseScript(command).survey.invocations.some((each) => each.isNegated && !isLookUp(each) && !isTest(each));

const isTest = (invocation: Invocation): boolean => ["test", "[", "cmp"].includes(programOf(invocation));

function unmet(test: NonNullable<Contract["stdout"]>, stdout: KeptText): string | null {
  // What is coloured on its way says the same; what asks for an escape finds it, too.
  const kept = [stdout.head, stdout.tail].flatMap((text) =>
    text.includes("\u001b[") ? [text, plainLines(text).join("\n")] : [text],
  );
  const note = stdout.dropped > 0 ? ` (${stdout.dropped} bytes in the middle were not kept)` : "";
  switch (test.kind) {
    case "contains":
      return kept.some((part) => part.includes(test.text))
        ? null
        : `stdout does not contain ${quoted(test.text)}${note}`;
    case "matches":
      return mismatch(test.pattern, kept, note);
    default:
      return unreachable(test);
  }
}

/** The output is the worker's to choose, so a pattern gets a limited time to look at it. */
const PATTERN_MILLISECONDS = 2_000;

function mismatch(pattern: string, kept: readonly string[], note: string): string | null {
  for (const part of kept) {
    const matches = matchesInTime(pattern, part, PATTERN_MILLISECONDS);
    if (matches) return null;
    if (matches === null) return `${quoted(pattern)} takes for ever on this output`;
  }
  return `stdout does not match ${quoted(pattern)}${note}`;
}

const quoted = (text: string): string => JSON.stringify(text);
