import { describe, expect, test } from "vitest";
import { printed } from "./fixture.testkit.ts";
import { testReport } from "./test-report.ts";

/** `passed/failed/skipped`, with `…` when the runner never said how it ended; `-` for no report. */
function heard(command: string, output: string, scripts: string[] = []): string {
  const { report } = testReport(command, scripts, output);
  if (report === null) return "-";
  const { passed, failed, skipped } = report.counts;
  return `${passed}/${failed}/${skipped}${report.isComplete ? "" : "…"}`;
}

const failures = (command: string, fixture: string) => testReport(command, [], printed(fixture)).report?.failures;

test("vitest's failures count though they arrive after its summary", () => {
  const text = printed("vitest-import");
  const at = text.search(/^.*Failed Suites/m);
  const end = text.search(/^.*Test Files/m);
  const late = text.slice(0, at) + text.slice(end) + text.slice(at, end);
  expect(heard("vitest run", late)).toBe(heard("vitest run", text));
  expect(testReport("vitest run", [], late).report?.failures).toEqual(failures("vitest run", "vitest-import"));
});

describe("what real runners print", () => {
  const node = {
    pass: "3/0/0",
    fail: "1/4/0",
    skip: "1/0/3",
    allskip: "0/0/1",
    none: "0/0/0",
    nofile: "-",
    syntax: "0/1/0",
    import: "0/1/0",
    "exit-three": "0/1/0",
    fake: "0/1/0",
    // The file is reported as one passing test.
    zero: "0/0/0",
    "exit-at-import": "0/0/0",
    "exit-inside": "0/0/0",
    two: "3/0/0…",
  };
  for (const version of ["node20", "node24"]) {
    for (const reporter of ["spec", "tap"]) {
      test.each(Object.entries(node))(`${version} ${reporter} %s`, (name, counts) => {
        expect(heard("node --test", printed(`${version}-${reporter}-${name}`))).toBe(counts);
      });
    }
  }

  test.each([
    ["node24-spec-colour", "1/4/0"],
    ["node24-direct-fail", "1/4/0"],
    ["node20-spec-filter", "0/0/3"],
    ["node20-tap-filter", "0/0/3"],
    ["node24-spec-filter", "0/0/0"],
    ["node24-tap-filter", "0/0/0"],
  ])("%s", (name, counts) => {
    expect(heard("node --test", printed(name))).toBe(counts);
  });

  test.each([
    ["pass", "2/0/0"],
    ["fail", "1/2/0"],
    ["skip", "1/0/2"],
    ["allskip", "0/0/1"],
    ["filter", "0/0/2"],
    ["zero", "0/1/0"],
    ["nofile", "-"],
    ["syntax", "0/1/0"],
    ["import", "0/1/0"],
    ["exit-at-import", "0/1/0"],
    ["exit-inside", "2/1/0"],
    ["mixed", "2/3/2"],
    ["dot", "2/2/2"],
    ["verbose", "3/2/0"],
    ["colour", "1/2/0"],
    ["watch", "1/2/0"],
  ])("vitest %s", (name, counts) => {
    expect(heard("npx vitest run", printed(`vitest-${name}`))).toBe(counts);
  });

  test.each([
    ["pass", "2/0/0"],
    ["fail", "1/2/0"],
    ["skip", "1/0/2"],
    ["allskip", "0/0/1"],
    ["filter", "0/0/2"],
    ["zero", "0/1/0"],
    ["nofile", "-"],
    ["syntax", "0/1/0"],
    ["import", "0/1/0"],
    ["exit-at-import", "0/0/0…"],
    ["exit-inside", "0/0/0…"],
    ["mixed", "0/0/0…"],
    ["verbose", "3/2/0"],
    ["colour", "1/2/0"],
    ["json", "1/1/0"],
    ["summary", "1/1/0"],
    ["none-allowed", "0/0/0"],
    ["coverage", "1/0/0"],
    ["obsolete", "1/0/0"],
  ])("jest %s", (name, counts) => {
    expect(heard("pnpm exec jest", printed(`jest-${name}`))).toBe(counts);
  });

  test.each([
    ["4-pass", "2/0/0"],
    ["4-fail", "1/6/0"],
    ["4-colour", "1/6/0"],
    ["4-skip", "1/0/2"],
    ["4-zero", "0/0/0"],
    ["4-import", "-"],
    ["4-nofile", "-"],
    ["4-two-nofile", "2/1/0"],
    ["4-exit-inside", "0/0/0…"],
    ["12-pass", "2/0/0"],
    ["12-fail", "1/6/0"],
    ["12-colour", "1/6/0"],
    ["12-dot", "1/6/0"],
    ["12-allskip", "0/0/1"],
    ["12-filter", "0/0/0"],
    ["12-zero", "0/0/0"],
    ["12-import", "-"],
    ["12-nofile", "-"],
    ["12-two-nofile", "2/1/0"],
    ["12-exit-inside", "0/0/0…"],
  ])("mocha%s", (name, counts) => {
    expect(heard("npx mocha", printed(`mocha${name}`))).toBe(counts);
  });

  test.each([
    ["pass", "2/0/0"],
    ["fail", "2/4/0"],
    ["skip", "2/0/2"],
    ["allskip", "0/0/1"],
    ["filter", "0/0/0"],
    ["zero", "0/0/0"],
    ["nofile", "0/0/0"],
    ["syntax", "0/1/0"],
    ["import", "0/1/0"],
    ["exitimport", "0/0/0…"],
    ["exitinside", "0/0/0…"],
    ["exitinside-q", "-"],
    ["pexit", "1/0/0…"],
    ["quiet-pass", "2/0/0"],
    ["quiet-fail", "2/4/0"],
    ["qq-pass", "2/0/0"],
    ["qq-fail", "2/4/0"],
    ["colour", "2/4/0"],
    ["verbose-fail", "2/4/0"],
    ["no-fail", "2/4/0"],
    ["short-fail", "2/4/0"],
    ["line-fail", "2/4/0"],
    ["rA", "2/0/2"],
    ["badopt", "-"],
  ])("pytest %s", (name, counts) => {
    expect(heard("python -m pytest", printed(`pytest-${name}`))).toBe(counts);
  });

  test.each([
    ["lib", "1/0/1"],
    ["fail", "1/3/0"],
    ["quiet", "1/3/0"],
    ["quietpass", "1/0/1"],
    ["filter", "0/0/0"],
    ["exit", "0/0/0…"],
    ["keepgoing", "3/3/1…"],
    ["syntax", "-"],
    ["unresolved", "-"],
    ["notarget", "-"],
  ])("cargo %s", (name, counts) => {
    expect(heard("cargo test", printed(`cargo-${name}`))).toBe(counts);
  });

  test.each([
    ["go test ./...", "pass", "1/0/0"],
    ["go test ./...", "cached", "1/0/0"],
    ["go test -v ./...", "verbose-pass", "2/0/1"],
    ["go test ./...", "fail", "0/2/0"],
    ["go test -v ./...", "verbose-fail", "1/2/0"],
    ["go test -json ./...", "json", "1/2/0"],
    ["go test ./...", "panic", "0/1/0"],
    ["go test ./...", "zero", "0/0/0"],
    ["go test ./...", "empty", "0/0/0"],
    ["go test ./...", "filter", "0/0/0"],
    ["go test -run Nope", "here-filter", "0/0/0"],
    ["go test -timeout 1s ./...", "timeout", "0/1/0"],
    ["go test ./...", "compile", "0/1/0"],
    ["go test ./...", "syntax", "0/1/0"],
    ["go test ./...", "exitinside", "0/1/0"],
    ["go test -v ./...", "exitimport-v", "0/0/0…"],
    ["go test ./...", "nofile", "-"],
    ["go test ./...", "all", "2/6/0"],
  ])("%s: %s", (command, name, counts) => {
    expect(heard(command, printed(`go-${name}`))).toBe(counts);
  });

  test.each([
    ["node --test --test-reporter=junit", "node24-junit-fail", "2/4/3"],
    ["cat report.xml", "vitest-junit.xml", "2/2/2"],
    ["cat report.xml", "pytest-junit.xml", "4/4/2"],
    ["vitest run --reporter=tap", "vitest-tap", "2/2/2"],
  ])("a report in a common format: %s %s", (command, name, counts) => {
    expect(heard(command, printed(name))).toBe(counts);
  });

  test("TAP of a script nobody knows is not taken for half of what Node says", () => {
    const tap = "TAP version 13\nok 1 - folders go\nnot ok 2 - endings go\n1..2\n";
    expect(testReport("make check", [], tap)).toMatchObject({ report: { runner: "tap", isComplete: true } });
    expect(heard("make check", tap)).toBe("1/1/0");
  });
});

describe("failures", () => {
  test("have name, place and message", () => {
    expect(failures("node --test", "node24-spec-fail")).toMatchObject([
      { name: "adds", file: "test/fail.test.js", line: 3, message: "expected 4, got 3" },
      { name: "inner fails", file: "test/fail.test.js", line: 4, message: "boom: it broke" },
      { name: "deep", file: "test/fail.test.js", line: 5, message: "expected { a: 2 }, got { a: 1 }" },
      { name: "late", file: "test/fail.test.js", line: 6, message: "TypeError: late" },
    ]);
    expect(failures("node --test", "node20-tap-fail")?.slice(0, 2)).toEqual([
      { name: "adds", file: "/repo/test/fail.test.js", line: 3, message: "expected 4, got 3" },
      { name: "inner fails", file: "/repo/test/fail.test.js", line: 4, message: "boom: it broke" },
    ]);
    expect(failures("vitest run", "vitest-colour")).toEqual([
      { name: "adds", file: "test/fail.test.mjs", line: 2, message: "expected 3 to be 4" },
      { name: "group > inner fails", file: "test/fail.test.mjs", line: 3, message: "boom: it broke" },
    ]);
    expect(failures("jest", "jest-colour")).toEqual([
      { name: "adds", file: "test/fail.test.js", line: 2, message: "expected 4, got 3" },
      { name: "group › inner fails", file: "test/fail.test.js", line: 3, message: "boom: it broke" },
    ]);
    for (const fixture of ["mocha4-fail", "mocha12-colour", "mocha12-dot"]) {
      expect(failures("mocha", fixture)?.slice(0, 5)).toEqual([
        { name: "adds", file: "test/fail.js", line: 2, message: "expected 4, got 3" },
        {
          ...{ name: "group > differs in many lines", file: "test/fail.js", line: 5 },
          message: "Expected values to be loosely deep-equal:",
        },
        { name: "group > is late", file: "test/fail.js", line: 6, message: "TypeError: late" },
        { name: "group > waits", message: expect.stringMatching(/^Timeout of 5ms exceeded\. /) },
        { name: "group > inner > fails", file: "test/fail.js", line: 4, message: "boom: it broke" },
      ]);
    }
    expect(failures("mocha", "mocha12-fail")?.at(5)).toMatchObject({
      name: 'hook > "before all" hook for "never runs"',
    });
    expect(failures("mocha", "mocha12-two-nofile")).toEqual([
      { name: "test/nope.js", file: "test/nope.js", message: "there is no such file" },
    ]);
    expect(failures("pytest", "pytest-fail")).toEqual([
      { name: "test_adds", file: "test_fail.py", line: 5, message: "assert 3 == 4" },
      { name: "TestGroup::test_inner", file: "test_fail.py", line: 8, message: "ValueError: boom: it broke" },
      { name: "test_param[2]", file: "test_fail.py", line: 11, message: "AssertionError: n should be one" },
      { name: "test_uses", file: "test_fail.py", line: 13, message: "RuntimeError: no fixture" },
    ]);
    expect(failures("jest --logHeapUsage", "jest-heap")).toMatchObject([{ name: "adds", file: "test/a.test.js" }]);
    expect(failures("go test ./...", "go-timeout")).toEqual([
      { name: "example.com/p", message: "panic: test timed out after 1s" },
    ]);
    expect(failures("go test ./...", "go-fail")).toEqual([
      { name: "TestAdds", file: "a_test.go", line: 5, message: "expected 4, got 3" },
      { name: "TestSub/inner", file: "a_test.go", line: 7, message: "boom: it broke" },
    ]);
    expect(failures("cargo test", "cargo-fail")).toEqual([
      { name: "errs", message: 'Error: "bad"' },
      { name: "adds", file: "tests/fail.rs", line: 3, message: "expected 4, got 3" },
      { name: "panics", file: "tests/fail.rs", line: 7, message: "boom: it broke" },
    ]);
  });

  test("that stand in a file are named by it when it cannot be loaded", () => {
    expect(failures("jest", "jest-import")).toMatchObject([{ name: "test/import.test.js", line: 2 }]);
    expect(failures("pytest", "pytest-syntax")).toMatchObject([{ message: "SyntaxError: invalid syntax" }]);
  });
});

describe("which runner must have run", () => {
  const expected = (command: string, ...scripts: string[]) => testReport(command, scripts, "").expected;

  test.each([
    ["node --test test/", "node:test"],
    ["timeout 60 npx vitest run", "vitest"],
    ["cd web && pnpm exec jest --ci", "jest"],
    ["jest --json --outputFile=report.json", "jest"],
    ["jest --reporters=default --reporters=jest-junit", "jest"],
    ["node --experimental-vm-modules node_modules/jest/bin/jest.js", "jest"],
    ["node ./node_modules/.bin/jest --ci", "jest"],
    ["node node_modules/vitest/vitest.mjs run", "vitest"],
    ["npx mocha --recursive test", "mocha"],
    ["node node_modules/mocha/bin/mocha.js -R dot", "mocha"],
    ["node_modules/.bin/_mocha --reporter=min", "mocha"],
    ["uv run python -m pytest -q", "pytest"],
    ["sh -c 'go test ./...'", "go"],
    ["CI=1 cargo +nightly test --workspace", "cargo"],
    ["(cd a && pytest) && npx vitest run", "vitest and pytest"],
    ["pytest 2>&1 | tee log.txt", "pytest"],
    ["pytest || exit 1", "pytest"],
  ])("%s: %s", (command, runner) => {
    expect(expected(command)).toBe(runner);
  });

  test.each([
    "npm test",
    "node server.js",
    "test -x node_modules/.bin/jest || npx jest",
    "if command -v pytest; then pytest; fi",
    "pytest > out.txt; grep -q passed out.txt",
    "pytest | grep -q '3 passed'",
    'test "$(node --test | grep -c ok)" = 3',
    "go vet ./...",
    "cargo test --no-run",
    "node --test --test-reporter=dot",
    "vitest run --reporter=json",
    "node node_modules/vitest/vitest.mjs list",
    "jest --reporters=jest-junit",
    "node node_modules/jest/bin/jest.js --listTests",
    "node jest.js",
    "node tools/jest/jest.js",
    "mocha -R tap",
    "mocha --reporter=json",
    "npx mocha --dry-run",
    "mocha init site",
    "pytest --collect-only",
  ])("nothing is certain of %s", (command) => {
    expect(expected(command)).toBeNull();
  });

  test("is also read from the text behind a script's name", () => {
    expect(expected("npm test", "tsc --noEmit && vitest run")).toBe("vitest");
  });

  test("is seen from the output when nothing names it", () => {
    expect(heard("npm test", printed("vitest-fail"))).toBe("1/2/0");
    expect(heard("make check", printed("cargo-fail"))).toBe("1/3/0");
  });
});

describe("several runs in one output", () => {
  test("are added up", () => {
    const both = printed("vitest-pass") + printed("vitest-skip");
    expect(heard("npm test && npm run e2e", both, ["vitest run", "vitest run e2e"])).toBe("3/0/2");
    expect(heard("npm test --workspaces", both, ["vitest run"])).toBe("3/0/2");
    expect(heard("npx vitest run && pytest", printed("vitest-pass") + printed("pytest-pass"))).toBe("4/0/0");
  });

  test("are incomplete when one of them is silent", () => {
    expect(heard("npx vitest run && pytest", printed("vitest-pass"))).toBe("2/0/0…");
    const cut = printed("mocha12-pass") + printed("mocha12-exit-inside");
    expect(heard("npx mocha test/a.js && npx mocha test/b.js", cut)).toBe("2/0/0…");
    expect(heard("npm test --workspaces", printed("pytest-pass") + printed("pytest-exitinside"), ["pytest"])).toBe(
      "2/0/0…",
    );
  });
});

describe("an output that is not to be trusted", () => {
  const boast = printed("node24-spec-pass");

  test("counts no summary that code under test prints before the real one", () => {
    expect(heard("node --test", boast + printed("node24-spec-exit-at-import"))).toBe("0/0/0");
    expect(heard("npm test", boast + printed("node24-spec-exit-at-import"), ["node --test"])).toBe("0/0/0");
  });

  test("cannot replace the account of the runner that had to run", () => {
    expect(heard("pytest -q", "TAP version 13\n1..1\nok 1 - fine\n")).toBe("-");
    expect(heard("pytest -q", boast)).toBe("-");
  });

  test("is read with carriage returns, and cut in the middle", () => {
    expect(heard("pytest", printed("pytest-fail").replaceAll("\n", "\r\n"))).toBe("2/4/0");
    const whole = printed("node24-spec-fail");
    expect(heard("node --test", `${whole.slice(0, 20)}\n${whole.slice(whole.indexOf("ℹ tests"))}`)).toBe("1/4/0");
    expect(heard("node --test", whole.slice(0, whole.indexOf("ℹ pass")))).toBe("0/0/0…");
  });

  test("is not taken for a second run when another tool prints ticks", () => {
    expect(heard("node --test && node build.js", `${printed("node24-spec-pass")}▶ build\n✔ built (3ms)\n`)).toBe(
      "3/0/0",
    );
  });

  test("does not take a suite or a test for a file", () => {
    const pass = printed("node24-spec-pass").replaceAll("group", "lib/add.test.js");
    expect(heard("node --test", pass.replace("adds", "reads lib/add.js"))).toBe("3/0/0");
    expect(heard("node --test", pass.replace("adds", "add.js"))).toBe("3/0/0");
    expect(heard("node --test", printed("node24-tap-pass").replaceAll("group", "lib/add.test.js"))).toBe("3/0/0");
  });

  test("does not accuse a file whose tests were not asked for", () => {
    expect(heard("node --test --test-name-pattern=adds", printed("node24-spec-two"))).toBe("3/0/0");
  });
});
