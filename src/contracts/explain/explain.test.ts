import { describe, expect, test } from "vitest";
import { type Explained, explain } from "./explain.ts";
import { kept, printed } from "./fixture.testkit.ts";
import { testReport } from "./test-report.ts";

function explained(command: string, code: number, output: string, more: Partial<Explained> = {}) {
  const { report } = testReport(command, [], output);
  return explain({
    command,
    exit: { kind: "exited", code },
    log: kept(output),
    report,
    wanted: { exitCode: 0 },
    ...more,
  });
}

const headline = (command: string, code: number, fixture: string) =>
  explained(command, code, printed(fixture)).headline;

describe("the headline", () => {
  test.each([
    ["node --test", 1, "node24-spec-fail", '4 of 5 tests fail: "adds" (test/fail.test.js:3): expected 4, got 3'],
    [
      "node --test",
      1,
      "node24-spec-import",
      'test/import.test.js:1: cannot find module "/repo/test/gone.js", which /repo/test/import.test.js imports',
    ],
    [
      "node --test",
      0,
      "node24-spec-zero",
      "no test of node:test ran in test/zero.test.js: it has none, or its process ended before",
    ],
    [
      "node --test",
      0,
      "node24-tap-two",
      "no test of node:test ran in test/exit-at-import.test.js: it has none, or its process ended before",
    ],
    [
      "npx tape t.js | npx tap-spec",
      1,
      "tapspec-fail",
      '4 of 6 tests fail: "adds > should be strictly equal" (/repo/tape/fail.js:3): expected 4, got 3',
    ],
    [
      "npx tape t.js",
      1,
      "tape-fail",
      '4 of 6 tests fail: "adds > should be strictly equal" (/repo/tape/fail.js:3): expected 4, got 3',
    ],
    [
      "node test/a.js",
      1,
      "nodetap-direct",
      '3 of 4 tests fail: "adds > should be equal" (tap/fail.js:3): expected 4, got 3',
    ],
    ["npx vitest run", 1, "vitest-colour", '2 of 3 tests fail: "adds" (test/fail.test.mjs:2): expected 3 to be 4'],
    ["npx vitest run", 0, "vitest-skip", "1 test passes, 2 skipped"],
    ["npx jest", 0, "jest-mixed", 'the test run ended early: "adds" (test/fail.test.js:2): expected 4, got 3'],
    ["npx mocha", 6, "mocha12-fail", '6 of 7 tests fail: "adds" (test/fail.js:2): expected 4, got 3'],
    [
      "npx mocha",
      1,
      "mocha4-import",
      'exit status 1: cannot find module "./gone.js", which /repo/test/import.js imports',
    ],
    [
      "npx mocha",
      1,
      "mocha12-import",
      'exit status 1: cannot find module "./gone.js", which /repo/test/import.js imports',
    ],
    ["pytest", 2, "pytest-import", "test_import.py:1: ModuleNotFoundError: No module named 'nothing_of_that_name'"],
    ["pytest", 0, "pytest-exitinside", "pytest never said how it ended"],
    ["go test ./...", 2, "go-compile", '"example.com/p/compile" (compile/a_test.go:3): undefined: nope'],
    [
      "cargo test",
      101,
      "cargo-colour",
      "exit status 101: tests/unresolved.rs:1: cannot find function `nope` in crate `p`",
    ],
    [
      "jest --coverage",
      1,
      "jest-coverage",
      'exit status 1: Jest: Coverage for functions (0%) does not meet "global" threshold (90%)',
    ],
    ["jest", 1, "jest-obsolete", "exit status 1: Snapshots:   1 obsolete, 0 total"],
    ["jest --reporters=summary", 1, "jest-summary", "exit status 1: 1 of 2 tests fail"],
    ["jest --passWithNoTests", 0, "jest-none-allowed", "no test ran"],
    ["node boom.js", 1, "node24-crash", "exit status 1: /repo/boom.js:1: TypeError: late is late"],
    [
      "node boom2.js",
      1,
      "node24-crash-assert",
      "exit status 1: /repo/boom2.js:1: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 1 !== 2",
    ],
    ["tsc", 1, "bash-tsc", "exit status 1: a.ts:1: Type 'string' is not assignable to type 'number'. (TS2322)"],
    ["node m.cjs", 1, "bash-req", 'exit status 1: cannot find module "./x.js", which /repo/m.cjs imports'],
    ["pytset", 127, "bash-notool", "exit status 127: `pytset` is not installed"],
    ["./check.sh", 126, "bash-notexec", "exit status 126: `./check.sh` is not executable (chmod +x)"],
    [
      "if true; then",
      2,
      "bash-syntax",
      "exit status 2: bash cannot read line 2 of the command: syntax error: unexpected end of file",
    ],
    ["make chek", 2, "make-notarget", 'exit status 2: make: no rule to make target "chek"'],
    ["make sub", 2, "make-sub", 'exit status 2: make: the rule for "check" (Makefile:2) ended with status 1'],
    ["make check", 2, "make-separator", "exit status 2: make: missing separator (Makefile:2)"],
    ["pytest", 3, "pytest-sysexit", "exit status 3: mainloop: caught unexpected SystemExit!"],
    ["npm run tset", 1, "bash-npm", 'exit status 1: there is no script named "tset" in package.json'],
    ["bash x.sh; exit $?", 139, "bash-segv2", 'exit status 139: segmentation fault in `bash -c "kill -SEGV \\$\\$"`'],
    ["cat gone", 1, "bash-cat", "exit status 1: cat: gone: No such file or directory"],
    ["bash bad.sh", 2, "bash-badfile", "exit status 2: bad.sh: line 3: syntax error: unexpected end of file"],
  ])("%s (%i): %s", (command, code, fixture, expected) => {
    expect(headline(command, code, fixture)).toBe(expected);
  });

  test("tells a command that said nothing", () => {
    expect(explained("test -f x", 1, "").headline).toBe("exit status 1, and nothing printed by `test -f x`");
  });

  test("tells what stopped it, and its last line", () => {
    const exit = { kind: "stopped", by: "seconds" } as const;
    const wanted = { exitCode: 0, timeout: 300 };
    expect(explained("make", 0, "one\ntwo\n\n", { exit, wanted }).headline).toBe(
      'killed after 300 s; the last line was "two"',
    );
    expect(explained("vitest", 0, printed("vitest-watch"), { exit, wanted }).headline).toBe(
      "killed after 300 s; it watches for file changes and never ends by itself",
    );
    expect(explained("x", 0, "", { exit: { kind: "stopped", by: "memory" } }).headline).toBe(
      "killed because it used too much memory; it printed nothing",
    );
    expect(explained("x", 0, "", { exit: { kind: "signalled", signal: "SIGSEGV" } }).headline).toBe(
      "segmentation fault (SIGSEGV)",
    );
  });

  test("tells what is missing in the output", () => {
    const wanted = { exitCode: 0, stdout: { kind: "contains", text: "hello" } } as const;
    expect(explained("x", 0, "bye\n", { wanted }).headline).toBe('exit status 0, but it does not print "hello"');
  });
});

describe("the details", () => {
  test("are the other failures, one in a line", () => {
    expect(explained("jest", 1, printed("jest-fail")).details).toEqual([
      '"group › inner fails" (test/fail.test.js:3): boom: it broke',
    ]);
  });

  test("fit on a screen, whatever was printed", () => {
    const flood = `\u001b[31m${"x".repeat(5000)}\n`.repeat(500);
    const { headline, details } = explained("sh flood.sh", 1, flood);
    expect(headline.length).toBeLessThanOrEqual(400);
    expect(details).toHaveLength(12);
    expect(details.every((line) => line.length <= 200 && !line.includes("\u001b"))).toBe(true);
  });

  test("say how much was not kept", () => {
    const log = { head: "begin\n", tail: "end\n", dropped: 7 };
    expect(explained("x", 1, "", { log }).details).toEqual(["begin", "… 7 bytes not kept …", "end"]);
  });
});
