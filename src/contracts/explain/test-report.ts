import type { TestReport } from "../../record/observation.ts";
import { type Invocation, programOf } from "../../shell/invocation.ts";
import { hasOption } from "../../shell/operands.ts";
import { parseScript } from "../../shell/script.ts";
import { ava } from "./ava.ts";
import { bun } from "./bun.ts";
import { cargo } from "./cargo.ts";
import { ctest } from "./ctest.ts";
import { deno } from "./deno.ts";
import { dotnet } from "./dotnet.ts";
import { go } from "./go.ts";
import { gradle } from "./gradle.ts";
import { jest } from "./jest.ts";
import { junitRun } from "./junit.ts";
import { maven } from "./maven.ts";
import { minitest } from "./minitest.ts";
import { mocha } from "./mocha.ts";
import { mustRun } from "./must-run.ts";
import { nodeTest } from "./node-test.ts";
import { phpunit } from "./phpunit.ts";
import { plainLines } from "./plain-lines.ts";
import { pytest } from "./pytest.ts";
import { rspec } from "./rspec.ts";
import { type Run, type Runner, reportOf } from "./runner.ts";
import { tapRuns } from "./tap.ts";
import { tapSpec } from "./tap-spec.ts";
import { nodeTap, tape } from "./tape.ts";
import { unittest } from "./unittest.ts";
import { vitest } from "./vitest.ts";

const RUNNERS: readonly Runner[] = [
  ...[nodeTest, vitest, jest, mocha, ava, tape, nodeTap, tapSpec, bun, deno],
  ...[pytest, unittest, go, cargo, rspec, minitest, phpunit, ctest, maven, gradle, dotnet],
];

/**
 * Which test runner must have run when `command` succeeds, and what was heard of it. `scripts` are the texts behind names
 * such as `npm test`. When neither names a runner, the output may still show one.
 */
export function testReport(
  command: string,
  scripts: readonly string[],
  log: string,
): { expected: string | null; report: TestReport | null } {
  const lines = plainLines(log);
  const texts = [command, ...scripts].map((text) => ({ text, script: parseScript(text) }));
  const certain = texts.flatMap(({ text, script }) => mustRun(script, text));
  const all = texts.flatMap(({ script }) => script.survey.invocations);
  const expected = RUNNERS.filter((runner) => certain.some(runner.isNamedBy));
  const named = RUNNERS.filter((runner) => all.some(runner.isNamedBy));
  const isRepeated = all.some(repeats) || texts.some(({ text }) => /\b(?:for|while|until)\b/.test(text));
  const readings = (named.length > 0 ? named : RUNNERS).map((runner) => {
    const own = all.filter(runner.isNamedBy);
    const runs = runner.read(lines, own);
    // Code under test can print a summary of its own. The runner's is the last, so only as many count as were started.
    return { runner, runs: own.length === 0 || isRepeated ? runs : runs.slice(-own.length) };
  });
  const heard = readings.filter(({ runs }) => runs.length > 0);
  const report = named.length > 0 ? sum(heard) : guessed(heard, standardReport(log, lines));
  const isSilent = report !== null && expected.some((runner) => !heard.some((reading) => reading.runner === runner));
  return {
    expected: expected.length === 0 ? null : expected.map(({ name }) => name).join(" and "),
    report: isSilent ? { ...report, isComplete: false } : report,
  };
}

type Reading = { runner: Runner; runs: readonly Run[] };

function sum(readings: readonly Reading[]): TestReport | null {
  const name = readings.map(({ runner }) => runner.name).join(" and ");
  return reportOf(
    name,
    readings.flatMap(({ runs }) => runs),
  );
}

/** Half of what a runner says may be the whole of what another does: any TAP begins as that of Node does. */
function guessed(heard: Reading[], standard: TestReport | null): TestReport | null {
  const likely = sum(heard.sort(byLikelihood).slice(0, 1));
  const isTrace = likely !== null && !likely.isComplete && likely.counts.passed + likely.counts.failed === 0;
  return likely === null || (isTrace && standard?.isComplete) ? standard : likely;
}

/** What any other runner says in a format that many can print. */
function standardReport(log: string, lines: readonly string[]): TestReport | null {
  const junit = junitRun(log);
  return junit === null ? reportOf("tap", tapRuns(lines).slice(-1)) : reportOf("junit", [junit]);
}

/** A runner's account of itself is whole and stands at the end; what looks like another's was printed by a test. */
function byLikelihood({ runs: a }: Reading, { runs: b }: Reading): number {
  const isWhole = (runs: readonly Run[]) => Number(runs.at(-1)?.isComplete ?? false);
  return isWhole(b) - isWhole(a) || (b.at(-1)?.at ?? 0) - (a.at(-1)?.at ?? 0);
}

/** Starts what it starts more than once: in every package of a workspace, for every file found. */
function repeats(invocation: Invocation): boolean {
  const program = programOf(invocation);
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    const isForEach = invocation.args.some(({ text }) => text === "workspaces" || text === "workspace");
    return (
      isForEach ||
      hasOption(invocation.args, "--workspaces", "-ws", "-w", "--workspace", "-r", "--recursive", "--filter", "-F")
    );
  }
  return /^(?:turbo|nx|lerna|rush|xargs|parallel|find|g?make|just|task|tox|nox|npm-run-all|run-[ps]|concurrently)$/.test(
    program,
  );
}
