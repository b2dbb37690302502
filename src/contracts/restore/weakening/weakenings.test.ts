// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of workflows
import { describe, expect, test } from "vitest";
import { weakenings, weakeningsIn } from "./weakenings.ts";

/** `line told`, as a person reads it. */
const said = (path: string, before: string | null, after: string | null): string[] =>
  weakenings(path, before, after).map(({ line, told }) => (line === undefined ? told : `${line}: ${told}`));

const JS = `import { test } from "vitest";

test("adds", () => {
  expect(add(1, 2)).toBe(3);
});

test("subtracts", () => {
  expect(sub(3, 2)).toBe(1);
  expect(sub(0, 2)).toBe(-2);
});
`;
const PY = `import pytest

def test_add():
    assert add(1, 2) == 3

class TestSub:
    def test_sub(self):
        assert sub(3, 2) == 1
`;
const GO = `package calc

func TestAdd(t *testing.T) {
	if Add(1, 2) != 3 {
		t.Fatal("no")
	}
}
`;
const RUST = `#[test]
fn adds() {
    assert_eq!(add(1, 2), 3);
}
`;

const SNAPSHOT = (...names: string[]): string =>
  `// v1\n${names.map((name) => `\nexports[\`${name} 1\`] = \`"${name}"\`;\n`).join("")}`;

describe("tells what is weaker, and where", () => {
  const cases: [string, string, string, string | null, string[]][] = [
    [
      "a deleted test",
      "a.test.ts",
      JS,
      JS.replace(/test\("adds"[^}]+\}\);\n/, ""),
      ['the test "adds" is gone', "it asserts less: 2 assertions where there were 3"],
    ],
    ["a deleted file", "a.test.ts", JS, null, ['the test "adds" is gone', 'the test "subtracts" is gone']],
    ["a skipped test", "a.test.ts", JS, JS.replace('test("sub', 'test.skip("sub'), ["7: skips a test"]],
    [
      "a skipped test, by its option",
      "a.test.ts",
      JS,
      JS.replace('"adds", ', '"adds", { skip: true }, '),
      ["3: skips a test"],
    ],
    ["a crossed-out test", "a.test.js", 'it("a", f);\n', 'xit("a", f);\n', ["1: skips a test"]],
    ["one test only", "a.test.ts", JS, JS.replace('test("sub', 'test.only("sub'), ["7: runs only some of the tests"]],
    [
      "a test to be written",
      "a.test.ts",
      JS,
      JS.replace('test("sub', 'test.todo("sub'),
      ["7: does not ask a test to pass"],
    ],
    [
      "a test in a comment",
      "a.test.ts",
      JS,
      JS.replace(/^test\("adds[^}]+\}\);/m, (text) => text.replace(/^/gm, "// ")),
      ["it asserts less: 2 assertions where there were 3", '3: the test "adds" is commented out'],
    ],
    [
      "an assertion less",
      "a.test.ts",
      JS,
      JS.replace("  expect(sub(0, 2)).toBe(-2);\n", ""),
      ["it asserts less: 2 assertions where there were 3"],
    ],
    [
      "an assertion about nothing",
      "a.test.ts",
      JS,
      JS.replace("expect(add(1, 2)).toBe(3)", "expect(true).toBe(true)"),
      ["it asserts less: 2 assertions where there were 3", "4: `expect(true).toBe(true)` holds whatever the code does"],
    ],
    [
      "another answer",
      "a.test.ts",
      JS,
      JS.replace("toBe(3)", "toBe(-1)"),
      ["4: it expects 1, 2, -1 where it expected 1, 2, 3"],
    ],
    [
      "an early return",
      "a.test.ts",
      JS,
      JS.replace("  expect(add", "  return;\n  expect(add"),
      ["4: returns before the end of a test"],
    ],
    ["an early exit", "a.test.ts", JS, JS.replace("\n\n", "\nprocess.exit(0);\n"), ["2: ends the run with success"]],
    [
      "a longer wait",
      "a.test.ts",
      "it('a', f, { timeout: 1000 });\n",
      "it('a', f, { timeout: 90_000 });\n",
      ["1: waits longer: `timeout` goes from 1000 to 90000"],
    ],
    ["a swallowed error", "a.test.ts", "f();\n", "try { f(); } catch {}\n", ["1: swallows an error"]],
    [
      "a marked Python test",
      "test_a.py",
      PY,
      PY.replace("def test_add", "@pytest.mark.skip\ndef test_add"),
      ["3: skips a test or expects it to fail"],
    ],
    [
      "a failing Python test that is expected",
      "test_a.py",
      PY,
      PY.replace("def test_add", "@pytest.mark.xfail(strict=False)\ndef test_add"),
      ["3: skips a test or expects it to fail"],
    ],
    [
      "an idle Python assertion",
      "test_a.py",
      PY,
      PY.replace("assert add(1, 2) == 3", "assert True"),
      ["it asserts less: 1 assertions where there were 2", "4: `assert True` holds whatever the code does"],
    ],
    ["a Python exit", "test_a.py", PY, `import os\nos._exit(0)\n${PY}`, ["2: ends the run with success"]],
    [
      "a pytest hook",
      "conftest.py",
      "",
      "def pytest_collection_modifyitems(items):\n    items.clear()\n",
      ["1: decides which tests count"],
    ],
    ["a Go skip", "a_test.go", GO, GO.replace("\tif", '\tt.Skip("later")\n\tif'), ["4: skips a test"]],
    ["a Go build tag", "a_test.go", GO, `//go:build never\n${GO}`, ["1: leaves the file out of some builds"]],
    [
      "a Rust ignore",
      "a.rs",
      RUST,
      RUST.replace("fn adds", "#[ignore]\nfn adds"),
      ["2: ignores a test or expects it to panic"],
    ],
    [
      "a disabled Java test",
      "ATest.java",
      "@Test\nvoid a() { assertTrue(x()); }\n",
      "@Disabled\n@Test\nvoid a() { assertTrue(x()); }\n",
      ["1: skips a test"],
    ],
    [
      "lower thresholds",
      "vitest.config.ts",
      "thresholds: { lines: 90 }\n",
      "thresholds: { lines: 10 }\n",
      ["1: asks for less: `lines` goes from 90 to 10"],
    ],
    [
      "a lower threshold for Python",
      ".coveragerc",
      "fail_under = 90\n",
      "fail_under = 5\n",
      ["1: asks for less: `fail_under` goes from 90 to 5"],
    ],
    [
      "more warnings",
      "package.json",
      '"lint": "eslint --max-warnings 0"\n',
      '"lint": "eslint --max-warnings 99"\n',
      ["1: tolerates more: `max-warnings` goes from 0 to 99"],
    ],
    [
      "no tests needed",
      "vitest.config.ts",
      "test: {}\n",
      "test: { passWithNoTests: true }\n",
      ["1: passes without any test"],
    ],
    [
      "a lost answer",
      "package.json",
      '"test": "vitest run"\n',
      '"test": "vitest run || true"\n',
      ["1: lets a failing command count as success"],
    ],
    ["a happy end", "run.sh", "vitest\n", "vitest\nexit 0\n", ["2: ends with success whatever happened"]],
    [
      "a recipe that may fail",
      "Makefile",
      "test:\n\tpytest\n",
      "test:\n\t-pytest\n",
      ["2: lets a failing command count as success"],
    ],
    [
      "tests left out",
      "pytest.ini",
      "[pytest]\n",
      "[pytest]\naddopts = --deselect tests/a.py\n",
      ["2: leaves tests out"],
    ],
    [
      "patterns left out",
      "jest.config.js",
      "module.exports = {};\n",
      'module.exports = { testPathIgnorePatterns: ["a"] };\n',
      ["1: leaves tests out"],
    ],
    [
      "a job that may fail",
      ".github/workflows/ci.yml",
      "- run: npm test\n",
      "- run: npm test\n  continue-on-error: true\n",
      ["2: lets a failing job count as success"],
    ],
    [
      "a test to be skipped, behind a pattern with a quote",
      "a.test.ts",
      'const quote = /[`"]/;\ntest("a", f);\n',
      'const quote = /[`"]/;\ntest.skip("a", f);\n',
      ["2: skips a test"],
    ],
    [
      "one snapshot less",
      "a.snap",
      SNAPSHOT("a", "b", "c"),
      SNAPSHOT("a", "c"),
      ["5: an expected output is another one"],
    ],
    ["another snapshot", "a.snap", "a\nb\nc\n", "a\nX\nc\n", ["2: an expected output is another one"]],
  ];
  test.each(cases)("%s", (_, path, before, after, expected) => {
    expect(said(path, before, after)).toEqual(expected);
  });
});

describe("says nothing about", () => {
  const cases: [string, string, string | null, string][] = [
    [
      "code that a test only talks about",
      "a.test.ts",
      JS,
      `${JS}\ntest("more", () => {\n  write("a.js", "expect(true).toBe(true); process.exit(0);");\n  expect(more(/["'\`]/, \`\nit.skip("a", f);\n\`)).toBe(1);\n});\n`,
    ],
    ["a new test", "a.test.ts", JS, `${JS}\ntest("more", () => {\n  expect(more()).toBe(1);\n});\n`],
    ["a new file", "a.test.ts", null, JS],
    ["line ends", "a.test.ts", JS, JS.replaceAll("\n", "\r\n")],
    ["white space at the end", "a.test.ts", JS, `${JS.replaceAll(";\n", ";  \n")}\n\n`],
    ["indentation", "a.test.ts", JS, JS.replaceAll("  expect", "\texpect")],
    [
      "quotes",
      "a.test.ts",
      JS.replace("toBe(3)", 'toBe("x")'),
      JS.replace("toBe(3)", "toBe('x')").replaceAll('test("adds"', "test('adds'"),
    ],
    [
      "the order of tests",
      "test_a.py",
      PY,
      "import pytest\n\nclass TestSub:\n    def test_sub(self):\n        assert sub(3, 2) == 1\n\ndef test_add():\n    assert add(1, 2) == 3\n",
    ],
    ["a renamed test", "a.test.ts", JS, JS.replace('"adds"', '"adds two numbers"')],
    ["a broken line", "a.test.ts", JS, JS.replace("expect(add(1, 2)).toBe(3)", "expect(\n    add(1, 2),\n  ).toBe(3)")],
    [
      "a table made of tests",
      "a.test.ts",
      JS,
      'test.each([\n  ["adds", add(1, 2), 3],\n  ["subtracts", sub(3, 2), 1],\n])("%s", (_, is, ought) => {\n  expect(is).toBe(ought);\n});\n',
    ],
    ["a comment", "a.test.ts", JS, JS.replace("\n\n", "\n\n// Do not .skip(this): process.exit(0) || true.\n")],
    ["a string", "a.test.ts", JS, JS.replace("\n\n", '\nconst url = "https://x.y/z";\n\n')],
    ["a raised threshold", "vitest.config.ts", "lines: 80\n", "lines: 90\n"],
    ["a shorter wait", "a.test.ts", "timeout: 900\n", "timeout: 100\n"],
    ["a guard in a helper", "a.test.ts", JS, `${JS}\nfunction help(x) {\n  if (x) {\n    return;\n  }\n  x();\n}\n`],
    ["a snapshot that grew", "a.snap", "a\n", "a\nb\n"],
    ["a snapshot between others", "a.snap", SNAPSHOT("a", "c"), SNAPSHOT("a", "b", "c")],
    ["a skip that goes", "a.test.ts", JS.replace('test("sub', 'test.skip("sub'), JS],
    ["a language nobody knows", "notes.txt", "a", "b"],
  ];
  test.each(cases)("%s", (_, path, before, after) => {
    expect(said(path, before, after)).toEqual([]);
  });

  test("tests that move to another file", () => {
    const [adds = "", subtracts = ""] = [JS.slice(0, JS.indexOf('test("sub')), JS.slice(JS.indexOf('test("sub'))];
    const moved = [
      { path: "a.test.ts", before: JS, after: adds },
      { path: "b.test.ts", before: null, after: subtracts },
    ];
    expect(weakeningsIn(moved)).toEqual([]);
    const renamed = [
      { path: "a.test.ts", before: JS, after: null },
      { path: "c.test.ts", before: null, after: JS },
    ];
    expect(weakeningsIn(renamed)).toEqual([]);
  });
});

test("a text made to be slow is read in linear time", () => {
  const parts = [
    "expect(",
    "`\\`",
    "'",
    '"',
    "/*",
    "'''",
    "test(",
    "@Test ",
    "a ",
    " ",
    "\n",
    "|| ",
    "timeout: ",
    "#[",
    "\\",
    "it.a.a.a",
    "expect(1,",
  ];
  for (const path of ["a.test.ts", "test_a.py", "a.rs", "ATest.java", "package.json", "Makefile"]) {
    for (const part of parts) expect(weakenings(path, "x", part.repeat(20_000))).toBeInstanceOf(Array);
  }
});
