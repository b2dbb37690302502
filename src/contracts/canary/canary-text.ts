/**
 * A test that must fail, to be put behind the others of a file; null where it has no place. It passes as soon as one way
 * of saying no has no effect any more, so assertions that were replaced show as well as a run that ends early.
 */
export function canaryText(runner: string, path: string, text: string, name: string): string | null {
  const kind = KINDS.find(
    ({ runner: each, files, sign }) => runner.split(" and ").includes(each) && files.test(path) && sign.test(text),
  );
  return kind === undefined ? null : kind.write(name, text);
}

type Kind = { runner: string; files: RegExp; sign: RegExp; write(name: string, text: string): string };

const SCRIPT = /\.[cm]?[jt]sx?$/;

const KINDS: readonly Kind[] = [
  {
    runner: "node:test",
    files: SCRIPT,
    sign: /["']node:test["']/,
    write: (name, text) => `${taken(text, ["test"], "node:test", name)}
test_${name}("test_${name}", async () => {
${ASSERTIONS}
});
`,
  },
  {
    runner: "vitest",
    files: SCRIPT,
    sign: /["']vitest["']/,
    write: (name, text) => `${taken(text, ["test", "expect"], "vitest", name)}
test_${name}("test_${name}", () => {
${allMustThrow(EXPECTATIONS.map((call) => `expect_${name}${call}`))}
});
`,
  },
  {
    // Such a file may run where there are no globals.
    runner: "jest",
    files: SCRIPT,
    sign: /["']@jest\/globals["']/,
    write: (name, text) => `${taken(text, ["test", "expect"], "@jest/globals", name)}
test_${name}("test_${name}", () => {
${allMustThrow(EXPECTATIONS.map((call) => `expect_${name}${call}`))}
});
`,
  },
  {
    runner: "jest",
    files: SCRIPT,
    sign: /\b(?:test|it|describe)\b/,
    write: (name) => `test("test_${name}", () => {
${allMustThrow(EXPECTATIONS.map((call) => `expect${call}`))}
});
`,
  },
  {
    runner: "mocha",
    files: SCRIPT,
    sign: /(?<![.\w])(?:it|test|specify)\s*\(/,
    write: (name, text) => `${/(?<![.\w])(?:it|specify)\s*\(/.test(text) ? "it" : "test"}("test_${name}", async () => {
${namesChai(text) ? CHAI : ASSERTIONS}
});
`,
  },
  {
    runner: "pytest",
    files: /\.py$/,
    sign: /\bdef test|\bclass Test|\bTestCase\b/,
    write: (name) => `
def test_${name}():
    import unittest

    case = unittest.TestCase()
    for check in (lambda: case.assertEqual(1, 2), lambda: case.assertTrue(False), lambda: case.fail()):
        try:
            check()
        except AssertionError:
            continue
        return
    assert 1 == 2
`,
  },
  {
    runner: "unittest",
    files: /\.py$/,
    sign: /\bTestCase\b/,
    write: (name) => `
import unittest as unittest_${name}


class Test_${name}(unittest_${name}.TestCase):
    def test_${name}(self):
        for check in (lambda: self.assertEqual(1, 2), lambda: self.assertTrue(False), lambda: self.fail()):
            try:
                check()
            except AssertionError:
                continue
            return
        raise AssertionError("this must fail")
`,
  },
  {
    runner: "go",
    files: /_test\.go$/,
    sign: /"testing"/,
    write: (name) => `func Test_${name}(t *testing.T) { t.Fatal("this must fail") }\n`,
  },
  {
    runner: "cargo",
    files: /\.rs$/,
    sign: /#\[test\]/,
    write: (name) => `#[cfg(test)]\n#[test]\nfn test_${name}() {\n    assert_eq!(1, 2);\n}\n`,
  },
];

const EXPECTATIONS = ["(1).toBe(2)", "(1).toEqual(2)", "({ a: 1 }).toStrictEqual({ a: 2 })", "(0).toBeTruthy()"];

const namesChai = (text: string): boolean => /["']chai["']/.test(text);

/** In the manner of the file itself, under names that are not in it. */
function taken(text: string, names: readonly string[], runner: string, name: string): string {
  const isModule = /^\s*(?:import\b(?!\s*\()|export\b)/m.test(text);
  const renamed = (sign: string): string => `{ ${names.map((each) => `${each}${sign}${each}_${name}`).join(", ")} }`;
  const source = JSON.stringify(runner);
  return isModule ? `import ${renamed(" as ")} from ${source};` : `const ${renamed(": ")} = require(${source});`;
}

const allMustThrow = (calls: readonly string[]): string =>
  `  for (const check of [${calls.map((call) => `() => ${call}`).join(", ")}]) {
    try {
      check();
    } catch {
      continue;
    }
    return;
  }
  throw new Error("this must fail");`;

/** What Node itself says no with. */
const NODE_ASSERTIONS = [
  ...["equal(1, 2)", "deepEqual([1], [2])", "ok(false)", "match('a', /b/)", "throws(() => {})", "fail()"].flatMap(
    (call) => [`strict.${call}`, `loose.${call}`],
  ),
  "strict(false)",
  "loose(false)",
];

const ASSERTIONS = `  const { default: strict } = await import("node:assert/strict");
  const { default: loose } = await import("node:assert");
${allMustThrow(NODE_ASSERTIONS)}`;

const CHAI = `  const { assert, expect } = await import(${JSON.stringify("chai")});
${allMustThrow(["expect(1).to.equal(2)", "expect([1]).to.deep.equal([2])", "expect(0).to.be.ok", "assert.equal(1, 2)", "assert(false)"])}`;
