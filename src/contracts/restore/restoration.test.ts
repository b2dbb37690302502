import { describe, expect, test } from "vitest";
import { aContract, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { executable, type Files, link, realTrees } from "./real-trees.testkit.ts";
import { type Restoration, restore } from "./restoration.ts";
import { revertedTree } from "./reverted-tree.ts";

const trees = await realTrees();

const changing = (...paths: string[]): Step["files"] => ({ ...noFiles, change: paths.map((path) => ({ path })) });

type Outcome = Restoration & { files: Record<string, string>; paths: string[]; modes: Record<string, string> };

/** What is proven after a worker did this to that project. */
async function worked(project: Files, work: Files, command: string, fields: Partial<Step> = {}): Promise<Outcome> {
  const base = await trees.plant(project);
  const worker = await trees.plant(work, base);
  const contracts = [aContract({ command })];
  const result = await restore(trees, { step: aStep("a", { ...fields, contracts }), contracts, base, worker });
  const modes = Object.fromEntries((await trees.entries(result.proven)).map(({ path, mode }) => [path, mode]));
  return { ...result, files: await trees.show(result.proven), paths: result.restored.map(({ path }) => path), modes };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const NODE = {
  "package.json": json({
    name: "calc",
    type: "module",
    scripts: { test: "node --test", lint: "eslint ." },
    devDependencies: { vitest: "3.0.0" },
  }),
  "package-lock.json": "{}\n",
  "src/calc.js": "export const add = (a, b) => a - b;\n",
  "test/calc.test.js": 'import test from "node:test";\ntest("adds", () => {\n  assert.equal(add(1, 2), 3);\n});\n',
  "test/helper.js": "export const one = 1;\n",
  "README.md": "# calc\n",
} satisfies Files;

const PYTHON = {
  "calc.py": "def add(a, b):\n    return a - b\n",
  "pyproject.toml": "[tool.pytest.ini_options]\n",
  "tests/test_calc.py": "from calc import add\n\ndef test_add():\n    assert add(1, 2) == 3\n",
  "tests/helpers.py": "ONE = 1\n",
} satisfies Files;

const GO = {
  "go.mod": "module calc\n",
  "calc.go": "package calc\n",
  "calc_test.go": "package calc\n\nfunc TestAdd(t *testing.T) {\n\tt.Error(1)\n}\n",
} satisfies Files;

const RUST = {
  "Cargo.toml": '[package]\nname = "calc"\n',
  "Cargo.lock": "version = 3\n",
  "src/lib.rs": "pub fn add() {}\n\n#[test]\nfn adds() {\n    assert_eq!(1, add());\n}\n",
  "tests/api.rs": "#[test]\nfn api() {\n    assert!(calc::ok());\n}\n",
} satisfies Files;

const MAKE = {
  Makefile:
    "include rules.mk\n\ntest: build\n\t@./run.sh\n\tpython3 judge/compare.py out.txt\n\nbuild:\n\tcc -o app app.c\n",
  "rules.mk": "X = 1\n",
  "run.sh": executable("#!/bin/sh\nsh inner.sh\n"),
  "inner.sh": "exit 1\n",
  "judge/compare.py": "import rules\n",
  "app.c": "int main() { return 1; }\n",
} satisfies Files;

describe("honest work stays as it is, without a word", () => {
  const cases: [string, Files, Files, string, Partial<Step>?][] = [
    ["production code, no files listed", NODE, { "src/calc.js": "export const add = (a, b) => a + b;\n" }, "npm test"],
    [
      "production code, listed",
      PYTHON,
      { "calc.py": "def add(a, b):\n    return a + b\n" },
      "pytest",
      { files: changing("calc.py") },
    ],
    [
      "a new test beside the others",
      NODE,
      { "test/sub.test.js": 'test("sub", () => { assert.equal(sub(1, 1), 0); });\n' },
      "npm test",
    ],
    [
      "a new test and fixture in a new folder",
      PYTHON,
      { "tests/api/test_x.py": "def test_x():\n    assert x()\n", "tests/api/data.json": "{}" },
      "pytest",
    ],
    [
      "a test refactoring that is announced",
      NODE,
      {
        "test/calc.test.js":
          'import test from "node:test";\nconst three = 3;\n\ntest("adds", () => { assert.equal(add(1, 2), 3); });\n',
      },
      "npm test",
      { files: changing("src/", "test/calc.test.js") },
    ],
    [
      "a renamed test that is announced",
      NODE,
      { "test/calc.test.js": null, "test/sum.test.js": NODE["test/calc.test.js"] },
      "npm test",
      { files: changing("test/calc.test.js", "test/sum.test.js") },
    ],
    [
      "a dependency, with the manifest announced",
      NODE,
      {
        "package.json": NODE["package.json"].replace('"type"', '"dependencies": { "zod": "4.0.0" },\n  "type"'),
        "package-lock.json": '{ "a": 1 }\n',
      },
      "npm test",
      { files: changing("package.json") },
    ],
    [
      "a dependency, with the manifest not announced",
      NODE,
      { "package.json": NODE["package.json"].replace('"type"', '"dependencies": { "zod": "4.0.0" },\n  "type"') },
      "npm test",
    ],
    [
      "docs and generated files",
      NODE,
      {
        "README.md": "# calc\n\nMore.\n",
        "test/README.md": "How to test.\n",
        "dist/calc.js": "1\n",
        ".gitignore": "dist\n",
      },
      "npm test",
    ],
    [
      "the program under test in its own folder",
      { ...NODE, "bin/cli.js": "1\n" },
      { "bin/cli.js": "2\n" },
      "node bin/cli.js --version",
    ],
    [
      "the program under test at the top",
      { "app.py": "print(1)\n" },
      { "app.py": "print(2)\n" },
      "python app.py | grep 2",
    ],
    [
      "a new Go test",
      GO,
      {
        "sub_test.go": "package calc\n\nfunc TestSub(t *testing.T) {\n\tt.Error(1)\n}\n",
        "calc.go": "package calc\n\nfunc Add() {}\n",
      },
      "go test ./...",
    ],
    [
      "Rust code with its tests",
      RUST,
      { "src/lib.rs": RUST["src/lib.rs"].replace("add() {}", "add() -> i32 { 1 }") },
      "cargo test",
    ],
    [
      "CRLF in an announced test",
      NODE,
      { "test/calc.test.js": NODE["test/calc.test.js"].replaceAll("\n", "\r\n") },
      "npm test",
      { files: changing("test/") },
    ],
    [
      "the first project in an empty repository",
      { "README.md": "# x\n" },
      {
        "package.json": json({ scripts: { test: "node --test" } }),
        "vitest.config.ts": "export default {}\n",
        "src/a.ts": "1\n",
        "src/a.test.ts": "1\n",
      },
      "npm test",
    ],
    [
      "a package of its own in a workspace",
      NODE,
      {
        "packages/new/package.json": json({ name: "new" }),
        "packages/new/tsconfig.json": "{}\n",
        "packages/new/src/a.ts": "1\n",
      },
      "npm test",
    ],
    [
      "a check that the contract names and the step must make",
      PYTHON,
      { "scripts/check.py": "1\n" },
      "python scripts/check.py",
    ],
    [
      "a module whose name is free inside a package",
      PYTHON,
      { "calc_app/__init__.py": "", "calc_app/json.py": "1\n" },
      "pytest",
    ],
  ];
  test.each(cases)("%s", async (_, project, work, command, fields) => {
    const { paths, findings } = await worked(project, work, command, fields);
    expect({ paths, findings }).toEqual({ paths: [], findings: [] });
  });
});

describe("what judges the work comes from the base", () => {
  const cases: [string, Files, Files, string, string[], Partial<Step>?][] = [
    ["a weakened test", NODE, { "test/calc.test.js": "" }, "npm test", ["test/calc.test.js"]],
    ["a deleted test", NODE, { "test/calc.test.js": null }, "npm test", ["test/calc.test.js"]],
    [
      "a renamed test",
      NODE,
      { "test/calc.test.js": null, "test/calc.txt": NODE["test/calc.test.js"] },
      "npm test",
      ["test/calc.test.js"],
    ],
    [
      "a test named only as the judge",
      PYTHON,
      { "tests/test_calc.py": "" },
      "pytest tests/test_calc.py",
      ["tests/test_calc.py"],
      { what: "Make tests/test_calc.py pass." },
    ],
    ["test support", PYTHON, { "tests/helpers.py": "ONE = 2\n" }, "pytest", ["tests/helpers.py"]],
    [
      "runner config",
      PYTHON,
      { "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--ignore tests'\n" },
      "pytest",
      ["pyproject.toml"],
    ],
    ["a lockfile", NODE, { "package-lock.json": "[]\n" }, "npm test", ["package-lock.json"]],
    [
      "a script that the contract runs",
      { ...NODE, "scripts/check.mjs": "process.exit(1)\n" },
      { "scripts/check.mjs": "" },
      "node scripts/check.mjs",
      ["scripts/check.mjs"],
    ],
    [
      "a module of that script",
      { ...NODE, "scripts/check.mjs": 'import { a } from "./rules.mjs";\n', "scripts/rules.mjs": "1\n" },
      { "scripts/rules.mjs": "2\n" },
      "node scripts/check.mjs",
      ["scripts/rules.mjs"],
    ],
    [
      "a script behind an npm script",
      {
        ...NODE,
        "package.json": json({ scripts: { test: "npm run verify", verify: "bash ci.sh" } }),
        "ci.sh": "exit 1\n",
      },
      { "ci.sh": "exit 0\n" },
      "npm test",
      ["ci.sh"],
    ],
    [
      "what a recipe runs, one after the other",
      MAKE,
      { "inner.sh": "exit 0\n", "judge/compare.py": "", "rules.mk": "X = 2\n", "run.sh": "" },
      "make test",
      ["inner.sh", "judge/compare.py", "rules.mk", "run.sh"],
      { files: changing("app.c") },
    ],
    ["a Makefile", MAKE, { Makefile: "test:\n\ttrue\n" }, "make test", ["Makefile"]],
    ["a Go test", GO, { "calc_test.go": "package calc\n" }, "go test ./...", ["calc_test.go"]],
    ["a Rust test", RUST, { "tests/api.rs": "", "Cargo.lock": "" }, "cargo test", ["Cargo.lock", "tests/api.rs"]],
    [
      "a file that a test is a link to",
      { ...NODE, "test/shared.test.js": link("../shared/a.js"), "shared/a.js": "1\n" },
      { "shared/a.js": "2\n" },
      "npm test",
      ["shared/a.js"],
      { files: changing("src/") },
    ],
    [
      "a product file that a test is a link to",
      { ...NODE, "test/b.test.js": link("../src/b.js"), "src/b.js": "1" },
      { "src/b.js": "2" },
      "npm test",
      ["src/b.js"],
    ],
    [
      "a top-level program, when the step lists other files",
      { "app.py": "1\n", "b.py": "1\n" },
      { "app.py": "2\n" },
      "python app.py",
      ["app.py"],
      { files: changing("b.py") },
    ],
    [
      "ignore rules that a linter reads",
      { ...PYTHON, ".gitignore": "a\n" },
      { ".gitignore": "*.py\n" },
      "ruff check .",
      [".gitignore"],
      { files: changing("calc.py") },
    ],
  ];
  test.each(cases)("%s", async (_, project, work, command, expected, fields) => {
    const { paths, files } = await worked(project, work, command, fields);
    expect(paths.toSorted()).toEqual(expected);
    const base = await trees.show(await trees.plant(project));
    for (const path of expected) expect(files[path]).toBe(base[path]);
  });
});

describe("new files that change how others run are taken out", () => {
  const cases: [string, Files, string, string, string?][] = [
    ["a conftest", PYTHON, "conftest.py", "import os\n"],
    ["a conftest in a new folder", PYTHON, "tests/zz/conftest.py", ""],
    ["a module of Python at the top", PYTHON, "json.py", ""],
    ["a package of that name", PYTHON, "unittest/__init__.py", ""],
    ["a module of the runner", PYTHON, "pytest.py", ""],
    ["one beside the tests", PYTHON, "tests/math.py", ""],
    ["a package in place of a helper", PYTHON, "tests/helpers/__init__.py", ""],
    ["a module of the product beside the tests", PYTHON, "tests/calc.py", ""],
    ["a package in its place", PYTHON, "tests/calc/__init__.py", ""],
    [
      "a module of a package that Python is told to look for",
      { ...PYTHON, "calc.py": null, "py/calc/sum.py": "", "pyproject.toml": 'pythonpath = ["py"]\n' },
      "tests/calc/sum.py",
      "",
    ],
    ["site customisation", PYTHON, "sitecustomize.py", ""],
    ["a compiled module", PYTHON, "tests/__pycache__/helpers.cpython-311.pyc", "x"],
    ["a test that ends the run", PYTHON, "tests/test_aa.py", "import os\nos._exit(0)\n"],
    ["a pytest.ini", PYTHON, "pytest.ini", "[pytest]\n"],
    ["a runner config", NODE, "vitest.config.ts", "export default {}\n"],
    ["an npm config", NODE, ".npmrc", "script-shell=/bin/true\n"],
    ["installed modules", NODE, "node_modules/vitest/index.js", ""],
    ["installed modules among the tests", NODE, "test/node_modules/chai/index.js", ""],
    ["a package among the tests", NODE, "test/package.json", '{"type":"commonjs"}'],
    [
      "a file found before the helper",
      { ...NODE, "test/helper.js": null, "test/util/h.ts": "1" },
      "test/util/h.js",
      "2",
    ],
    ["a test that ends the run with success", NODE, "test/aa.test.js", "process.exit(0);\n"],
    [
      "a bare module where the config resolves them",
      { ...NODE, "tsconfig.json": '{"compilerOptions":{"baseUrl":"."}}' },
      "assert.js",
      "",
    ],
    ["a workflow", NODE, ".github/workflows/x.yml", ""],
    ["a TestMain", GO, "main_test.go", "package calc\n\nfunc TestMain(m *testing.M) {}\n"],
    ["a workspace of Go", GO, "go.work", "go 1.22\n"],
    ["a cargo config", RUST, ".cargo/config.toml", ""],
    ["a build script", RUST, "build.rs", ""],
    ["a built program", RUST, "target/debug/calc", "x"],
    ["a makefile that make prefers", MAKE, "GNUmakefile", "test:\n\ttrue\n", "make test"],
    [
      "a program that a recipe finds first",
      { ...MAKE, "rules.mk": null, Makefile: "export PATH := $(CURDIR)/tools:$(PATH)\ntest:\n\t./run.sh\n" },
      "tools/diff",
      "exit 0\n",
      "make test",
    ],
    [
      "one that a script finds first",
      { ...MAKE, "run.sh": executable('#!/bin/sh\nPATH="$PWD/tools:$PATH" sh inner.sh\n') },
      "tools/grep",
      "exit 0\n",
      "./run.sh",
    ],
    [
      "a test framework of one's own",
      { "src/test/java/a/FooTest.java": "1" },
      "src/main/java/org/junit/Assert.java",
      "2",
      "mvn test",
    ],
  ];
  test.each(cases)("%s", async (_, project, path, text, command = "npm test; pytest; go test; cargo test") => {
    const { paths, files } = await worked(project, { [path]: text }, command);
    expect(paths).toEqual([path]);
    expect(files[path]).toBeUndefined();
    const allowed = await worked(project, { [path]: text }, command, { files: { ...noFiles, add: [{ path }] } });
    expect(allowed.paths).toEqual([]);
  });
});

test("a script in the product's own folder is undone with the rest of the work", async () => {
  const base = await trees.plant({ "src/a.sh": "1\n", "tests/a.sh": "1\n" });
  const proven = await trees.plant({ "src/a.sh": "2\n", "tests/a.sh": "2\n" }, base);
  const reverted = await revertedTree(trees, { base, proven });
  expect(await trees.show(reverted ?? "")).toEqual({ "src/a.sh": "1\n", "tests/a.sh": "2\n" });
});

test("tests inside a file of Rust come back, and the code around them stays", async () => {
  const tests =
    "#[cfg(test)]\nmod tests {\n    #[test]\n    fn halves() {\n        assert_eq!(half(4), 2);\n    }\n}\n";
  const project = { ...RUST, "src/half.rs": "pub fn half() {}\n", "src/game.rs": `use half;\n\n${tests}` };
  const work = { "src/game.rs": "use crate::half;\n", "src/half.rs": "pub fn half() { 2 }\n" };
  const { files, paths } = await worked(project, work, "cargo test", { files: changing("src/half.rs") });
  expect(paths).toEqual(["src/game.rs"]);
  expect(files["src/game.rs"]).toBe(`use crate::half;\n\n${tests}`);
  const announced = await worked(project, work, "cargo test", { files: changing("src/") });
  expect(announced.paths).toEqual([]);
});

describe("package.json", () => {
  const edited = (edit: (manifest: string) => string): Files => ({ "package.json": edit(NODE["package.json"]) });

  test("gives back the script that the contract uses and keeps the others", async () => {
    const { files, restored } = await worked(
      NODE,
      edited((text) => text.replace("node --test", "true").replace("eslint .", "true")),
      "npm test",
    );
    expect(files["package.json"]).toBe(NODE["package.json"].replace("eslint .", "true"));
    expect(restored[0]?.why).toBe("contracts rest on `scripts.test`");
  });

  test("takes a hook out that was not there, and runner settings", async () => {
    const work = edited((text) =>
      text.replace('"scripts": {', '"jest": {"passWithNoTests": true},\n  "scripts": {\n    "pretest": "rm -r test",'),
    );
    expect((await worked(NODE, work, "npm test")).files["package.json"]).toBe(NODE["package.json"]);
  });

  test("keeps the version of a runner", async () => {
    const { files } = await worked(
      NODE,
      edited((text) => text.replace('"3.0.0"', '"file:./fake"')),
      "npm test",
    );
    expect(files["package.json"]).toBe(NODE["package.json"]);
  });

  test("comes back whole when it is broken, gone, or a link", async () => {
    for (const content of ["{", null, link("other.json"), executable("{}")]) {
      expect((await worked(NODE, { "package.json": content }, "npm test")).files["package.json"]).toBe(
        NODE["package.json"],
      );
    }
  });

  test("may be changed by a step that says so", async () => {
    const work = edited((text) => text.replace("node --test", "vitest run"));
    const { files, paths } = await worked(NODE, work, "npm test", { what: "Update package.json to run vitest." });
    expect(paths).toEqual([]);
    expect(files["package.json"]).toContain("vitest run");
  });
});

describe("tricks with the shape of a tree", () => {
  test("a link in place of the tests goes, and the folder comes back whole", async () => {
    const gone = Object.fromEntries(
      Object.keys(NODE)
        .filter((path) => path.startsWith("test/"))
        .map((path) => [path, null]),
    );
    const { files, modes } = await worked(NODE, { ...gone, test: link("src") }, "npm test");
    expect(files["test/calc.test.js"]).toBe(NODE["test/calc.test.js"]);
    expect(modes).not.toHaveProperty("test");
  });

  test("a link in place of a folder that holds code and tests brings both back", async () => {
    const project = { "src/a.ts": "1", "src/a.test.ts": "2", "fake/a.ts": "3" };
    const { files } = await worked(
      project,
      { "src/a.ts": null, "src/a.test.ts": null, src: link("fake") },
      "npx vitest run",
    );
    expect(files).toEqual(project);
  });

  test("a folder in place of a test goes", async () => {
    const { files } = await worked(NODE, { "test/calc.test.js": null, "test/calc.test.js/x.js": "1" }, "npm test");
    expect(files).toEqual(NODE);
  });

  test("a submodule in place of the tests goes", async () => {
    const gone = { "tests/test_calc.py": null, "tests/helpers.py": null };
    const { files, modes } = await worked(
      PYTHON,
      { ...gone, tests: { text: "1".repeat(40), mode: "160000" } },
      "pytest",
    );
    expect(files).toEqual(PYTHON);
    expect(modes).not.toHaveProperty("tests");
  });

  test("a mode comes back, and is told", async () => {
    const project = { "tests/run.sh": executable("exit 1\n") };
    const { modes, restored } = await worked(project, { "tests/run.sh": "exit 1\n" }, "tests/run.sh");
    expect(modes["tests/run.sh"]).toBe("100755");
    expect(restored[0]?.findings).toEqual(["its mode changes from 100755 to 100644"]);
  });
});

test("says what a restored change would have weakened, and what an announced one does", async () => {
  const work = { "test/calc.test.js": NODE["test/calc.test.js"].replace('test("adds"', 'test.skip("adds"') };
  expect((await worked(NODE, work, "npm test")).restored).toEqual([
    {
      path: "test/calc.test.js",
      why: "the step does not announce a change to this test",
      findings: ["line 2: skips a test"],
    },
  ]);
  const announced = await worked(NODE, work, "npm test", { files: changing("test/") });
  expect(announced.findings).toEqual([{ path: "test/calc.test.js", line: 2, told: "skips a test" }]);
  expect(announced.testsChanged).toEqual(["test/calc.test.js"]);
});

test("tells of a test that is gone from production code, where it cannot be put back", async () => {
  const { findings } = await worked(RUST, { "src/lib.rs": "pub fn add() {}\n" }, "cargo test");
  expect(findings.map(({ told }) => told)).toContain('the test "adds" is gone');
});

describe("undeclared changes", () => {
  const project = { "src/a.ts": "1", "src/b.ts": "2", "lib/c.ts": "3", "lib/d.ts": "4", "lib/e.ts": "5" };
  const work = {
    "src/a.ts": "x",
    "src/b.ts": "x",
    "src/new.ts": "x",
    "lib/c.ts": null,
    "lib/d.ts": null,
    "lib/moved.ts": "4",
    "lib/e.ts": "x",
  };

  test("are told with deletions and renames first, near or far", async () => {
    const { undeclared } = await worked(project, work, "npm test", { files: changing("src/a.ts") });
    expect(undeclared.map(({ path, distance }) => `${path} ${distance}`)).toEqual([
      "lib/c.ts far",
      "lib/d.ts far",
      "lib/moved.ts near",
      "lib/e.ts far",
      "src/b.ts near",
      "src/new.ts near",
    ]);
  });

  test("there are none for a step that lists no files, nor for what its text names", async () => {
    expect((await worked(project, work, "npm test")).undeclared).toEqual([]);
    const { undeclared } = await worked(project, { "lib/e.ts": "x" }, "npm test", {
      files: changing("src/a.ts"),
      what: "See lib/e.ts.",
    });
    expect(undeclared).toEqual([]);
  });
});

describe("the reverted tree", () => {
  test("has the tests of the work and the code of the base", async () => {
    const base = await trees.plant(NODE);
    const proven = await trees.plant({ "src/calc.js": "new", "test/new.test.js": "1", "vitest.config.ts": "2" }, base);
    const reverted = await revertedTree(trees, { base, proven });
    expect(await trees.show(reverted ?? "")).toEqual({ ...NODE, "test/new.test.js": "1", "vitest.config.ts": "2" });
  });

  test("is none when no test changed", async () => {
    const base = await trees.plant(NODE);
    const proven = await trees.plant({ "src/calc.js": "new" }, base);
    expect(await revertedTree(trees, { base, proven })).toBeNull();
  });
});

describe("a test inside a file of Rust that ends early, in a step that lists no files", () => {
  const inside = (body: string): string =>
    `pub fn half() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn halves() {\n        ${body}\n    }\n}\n`;
  const extents = [
    ["strictly", "as it was"],
    ["tests", "as it is"],
    ["all", "as it is"],
  ] as const;

  test.each(extents)("%s: %s", async (extent, expected) => {
    const early = inside("if true { return; } assert_eq!(half(), 2);");
    const base = await trees.plant({ ...RUST, "src/half.rs": inside("assert_eq!(half(), 2);") });
    const worker = await trees.plant({ "src/half.rs": early }, base);
    const contracts = [aContract({ command: "cargo test" })];
    const { proven } = await restore(trees, { step: aStep("a", { contracts }), contracts, base, worker, extent });
    expect(proven === worker ? "as it is" : "as it was").toBe(expected);
  });
});
