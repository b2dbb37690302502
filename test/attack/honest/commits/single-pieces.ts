import type { Files } from "../../mutation/files.ts";
import { DOUBLES, type Kit, SQUARE, SQUARES, TWICE } from "./kit.ts";
import {
  batsKit,
  cargoKit,
  makeKit,
  phpunitKit,
  proveKit,
  pytestKit,
  rustWithTestsInside,
  unittestKit,
} from "./kits.ts";
import { mochaKit, nodeKit, vitestKit } from "./kits-of-javascript.ts";
import type { Piece } from "./piece.ts";

/** Pieces whose shape belongs to one language or runner. */

const start = ({ files, code, tests }: Kit): Files => ({
  ...files,
  ...code("sums", [TWICE]),
  ...tests("sums", [DOUBLES]),
});
const of = ({ runner, contract }: Kit): Pick<Piece, "runner" | "contract"> => ({ runner, contract });
const textIn = (files: Files, path: string): string => String(files[path]);

const manifest = textIn(nodeKit.files, "package.json");
const withMore = (more: object): string => `${JSON.stringify({ ...JSON.parse(manifest), ...more }, null, 2)}\n`;

const lockfile = (dependencies: Readonly<Record<string, string>>): string => {
  const installed = Object.entries(dependencies).map(([name, version]) => [
    `node_modules/${name}`,
    {
      version,
      integrity: "sha512-o+NO+8WrRiQEE4/7nwRJhN1HWpVmJm511pBHUxPLtp0BUISzlBplORYSmTclCnJvQq2tKu/sgl3xVpkc7ZWuQQ==",
      license: "MIT",
      engines: { node: ">=6" },
    },
  ]);
  const packages = { "": { name: "sums", version: "1.0.0", dependencies }, ...Object.fromEntries(installed) };
  return `${JSON.stringify({ name: "sums", version: "1.0.0", lockfileVersion: 3, requires: true, packages }, null, 2)}\n`;
};

export const newDependency: Piece = {
  ...of(nodeKit),
  shape: "a new dependency, with what it is for",
  task: "Print sums in green, with kleur.",
  base: { ...start(nodeKit), "package-lock.json": lockfile({}) },
  work: {
    "package.json": withMore({ dependencies: { kleur: "4.1.5" } }),
    "package-lock.json": lockfile({ kleur: "4.1.5" }),
    "src/print.js": 'import kleur from "kleur";\n\nexport const print = (n) => kleur.green("= " + n);\n',
  },
  tests: {
    "test/print.test.js":
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { print } from "../src/print.js";\n\ntest("prints", () => {\n  assert.match(print(4), /= 4/);\n});\n',
  },
};

export const configWithCode: Piece = {
  ...of(nodeKit),
  shape: "settings, with code that reads them",
  task: "Numbers above a limit are refused. The limit is a setting; say in the manifest what is exported.",
  base: start(nodeKit),
  work: {
    "package.json": withMore({ exports: "./src/limit.js", engines: { node: ">=20" } }),
    "config/limits.json": '{ "most": 100 }\n',
    "src/limit.js":
      'import { readFileSync } from "node:fs";\n\nconst { most } = JSON.parse(readFileSync(new URL("../config/limits.json", import.meta.url), "utf8"));\nexport const isAllowed = (n) => n <= most;\n',
  },
  tests: {
    "test/limit.test.js":
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { isAllowed } from "../src/limit.js";\n\ntest("refuses much", () => {\n  assert.equal(isAllowed(100), true);\n  assert.equal(isAllowed(101), false);\n});\n',
  },
};

const ORDERS =
  'import assert from "node:assert/strict";\nimport { readFileSync } from "node:fs";\nimport { test } from "node:test";\nimport * as sums from "../src/sums.js";\n\nconst cases = JSON.parse(readFileSync(new URL("fixtures/cases.json", import.meta.url), "utf8"));\nfor (const { sum, number, expected } of cases) {\n  test(sum + " of " + number, () => {\n    assert.equal(sums[sum](number), expected);\n  });\n}\n';

export const fixtureData: Piece = {
  ...of(nodeKit),
  shape: "data that tests read",
  task: "Add `square`. Cases are data.",
  base: {
    ...nodeKit.files,
    ...nodeKit.code("sums", [TWICE]),
    "test/cases.test.js": ORDERS,
    "test/fixtures/cases.json": `${JSON.stringify([DOUBLES], null, 2)}\n`,
  },
  work: nodeKit.code("sums", [TWICE, SQUARE]),
  tests: { "test/fixtures/cases.json": `${JSON.stringify([DOUBLES, SQUARES], null, 2)}\n` },
};

export const sharedHelper: Piece = {
  ...of(nodeKit),
  shape: "a refactoring of tests, which share a helper now",
  task: "Tests repeat themselves; tidy them up.",
  base: { ...nodeKit.files, ...nodeKit.code("sums", [TWICE, SQUARE]), ...nodeKit.tests("sums", [DOUBLES, SQUARES]) },
  work: {},
  tests: {
    "test/helpers/is.js":
      'import assert from "node:assert/strict";\n\nexport const is = (actual, expected) => assert.equal(actual, expected);\n',
    "test/sums.test.js":
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport * as sums from "../src/sums.js";\nimport { is } from "./helpers/is.js";\n\ntest("doubles two", () => {\n  is(sums.twice(2), 4);\n  assert.ok(sums.twice(0) === 0);\n});\n\ntest("squares three", () => {\n  is(sums.square(3), 9);\n  assert.ok(sums.square(0) === 0);\n});\n',
  },
  outcome: "unproven",
};

const snapshots = (...entries: readonly [name: string, value: string][]): string =>
  `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n${entries.map(([name, value]) => `\nexports[\`${name} 1\`] = \`${value}\`;\n`).join("")}`;
const SHOWS =
  'import { expect, test } from "vitest";\nimport { show } from "../src/show.js";\n\ntest("shows two", () => {\n  expect(show(2)).toMatchSnapshot();\n});\n';
const SHOWN: Files = {
  ...vitestKit.files,
  "src/show.js": 'export const show = (n) => "<" + n + ">";\n',
  "test/show.test.js": SHOWS,
  "test/__snapshots__/show.test.js.snap": snapshots(["shows two", '"<2>"']),
};

export const grownSnapshot: Piece = {
  ...of(vitestKit),
  shape: "a feature, with a new entry between those of a snapshot",
  task: "Numbers below zero are shown in brackets.",
  base: SHOWN,
  work: { "src/show.js": 'export const show = (n) => (n < 0 ? "(" + -n + ")" : "<" + n + ">");\n' },
  tests: {
    "test/show.test.js": `${SHOWS}\ntest("shows less than nothing", () => {\n  expect(show(-2)).toMatchSnapshot();\n});\n`,
    "test/__snapshots__/show.test.js.snap": snapshots(["shows less than nothing", '"(2)"'], ["shows two", '"<2>"']),
  },
};

export const updatedSnapshot: Piece = {
  ...of(vitestKit),
  shape: "another output, with its snapshot",
  task: "Show numbers in square brackets.",
  base: SHOWN,
  work: { "src/show.js": 'export const show = (n) => "[" + n + "]";\n' },
  tests: { "test/__snapshots__/show.test.js.snap": snapshots(["shows two", '"[2]"']) },
  asks: "announce",
};

export const namedTable: Piece = {
  ...of(vitestKit),
  shape: "tests that become a table, in a file that the task names",
  task: "Rewrite `test/sums.test.js` as a table.",
  base: {
    ...vitestKit.files,
    ...vitestKit.code("sums", [TWICE, SQUARE]),
    ...vitestKit.tests("sums", [DOUBLES, SQUARES]),
  },
  work: {},
  tests: {
    "test/sums.test.js":
      'import { expect, test } from "vitest";\nimport * as sums from "../src/sums.js";\n\ntest.each([\n  ["twice", 2, 4],\n  ["square", 3, 9],\n])("%s of %i", (sum, number, expected) => {\n  expect(sums[sum](number)).toBe(expected);\n});\n',
  },
  outcome: "unproven",
};

export const movedTest: Piece = {
  ...of(mochaKit),
  shape: "a test file that moves",
  task: "Unit tests get a folder of their own.",
  base: start(mochaKit),
  work: {},
  tests: {
    "test/sums.test.js": null,
    "test/unit/sums.test.js": textIn(start(mochaKit), "test/sums.test.js").replace("../src", "../../src"),
  },
  outcome: "unproven",
};

export const parametrised: Piece = {
  ...of(pytestKit),
  shape: "a test that is parametrised",
  task: "Test more numbers.",
  base: start(pytestKit),
  work: {},
  tests: {
    "tests/test_sums.py":
      'import pytest\n\nimport sums\n\n\n@pytest.mark.parametrize("n, expected", [(2, 4), (0, 0), (-3, -6)])\ndef test_doubles_two(n, expected):\n    assert sums.twice(n) == expected\n',
  },
  outcome: "unproven",
};

export const namedFixture: Piece = {
  ...of(pytestKit),
  shape: "a fixture of pytest, in a file that the task names",
  task: "Add `square`. Extend `tests/conftest.py` by a fixture for its test.",
  base: { ...start(pytestKit), "tests/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef two():\n    return 2\n" },
  work: pytestKit.code("sums", [TWICE, SQUARE]),
  tests: {
    "tests/conftest.py":
      "import pytest\n\n\n@pytest.fixture\ndef two():\n    return 2\n\n\n@pytest.fixture\ndef three():\n    return 3\n",
    "tests/test_square.py": "import sums\n\n\ndef test_squares(three):\n    assert sums.square(three) == 9\n",
  },
};

export const subTests: Piece = {
  ...of(unittestKit),
  shape: "a test that tries several numbers",
  task: "Test more numbers.",
  base: start(unittestKit),
  work: {},
  tests: {
    "tests/test_sums.py":
      "import unittest\n\nimport sums\n\n\nclass TestSums(unittest.TestCase):\n    def test_doubles_two(self):\n        for n, expected in [(2, 4), (0, 0)]:\n            with self.subTest(n=n):\n                self.assertEqual(sums.twice(n), expected)\n",
  },
  outcome: "unproven",
};

const RUST = { ...cargoKit.files, "src/lib.rs": rustWithTestsInside([TWICE], [DOUBLES]) };

export const testsInside: Piece = {
  ...of(cargoKit),
  shape: "a feature, with a test in the same file",
  task: "Add `square`, with a test.",
  base: RUST,
  work: { "src/lib.rs": rustWithTestsInside([TWICE, SQUARE], [DOUBLES]) },
  tests: { "src/lib.rs": rustWithTestsInside([TWICE, SQUARE], [DOUBLES, SQUARES]) },
};

export const changedInside: Piece = {
  ...of(cargoKit),
  shape: "a changed assertion in the same file",
  task: "`twice` shall be three times as much.",
  base: RUST,
  work: {},
  tests: { "src/lib.rs": rustWithTestsInside([{ ...TWICE, of: (n) => `${n} * 3` }], [{ ...DOUBLES, expected: 6 }]) },
  asks: "announce",
};

export const namedTarget: Piece = {
  ...of(makeKit),
  shape: "a target of make that the task names, with code",
  task: "Add a target `clean` to `Makefile`. Add `square`, with a test.",
  base: start(makeKit),
  work: {
    ...makeKit.code("sums", [TWICE, SQUARE]),
    Makefile: `${textIn(makeKit.files, "Makefile")}\n.PHONY: clean\nclean:\n\trm -rf build\n`,
  },
  tests: makeKit.tests("sums", [DOUBLES, SQUARES]),
};

export const dataProvider: Piece = {
  ...of(phpunitKit),
  shape: "a test with a data provider",
  task: "Test more numbers.",
  base: start(phpunitKit),
  work: {},
  tests: {
    "tests/SumsTest.php":
      "<?php\n\nuse PHPUnit\\Framework\\TestCase;\n\nrequire_once __DIR__ . '/../src/Sums.php';\n\nfinal class SumsTest extends TestCase\n{\n    public static function numbers(): array\n    {\n        return [[2, 4], [0, 0], [-3, -6]];\n    }\n\n    /** @dataProvider numbers */\n    public function testDoublesTwo(int $number, int $expected): void\n    {\n        $this->assertSame($expected, Sums::twice($number));\n    }\n}\n",
  },
  outcome: "unproven",
};

export const loadedHelper: Piece = {
  ...of(batsKit),
  shape: "a helper that tests load, with a feature",
  task: "Add `square`; what tests share goes into a helper.",
  base: start(batsKit),
  work: batsKit.code("sums", [TWICE, SQUARE]),
  tests: {
    "test/test_helper.bash": 'load_sums() {\n  . "$BATS_TEST_DIRNAME/../src/sums.sh"\n}\n',
    "test/sums.bats":
      'load test_helper\n\nsetup() {\n  load_sums\n}\n\n@test "doubles two" {\n  [ "$(twice 2)" -eq 4 ]\n}\n\n@test "squares three" {\n  [ "$(square 3)" -eq 9 ]\n}\n',
  },
};

export const nestedTest: Piece = {
  ...of(proveKit),
  contract: "prove -lr t",
  shape: "a feature, with a test in a folder below",
  task: "Add `square`, with a test.",
  base: start(proveKit),
  work: proveKit.code("sums", [TWICE, SQUARE]),
  tests: { "t/unit/square.t": textIn(proveKit.tests("sums", [SQUARES]), "t/sums.t") },
};
