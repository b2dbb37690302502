import type { FailedTest } from "../../record/observation.ts";
import { type Invocation, programOf } from "../../shell/invocation.ts";
import { hasOption } from "../../shell/operands.ts";
import { goTextOf } from "./go-json.ts";
import { added, failedTest, MOST_FAILURES, NO_COUNTS, namesOf, type Run, type Runner } from "./runner.ts";

/**
 * `go test`: a line for each package. Without `-v` a package that passes says nothing of its tests, so it counts as one;
 * with it every test is counted, and a package whose process ended before its tests did is found out.
 */
export const go: Runner = {
  name: "go",
  isNamedBy: (invocation) =>
    programOf(invocation) === "go" &&
    invocation.args[0]?.text === "test" &&
    !hasOption(invocation.args, "-c", "-list", "-n", "--help", "-h"),
  read(output, invocations) {
    const lines = goTextOf(output);
    const isVerbose = invocations.some(isLoud) || lines.some((line) => line.startsWith("=== RUN   "));
    const run: Run = { counts: NO_COUNTS, isComplete: true, failures: [], at: -1 };
    const named: Named = { PASS: [], SKIP: [], FAIL: [] };
    let from = 0;
    for (const [at, line] of lines.entries()) {
      const found = PACKAGE.exec(line);
      if (!found) continue;
      addPackage(
        run,
        { result: found[1] ?? "", name: found[2] ?? "", remark: found[3] ?? "" },
        lines.slice(from, at),
        isVerbose,
        named,
      );
      run.at = at;
      from = at + 1;
    }
    const isCutOff = lines.slice(from).some((line) => /^=== RUN {3}\S|^ {0,40}--- (?:PASS|FAIL|SKIP): \S/.test(line));
    if (isCutOff) return [{ ...run, isComplete: false, at: lines.length }];
    return run.at < 0 ? [] : [{ ...run, ...namesOf(run.counts, named.PASS ?? [], named.SKIP ?? []) }];
  },
};

const isLoud = ({ args }: Invocation): boolean => hasOption(args, "-v", "-json", "--json", "-test.v");

/** `ok  	example.com/p	0.003s`, `FAIL	example.com/p [build failed]`, `?   	example.com/p	[no test files]` */
const PACKAGE = /^(ok {2}|FAIL|\? {3})\t(\S{1,400})(?:[\t ](.*))?$/;

type Package = { result: string; name: string; remark: string };

/** Names of tests by how they ended. */
type Named = Record<string, string[]>;

function addPackage(
  run: Run,
  { result, name, remark }: Package,
  own: readonly string[],
  isVerbose: boolean,
  named: Named,
): void {
  if (result.startsWith("?") || /\[no tests to run\]|\[no test files\]/.test(remark)) return;
  // For the package of the folder it stands in, `go test` says it in a line of its own.
  if (result.startsWith("ok") && own.includes("testing: warning: no tests to run")) return;
  const tests = testsIn(own);
  for (const test of tests) named[test.result]?.push(test.name);
  const failed = tests.filter((test) => test.result === "FAIL");
  if (result === "FAIL") {
    run.failures.push(...(failed.length > 0 ? failed.map(failureOf(own)) : [packageFailure(name, remark, own)]));
    run.failures.length = Math.min(run.failures.length, MOST_FAILURES);
  }
  // `PASS` is the test binary's own last word.
  const isSilent =
    result.startsWith("ok") && isVerbose && !own.some((line) => line.endsWith("PASS")) && !remark.includes("(cached)");
  if (isSilent) run.isComplete = false;
  const isCounted = tests.length > 0 || isSilent;
  run.counts = added(run.counts, {
    passed: isCounted ? tests.filter((test) => test.result === "PASS").length : Number(result.startsWith("ok")),
    failed: Math.max(failed.length, Number(result === "FAIL")),
    skipped: tests.filter((test) => test.result === "SKIP").length,
  });
}

type Test = { name: string; result: string; at: number };

/** Tests that ended, without those that only gather sub-tests. */
function testsIn(lines: readonly string[]): Test[] {
  const tests: Test[] = [];
  const parents = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const [, result, name] = /^ {0,80}--- (PASS|FAIL|SKIP): (\S+) \(/.exec(line) ?? [];
    if (result === undefined || name === undefined) continue;
    tests.push({ name, result, at });
    if (name.includes("/")) parents.add(name.slice(0, name.lastIndexOf("/")));
  }
  return tests.filter(({ name }) => !parents.has(name));
}

/** `    a_test.go:5: message`, below the result or, with `-v`, above it, since the test began. */
const failureOf =
  (lines: readonly string[]) =>
  ({ name, at }: Test): FailedTest => {
    const above = lines.slice(Math.max(0, at - MOST_LINES_BETWEEN), at);
    const began = above.findLastIndex((line) => /^=== RUN {3}/.test(line));
    const stop = (line: string) => /^ {0,80}--- |^=== /.test(line);
    const rest = lines.slice(at + 1, at + MOST_LINES_BETWEEN);
    const end = rest.findIndex(stop);
    const account = [...(end < 0 ? rest : rest.slice(0, end)), ...(began < 0 ? [] : above.slice(began + 1))];
    const found = account.map((line) => /^\s+(\S+\.go):(\d{1,9}): (.*)$/.exec(line)).find((match) => match !== null);
    if (found) return failedTest(name, { file: found[1] ?? "", line: Number(found[2]) }, found[3] ?? null);
    return failedTest(
      name,
      null,
      account.find((line) => line.startsWith("panic: "))?.replace(/ \[recovered\].*$/, "") ?? null,
    );
  };

/** A package that does not build, or ended without naming a test. */
function packageFailure(name: string, remark: string, own: readonly string[]): FailedTest {
  const [, file, line, message] =
    own.map((text) => /^(\S+\.go):(\d{1,9})(?::\d+)?: (.*)$/.exec(text)).find((match) => match !== null) ?? [];
  if (file) return failedTest(name, { file, line: Number(line) }, message ?? null);
  const panic = own.find((text) => text.startsWith("panic: "));
  const last = own.findLast((text) => text.trim() !== "" && text !== "FAIL");
  return failedTest(name, null, /\[(.*)\]/.exec(remark)?.[1] ?? panic ?? last ?? null);
}

const MOST_LINES_BETWEEN = 40;
