import type { Exit } from "../../record/exit.ts";
import type { KeptText, TestReport } from "../../record/observation.ts";
import type { UnverifiedReason } from "../../record/verdict.ts";
import { parseScript } from "../../shell/script.ts";
import { type Complaint, lastLines, type Scene } from "./complaint.ts";
import { makeComplaint } from "./make.ts";
import { packageManagerComplaint } from "./package-manager.ts";
import { keptLines } from "./plain-lines.ts";
import { runnerComplaint } from "./runner-complaint.ts";
import { shellComplaint } from "./shell.ts";
import { withoutTests } from "./without-tests.ts";

/**
 * Why a contract that ended did not really run, or null when it did. It did not when bash could not start or read it, or
 * when npm, make or the runner say that what it names is not there. What a check of the contract says itself, such as
 * `cat: x: No such file or directory`, is an answer; so is whatever stands beside a report of failed tests.
 */
export function unverifiedReason(
  exit: Exit,
  command: string,
  log: KeptText,
  report: TestReport | null,
): { reason: UnverifiedReason; told: string } | null {
  if (exit.kind !== "exited") return null;
  if (report !== null && isEmpty(report)) return { reason: "no-tests", told: "no file with a test in it" };
  if (report !== null && report.counts.failed > 0) return null;
  if (exit.code === 0) return noTests(report);
  const complaint = complaintOf(sceneOf(exit.code, command, keptLines(log)), report);
  return complaint?.reason ? { reason: complaint.reason, told: complaint.told } : null;
}

export function sceneOf(code: number, command: string, lines: readonly string[]): Scene {
  const { invocations } = parseScript(command).survey;
  return { code, command, invocations, lines, last: lastLines(lines, MOST_LAST_LINES) };
}

/** What the tools say of a failure. Runners are asked only when no test was heard of. */
export function complaintOf(scene: Scene, report: TestReport | null): Complaint | null {
  const hasTests = report !== null && report.counts.passed + report.counts.failed > 0;
  const isOver = report?.isComplete && hasTests;
  // Behind a complete report only the last words can be about a later command.
  const heard = isOver ? { ...scene, last: scene.last.slice(-1) } : scene;
  return (
    shellComplaint(heard) ??
    packageManagerComplaint(scene) ??
    makeComplaint(scene) ??
    (hasTests ? null : runnerComplaint(scene))
  );
}

/** npm says its piece in about ten lines, after the one that matters. */
const MOST_LAST_LINES = 16;

function noTests(report: TestReport | null): { reason: UnverifiedReason; told: string } | null {
  if (report === null || !report.isComplete || report.counts.passed > 0) return null;
  const { skipped } = report.counts;
  const none = withoutTests(report) ?? "no test ran";
  return { reason: "no-tests", told: skipped > 0 ? `all ${skipped} tests were skipped` : none };
}

/** Jest and Vitest count a file without a test as a failure. */
const isEmpty = ({ counts, failures }: TestReport): boolean =>
  counts.passed === 0 &&
  failures.length > 0 &&
  failures.length === counts.failed &&
  failures.every(({ message = "" }) =>
    /^Your test suite must contain at least one test|^No test suite found in file /.test(message),
  );
