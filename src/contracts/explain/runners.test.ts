import { describe, expect, test } from "vitest";
import { printed } from "./fixture.testkit.ts";
import { testReport } from "./test-report.ts";

/** `passed/failed/skipped`, with `…` when the runner never said how it ended; `-` for no report. */
function heard(command: string, fixture: string): string {
  const { report } = testReport(command, [], printed(fixture));
  if (report === null) return "-";
  const { passed, failed, skipped } = report.counts;
  return `${passed}/${failed}/${skipped}${report.isComplete ? "" : "…"}`;
}

const COMMANDS: Readonly<Record<string, string>> = {
  unittest: "python3 -m unittest",
  ctest: "ctest --test-dir build",
  phpunit: "vendor/bin/phpunit",
  rspec: "bundle exec rspec",
  minitest: "ruby -Ilib -Itest test/add_test.rb",
  deno: "deno test -A",
  bun: "bun test",
  tape: "npx tape 'test/*.js'",
  tap: "npx tap",
  "tap-spec": "npx tape 'test/*.js' | npx tap-spec",
  ava: "npx ava",
  dotnet: "dotnet test",
  maven: "./mvnw -B test",
  gradle: "./gradlew test",
};

/** What real runs have printed; `dotnet*` and `phpunit11` are written after their documentation. */
const PRINTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  unittest: {
    "unittest-pass": "2/0/0",
    "unittest-fail": "1/6/0",
    "unittest-f": "0/1/0",
    "unittest-skip": "1/0/2",
    "unittest-312-skip": "1/0/2",
    "unittest-surprise": "1/1/0",
    "unittest-allskip": "0/0/1",
    "unittest-zero": "0/0/0",
    "unittest-313-zero": "0/0/0",
    "unittest-discover-none": "0/0/0",
    "unittest-exitinside": "-",
    "unittest-exitinside-v": "0/0/0…",
    "unittest-exitimport": "-",
    "unittest-syntax": "-",
    "unittest-nofile": "0/1/0",
    "unittest-prints": "3/0/0",
    "unittest-q": "2/0/0",
    "unittest-main": "1/0/0",
  },
  ctest: {
    "ctest-pass": "2/0/0",
    "ctest-pass-v": "2/0/0",
    "ctest-make": "2/0/0",
    "ctest-fail": "1/4/2",
    "ctest-fail-out": "1/4/2",
    "ctest-skip": "1/0/2",
    "ctest-allskip": "0/0/1",
    "ctest-zero": "0/0/0",
    "ctest-filter": "0/0/0",
    "ctest-none": "0/0/0",
    "ctest-nodir": "-",
  },
  phpunit: {
    "phpunit-pass": "2/0/0",
    "phpunit-pass-testdox": "2/0/0",
    "phpunit-fail": "2/3/0",
    "phpunit-fail-testdox": "2/3/0",
    "phpunit-colour": "2/3/0",
    "phpunit-skip": "1/0/2",
    "phpunit-risky": "2/0/0",
    "phpunit-allskip": "0/0/1",
    "phpunit-zero": "0/0/0",
    "phpunit-none": "0/0/0",
    "phpunit-filter": "0/0/0",
    "phpunit-nofile": "-",
    "phpunit-exitinside": "0/0/0…",
    "phpunit-exitimport": "-",
    "phpunit11-issues": "3/0/1",
  },
  rspec: {
    "rspec-pass": "2/0/0",
    "rspec-fail": "1/2/3",
    "rspec-fail-doc": "1/2/3",
    "rspec-skip": "1/0/1",
    "rspec-allskip": "0/0/1",
    "rspec-zero": "0/0/0",
    "rspec-import": "0/1/0",
    "rspec-exitinside": "-",
    "rspec-exitinside-doc": "-",
    "rspec-exitimport": "-",
    // RSpec counts the example that called `exit`, and is content.
    "rspec-softexit": "2/0/0…",
  },
  minitest: {
    "minitest-pass": "2/0/0",
    "minitest-pass-rake": "2/0/0",
    "minitest-fail": "1/2/1",
    "minitest-fail-rake": "1/2/1",
    "minitest-skip": "1/0/1",
    "minitest-spec": "1/1/0",
    "minitest-allskip": "0/0/1",
    "minitest-zero": "0/0/0",
    "minitest-exitinside": "0/0/0…",
    "minitest-exitinside-rake": "0/0/0…",
    "minitest-exitimport": "-",
    "testunit-fail": "1/1/2",
    "testunit-fail-v": "1/1/2",
  },
  deno: {
    "deno-pass": "2/0/0",
    "deno-two": "3/0/1",
    "deno-fail": "1/2/0",
    "deno-colour": "1/2/0",
    "deno-dot": "1/2/0",
    "deno-skip": "1/0/1",
    "deno-allskip": "0/0/1",
    "deno-zero": "0/0/0",
    "deno-filter": "0/0/0",
    "deno-prints": "1/0/0",
    "deno-exitinside": "1/1/0",
    "deno-exitimport": "0/0/0…",
    "deno-sigkill": "0/0/0…",
    "deno-nofile": "-",
  },
  bun: {
    "bun-pass": "2/0/0",
    "bun-two": "3/0/2",
    "bun-fail": "1/2/0",
    "bun-dots": "1/2/0",
    "bun-skip": "1/0/2",
    "bun-allskip": "0/0/1",
    "bun-zero": "0/0/0",
    "bun-exitinside": "0/0/0…",
    "bun-twoexit": "0/0/0…",
    "bun-exitimport": "0/0/0…",
    "bun-filter": "-",
    "bun-nofile": "-",
  },
  tape: {
    "tape-pass": "3/0/0",
    "tape-fail": "2/4/0",
    "tape-skip": "1/0/2",
    "tape-allskip": "0/0/0",
    "tape-zero": "0/0/0",
    "tape-exitinside": "1/1/0",
    "tape-reallyexit": "1/0/0…",
    "tape-throw": "0/0/0…",
    "tape-exitimport": "-",
    "tape-nofile": "-",
  },
  tap: {
    "nodetap-pass": "3/0/0",
    "nodetap-pass-cov": "3/0/0",
    "nodetap-two": "5/3/2",
    "nodetap-fail": "1/3/0",
    "nodetap-direct": "1/3/0",
    "nodetap-skip": "1/0/2",
    "nodetap-allskip": "0/0/1",
    "nodetap-zero": "0/0/0",
    "nodetap-exitinside": "1/1/0",
    "nodetap-reallyexit": "1/1/0",
    "nodetap-exitimport": "0/0/0",
  },
  "tap-spec": {
    "tapspec-pass": "3/0/0",
    "tapspec-fail": "2/4/0",
    "tapspec-colour": "2/4/0",
    "tapspec-skip": "1/1/1",
    "tapspec-allskip": "0/0/0",
    "tapspec-zero": "0/0/0",
    "tapspec-exitinside": "1/1/0",
    "tapspec-reallyexit": "-",
  },
  ava: {
    "ava-pass": "2/0/0",
    "ava-two": "3/0/3",
    "ava-fail": "1/3/0",
    "ava-skip": "1/0/3",
    "ava-allskip": "0/0/1",
    "ava-zero": "0/0/0",
    "ava-exitinside": "1/2/0",
    "ava-reallyexit": "1/1/0",
    "ava-exitimport": "0/1/0…",
    "ava-nofile": "-",
  },
  dotnet: {
    "dotnet-pass": "2/0/0",
    "dotnet-normal": "2/0/1",
    "dotnet-two": "5/0/1",
    "dotnet-fail": "1/2/1",
    "dotnet10-fail": "1/1/1",
    "dotnet-allskip": "0/0/1",
    "dotnet-zero": "0/0/0",
    "dotnet-aborted": "1/0/0…",
    "dotnet-exitinside": "0/0/0…",
  },
  maven: {
    "maven-pass": "2/0/0",
    "maven-two": "3/0/1",
    "maven-fail": "1/2/1",
    "maven-skip": "1/0/1",
    "maven-allskip": "0/0/1",
    "maven-exitinside": "0/0/0",
    "maven-halt": "0/0/0",
    "maven-exitnofork": "0/0/0…",
    "maven-gone": "-",
    "maven-skiptests": "-",
  },
  gradle: {
    // It says nothing of tests that pass, so its task counts as one.
    "gradle-pass": "1/0/0",
    "gradle-uptodate": "1/0/0",
    "gradle-pass-loud": "2/0/0",
    "gradle-fail": "1/2/1",
    "gradle-fail-loud": "1/2/1",
    "gradle-skip-loud": "1/0/1",
  },
};

for (const [runner, fixtures] of Object.entries(PRINTED)) {
  const command = COMMANDS[runner] ?? "";
  test(`${runner} must run where ${command} succeeds`, () => {
    expect(testReport(command, [], "").expected).toBe(runner);
  });
  test.each(Object.entries(fixtures))("%s: %s", (fixture, counts) => {
    expect(heard(command, fixture)).toBe(counts);
  });
}

test.each([
  "python3 -m unittest --help",
  "python3 tests/test_a.py",
  "ctest -N",
  "ctest -Q",
  "phpunit --list-tests",
  "rspec --dry-run",
  "rspec --format json",
  "rake test",
  "ruby script/check.rb",
  "deno test --no-run",
  "deno test --reporter=junit",
  "bun run test",
  "npx tap list",
  "npx tap -R terse",
  "npx ava --help",
  "dotnet build",
  "dotnet test --list-tests",
  "mvn -q test",
  "mvn package",
  "mvn test -DskipTests",
  "gradle build",
  "gradle -q test",
  "gradle test --dry-run",
  "tape test/*.js | grep -c '^ok'",
  "find test -name '*.js' | xargs tape",
])("nothing is certain of %s", (command) => {
  expect(testReport(command, [], "").expected).toBeNull();
});

describe("failures", () => {
  const first = (command: string, fixture: string) => testReport(command, [], printed(fixture)).report?.failures[0];

  test.each([
    ["unittest", "unittest-f", { name: "test_adds", file: "/repo/t_fail.py", line: 5, message: "3 != 4" }],
    ["ctest", "ctest-fail", { name: "adds", message: "Failed" }],
    [
      "phpunit",
      "phpunit-fail",
      {
        ...{ name: "FailTest::testBreaks", file: "/repo/FailTest.php", line: 8 },
        message: "RuntimeException: boom: it broke",
      },
    ],
    ["rspec", "rspec-fail", { name: "App adds", file: "spec/fail_spec.rb", line: 4, message: "expected 4, got 3" }],
    [
      "rspec",
      "rspec-import",
      {
        ...{ name: "spec/import_spec.rb", file: "spec/import_spec.rb", line: 1 },
        message: "LoadError: cannot load such file -- gone_lib",
      },
    ],
    [
      "minitest",
      "minitest-fail",
      { name: "AddTest#test_adds", file: "test/fail_test.rb", line: 5, message: "expected 4, got 3" },
    ],
    [
      "minitest",
      "testunit-fail",
      { name: "test_adds(AddTest)", file: "test/tu_test.rb", line: 3, message: "expected 4, got 3" },
    ],
    ["deno", "deno-fail", { name: "adds", file: "deno/fail_test.js", line: 2, message: "expected 4, got 3" }],
    ["bun", "bun-fail", { name: "adds", file: "/repo/bun/fail.test.js", line: 3, message: "expected 4, got 3" }],
    [
      "tape",
      "tape-fail",
      { name: "adds > should be strictly equal", file: "/repo/tape/fail.js", line: 3, message: "expected 4, got 3" },
    ],
    [
      "tap",
      "nodetap-fail",
      { name: "adds > should be equal", file: "tap/fail.js", line: 3, message: "expected 4, got 3" },
    ],
    [
      "tap-spec",
      "tapspec-colour",
      { name: "adds > should be strictly equal", file: "/repo/tape/fail.js", line: 3, message: "expected 4, got 3" },
    ],
    ["ava", "ava-fail", { name: "adds", file: "ava/fail.js", line: 3, message: "expected 4, got 3" }],
    [
      "dotnet",
      "dotnet-fail",
      { name: "App.Tests.AddTests.Adds", file: "/repo/App.Tests/AddTests.cs", line: 8, message: "expected 4, got 3" },
    ],
    [
      "dotnet",
      "dotnet10-fail",
      { name: "App.Tests.AddTests.Adds", file: "/repo/App.Tests/AddTests.cs", line: 8, message: "expected 4, got 3" },
    ],
    [
      "maven",
      "maven-fail",
      {
        ...{ name: "breaks(FailTest)", file: "FailTest.java", line: 6 },
        message: "java.lang.RuntimeException: boom: it broke",
      },
    ],
    [
      "gradle",
      "gradle-fail",
      { name: "FailTest > breaks", file: "FailTest.java", line: 6, message: "java.lang.RuntimeException" },
    ],
  ])("of %s have what %s says", (runner, fixture, failure) => {
    expect(first(COMMANDS[runner] ?? "", fixture)).toEqual(failure);
  });

  test("in TAP that a flag asks for are read as well", () => {
    expect(first("deno test --reporter=tap", "deno-tap")).toMatchObject({
      ...{ name: "adds", file: "./deno/fail_test.js", line: 2 },
      message: "expected 4, got 3",
    });
    expect(heard("npx ava --tap", "ava-tap")).toBe("1/3/0");
    expect(first("node tap/fail.js", "nodetap-direct")).toMatchObject({ file: "tap/fail.js", line: 3 });
  });
});

describe("names", () => {
  const names = (command: string, fixture: string) => {
    const { report } = testReport(command, [], printed(fixture));
    return [report?.passedNames, report?.skippedNames];
  };

  test.each([
    ["python3 -m unittest -v", "unittest-skip-v", ["TestAdd.test_adds"], ["TestAdd.test_known", "TestAdd.test_later"]],
    [
      "python3 -m unittest -v",
      "unittest-38-skip-v",
      ["TestAdd.test_adds"],
      ["TestAdd.test_known", "TestAdd.test_later"],
    ],
    ["python3 -m unittest -v", "unittest-prints-v", ["TestAdd.test_a", "TestAdd.test_b", "TestAdd.test_c"], []],
    ["ctest", "ctest-skip", ["adds"], ["later", "off"]],
    ["rspec -fd", "rspec-skip-doc", ["adds"], ["comes later"]],
    ["ruby test/a_test.rb -v", "minitest-skip-v", ["AddTest#test_adds"], ["AddTest#test_later"]],
    ["deno test", "deno-skip", ["adds"], ["later"]],
    ["bun test", "bun-skip", ["adds"], ["later", "someday"]],
    ["tape t.js", "tape-skip", ["should be strictly equal"], ["not now", "should be strictly equal"]],
    ["tap", "nodetap-skip", ["adds > should be equal"], ["later", "someday"]],
    ["tape t.js | tap-spec", "tapspec-pass", ["adds > should be strictly equal", "adds > more", "again > fine"], []],
    ["ava", "ava-skip", ["adds"], ["later", "someday", "known"]],
    ["ava", "ava-two", ["adds", "more", "adds"], ["later", "someday", "known"]],
    ["gradle test", "gradle-skip-loud", ["SkipTest > adds"], ["SkipTest > later"]],
    ["node --test", "node24-spec-pass", ["adds", "inner", "other"], []],
    ["node --test", "node24-spec-skip", ["fine"], ["skipped", "todo", "later"]],
    ["node --test", "node24-tap-pass", ["adds", "inner", "other"], []],
    ["node --test", "node20-tap-skip", ["fine"], ["skipped", "todo", "later"]],
    ["vitest run --reporter=verbose", "vitest-verbose", ["group > fine", "adds", "group > inner"], []],
    ["jest --verbose", "jest-skip", ["fine"], ["skipped", "later"]],
    ["mocha", "mocha4-skip", ["runs"], ["is skipped", "is to do"]],
    ["pytest -v", "pytest-verbose-fail", ["test_fine", "test_param[1]"], []],
    ["go test -v ./...", "go-verbose-pass", ["TestA", "TestB/sub"], ["TestS"]],
    ["go test -json ./...", "go-json", ["TestFine"], []],
    ["cargo test", "cargo-lib", ["tests::fine"], ["tests::ignored"]],
  ])("are listed by %s: %s", (command, fixture, passed, skipped) => {
    expect(names(command, fixture)).toEqual([passed, skipped]);
  });

  test.each([
    ["python3 -m unittest", "unittest-pass"],
    ["rspec", "rspec-pass"],
    ["vitest run", "vitest-pass"],
    ["pytest", "pytest-pass"],
    ["go test ./...", "go-pass"],
    ["cargo test -q", "cargo-quietpass"],
    ["gradle test", "gradle-pass"],
  ])("are not made up where %s counts without them: %s", (command, fixture) => {
    expect(names(command, fixture)[0]).toBeUndefined();
  });

  test("are left out as a whole where one run of several has none", () => {
    const both = printed("vitest-pass") + printed("pytest-verbose-fail");
    expect(testReport("vitest run && pytest -v", [], both).report?.passedNames).toBeUndefined();
  });
});

test("a file that node-tap skips because it ended before its first test makes the run incomplete", () => {
  const text = printed("nodetap-pass").replace("1..1\n", "1..2\n");
  const skipped = "ok 2 - test/b.test.js # SKIP no tests found\n";
  const { report } = testReport("npx tap", [], text.replace("# No coverage", `${skipped}# No coverage`));
  expect(report).toMatchObject({ counts: { passed: 3, failed: 0, skipped: 0 }, isComplete: false });
});

test("a runner is known by its output, too", () => {
  for (const [runner, fixture] of [
    ["unittest", "unittest-fail"],
    ["minitest", "minitest-fail-rake"],
    ["ctest", "ctest-make"],
    ["tap-spec", "tapspec-fail"],
    ["tap", "tape-fail"],
  ] as const) {
    expect(testReport("make check", [], printed(fixture)).report?.runner).toBe(runner);
  }
});
