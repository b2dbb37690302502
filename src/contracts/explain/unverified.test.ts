import { describe, expect, test } from "vitest";
import { kept, printed } from "./fixture.testkit.ts";
import { testReport } from "./test-report.ts";
import { unverifiedReason } from "./unverified.ts";

function reason(command: string, code: number, output: string): string | null {
  const { report } = testReport(command, [], output);
  return unverifiedReason({ kind: "exited", code }, command, kept(output), report)?.reason ?? null;
}

describe("a contract that did not really run", () => {
  test.each([
    ["pytset -q", 127, "bash-notool", "missing-tool"],
    ['sh -c "pytset"', 127, "bash-sh", "missing-tool"],
    ["env pytset", 127, "bash-env", "missing-tool"],
    ["timeout 5 pytset", 127, "bash-timeout", "missing-tool"],
    ["echo a | xargs pytset", 127, "bash-xargs", "missing-tool"],
    ["npx pytset", 1, "bash-npx", "missing-tool"],
    ["./i.sh", 127, "bash-interp", "missing-tool"],
    ["make bad", 2, "make-missingtool", "missing-tool"],
    ["cargo tset", 101, "cargo-nocmd", "missing-tool"],
    ["./check.sh", 126, "bash-notexec", "not-executable"],
    ["/tmp", 126, "bash-isdir", "not-executable"],
    ["if true; then", 2, "bash-syntax", "syntax"],
    ['echo "abc', 2, "bash-syntax2", "syntax"],
    ["./gone.sh", 127, "bash-nofile", "missing-target"],
    ["bash gone.sh", 127, "bash-bashfile", "missing-target"],
    ["node gone.js", 1, "bash-node", "missing-target"],
    ["python3 gone.py", 2, "bash-python", "missing-target"],
    ["cd gone && true", 1, "bash-cd", "missing-target"],
    ["npm run tset", 1, "bash-npm", "missing-target"],
    ["make chek", 2, "make-notarget", "missing-target"],
    ["make check", 2, "make-nomakefile-target", "missing-target"],
    ["make", 2, "make-nomakefile", "missing-target"],
    ["make broken", 2, "make-nofile", "missing-target"],
    ["cargo test --test nope", 101, "cargo-notarget", "missing-target"],
    ["cargo test", 101, "cargo-nomanifest", "missing-target"],
    ["go test ./nope", 1, "go-nofile", "missing-target"],
    ["go test ./nosuch/...", 1, "go-nofolder", "missing-target"],
    ["pytest tests/test_nope.py", 4, "pytest-nofile", "missing-target"],
    ["python -m pytest test_pass.py::test_zzz", 4, "pytest-nodeid", "missing-target"],
    ["npx jest test/nope.test.js", 1, "jest-nofile", "missing-target"],
    ["npx mocha test/nope.js", 1, "mocha4-nofile", "missing-target"],
    ["npx mocha test/nope.js", 1, "mocha12-nofile", "missing-target"],
    ["npx vitest run test/nope.test.mjs", 1, "vitest-nofile", "missing-target"],
    ["node --test test/nope.test.js", 1, "node24-spec-nofile", "missing-target"],
    ["node --test test/nope.test.js", 1, "node20-spec-nofile", "missing-target"],
    ["pytest", 5, "pytest-zero", "no-tests"],
    ["pytest -k zzz", 5, "pytest-filter", "no-tests"],
    ["pytest --nope", 4, "pytest-badopt", "no-tests"],
    ["pytest", 0, "pytest-allskip", "no-tests"],
    ["npx jest", 1, "jest-zero", "no-tests"],
    ["npx jest -t zzz", 0, "jest-filter", "no-tests"],
    ["npx mocha", 1, "mocha4-none", "no-tests"],
    ["npx mocha", 1, "mocha12-none", "no-tests"],
    ["npx mocha -g zzz", 0, "mocha12-filter", "no-tests"],
    ["npx vitest run", 1, "vitest-zero", "no-tests"],
    ["node --test", 0, "node24-spec-zero", "no-tests"],
    ["node --test", 0, "node24-tap-exit-inside", "no-tests"],
    ["cargo test zzz", 0, "cargo-filter", "no-tests"],
    ["go test ./...", 0, "go-zero", "no-tests"],
    ["go test -run Nope", 0, "go-here-filter", "no-tests"],
    ["go test ./...", 1, "go-nopackages", "no-tests"],
    ["go test", 1, "go-nogofiles", "no-tests"],
    ["npx jest --passWithNoTests", 0, "jest-none-allowed", "no-tests"],
    ["node node_modules/jest/bin/jest.js", 1, "jest-none", "no-tests"],
  ])("%s (%i): %s is %s", (command, code, fixture, expected) => {
    expect(reason(command, code, printed(fixture))).toBe(expected);
  });

  test("is found behind tests that pass, too", () => {
    const output = `${printed("node24-spec-pass")}bash: line 1: pytset: command not found\n`;
    expect(reason("node --test && pytset", 127, output)).toBe("missing-tool");
  });

  test("is found through npm, whose script names the tool", () => {
    expect(reason("npm test", 127, "\n> p@1.0.0 test\n> vitest run\n\nsh: 1: vitest: not found\n")).toBe(
      "missing-tool",
    );
  });

  test("is found in other package managers' words", () => {
    expect(reason("pnpm run tset", 1, " ERR_PNPM_NO_SCRIPT  Missing script: tset\n")).toBe("missing-target");
    expect(reason("yarn tset", 1, 'error Command "tset" not found.\n')).toBe("missing-target");
    expect(
      reason("npx jest", 1, "npm error code EAI_AGAIN\nnpm error request to https://registry.example/jest failed\n"),
    ).toBe("missing-tool");
  });
});

describe("a contract that ran and said no", () => {
  test.each([
    ["cat gone", 1, "bash-cat"],
    ["set -u; echo $NOPE", 127, "bash-unset"],
    ["bash bad.sh", 2, "bash-badfile"],
    ["node m.mjs", 1, "bash-mod"],
    ["node m.cjs", 1, "bash-req"],
    ["tsc --noEmit", 1, "bash-tsc"],
    ["make check", 2, "make-fail"],
    ["make needs", 2, "make-needs"],
    ["make sub", 2, "make-sub"],
    ["cargo test", 101, "cargo-unresolved"],
    ["cargo test", 101, "cargo-fail"],
    ["go test ./...", 2, "go-compile"],
    ["pytest", 2, "pytest-import"],
    ["pytest", 1, "pytest-fail"],
    ["npx jest", 1, "jest-import"],
    ["npx mocha", 1, "mocha12-import"],
    ["npx vitest run", 1, "vitest-import"],
    ["node --test", 1, "node24-spec-import"],
    ["node --test", 1, "node24-spec-fail"],
  ])("%s (%i): %s", (command, code, fixture) => {
    expect(reason(command, code, printed(fixture))).toBeNull();
  });

  test.each([
    ["test -f x", 1, ""],
    ["grep -q y missing.txt", 2, "grep: missing.txt: No such file or directory\n"],
    ["ls gone", 2, "ls: cannot access 'gone': No such file or directory\n"],
    ["./tool --run", 127, "tool: exiting with 127\n"],
    ["./tool --run", 127, "bash: line 1: helper: command not found\n"],
    ["./tool --run", 126, "bash: line 1: ./helper: Permission denied\n"],
    ["bash check.sh", 127, "check.sh: line 3: pytset: command not found\n"],
    ["node app.js", 1, "Could not find 'the answer'\n"],
    ["python3 job.py", 5, "12 rows deselected in 3s\n"],
    ["node cli.js", 1, 'npm error Missing script: "tset"\n'],
    ["node cli.js", 2, "make: *** No rule to make target 'chek'.  Stop.\n"],
    ["python3 app.py", 1, "/usr/bin/python3: No module named yaml\n"],
  ])("%s (%i) printing %j", (command, code, output) => {
    expect(reason(command, code, output)).toBeNull();
  });

  test("when a test fails that prints such words or ends with such a status", () => {
    const words = "bash: line 1: node: command not found\n";
    expect(reason("node --test", 127, words + printed("node24-spec-fail"))).toBeNull();
    expect(reason("node --test", 127, printed("node24-spec-fail") + words)).toBeNull();
    expect(
      reason(
        "node --test && ./check",
        127,
        `bash: line 1: ./check: No such file or directory\n${printed("node24-spec-pass")}`,
      ),
    ).toBeNull();
  });

  test("when it was stopped", () => {
    const log = kept(printed("bash-notool"));
    expect(unverifiedReason({ kind: "stopped", by: "seconds" }, "pytset", log, null)).toBeNull();
  });
});
