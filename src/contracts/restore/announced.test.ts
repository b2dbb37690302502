import { describe, expect, test } from "vitest";
import { aContract, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { announcementsOf, announces, type KnownPaths } from "./announced.ts";

const known = (...base: string[]): KnownPaths => ({ base: new Set(base), worker: new Set(base) });
const step = (fields: Partial<Step>): Step => aStep("a", { contracts: [], ...fields });
const entries = (...paths: string[]): { path: string }[] => paths.map((path) => ({ path }));

test("its lists announce what they cover", () => {
  const files = { ...noFiles, change: entries("src/"), add: entries("tests/new_*.py"), delete: entries("old.ts") };
  const says = (path: string): boolean => announces(step({ files }), path);
  expect(["src/a.ts", "tests/new_a.py", "old.ts"].filter(says)).toHaveLength(3);
  expect(["tests/test_a.py", "srcs/a.ts"].filter(says)).toEqual([]);
});

test("must not touch wins over everything else", () => {
  const files = { ...noFiles, change: entries("."), mustNotTouch: entries("tests/") };
  expect(announces(step({ files, what: "Update tests/a.py." }), "tests/a.py")).toBe(false);
  expect(announces(step({ files }), "src/a.py")).toBe(true);
});

describe("words that ask for a change announce it", () => {
  test.each([
    "Update `tests/conftest.py` with a fixture.",
    "Update conftest.py",
    "Add a case to tests/conftest.py.",
    "Add the route and extend **tests/conftest.py**, too.",
    "Rewrite the fixtures in `./tests/conftest.py`.",
    "Change these files: src/a.py, tests/conftest.py",
  ])("%s", (what) => {
    expect(announces(step({ what }), "tests/conftest.py", known("tests/conftest.py", "src/a.py"))).toBe(true);
  });
});

describe("words that name a file as the judge do not", () => {
  test.each([
    "Make tests/test_a.py pass.",
    "Change src/a.py so that `tests/test_a.py` passes.",
    "Update src/a.py until tests/test_a.py is green.",
    "Fix the failing test in tests/test_a.py.",
    "Implement what tests/test_a.py describes.",
    "Do not change tests/test_a.py.",
    "Add the function without editing tests/test_a.py.",
    "Rewrite src/a.py; tests/test_a.py must pass.",
    "Add sub() as tests/test_a.py expects.",
    "Keep tests/test_a.py and update src/a.py.",
    "Update src/a.py to satisfy tests/test_a.py.",
    "Add code for tests/test_a.py.",
  ])("%s", (what) => {
    const announced = announcementsOf(step({ what }), known("tests/test_a.py", "src/a.py"));
    expect(announced.writes("tests/test_a.py")).toBe(false);
    expect(announced.mentions("tests/test_a.py")).toBe(true);
  });
});

test("a file that is not there yet is announced by its name, unless the text forbids it", () => {
  const there = { base: new Set<string>(), worker: new Set(["conftest.py"]) };
  expect(announces(step({ what: "The fixtures live in conftest.py." }), "conftest.py", there)).toBe(true);
  for (const forbidden of ["Use no plugin, and do not add a conftest.py.", "Do not add `conftest.py`."]) {
    expect(announces(step({ what: forbidden }), "conftest.py", there)).toBe(false);
  }
});

test("a file name alone counts only when there is one such file", () => {
  const named = step({ what: "Update helpers.py." });
  expect(announces(named, "tests/helpers.py", known("tests/helpers.py"))).toBe(true);
  expect(announces(named, "tests/helpers.py", known("tests/helpers.py", "web/helpers.py"))).toBe(false);
  expect(announces(named, "helpers.py", known("helpers.py", "tests/helpers.py"))).toBe(true);
});

test("the title, subtasks, how and acceptance are read as well", () => {
  const told = step({
    how: "Edit `a.ini`.",
    acceptsWhen: "b.ini exists",
    subtasks: [{ text: "update c.ini", done: false }],
  });
  expect(["a.ini", "c.ini"].filter((path) => announces(told, path, known("a.ini", "b.ini", "c.ini")))).toHaveLength(2);
  expect(announces(step({ title: "Update d.ini" }), "d.ini", known("d.ini"))).toBe(true);
  expect(announces(told, "b.ini", { base: new Set(), worker: new Set(["b.ini"]) })).toBe(true);
});

test("what a contract names and is not there has to be made", () => {
  const contracts = [aContract({ command: "pytest tests/test_new.py && cd web && npm test" })];
  expect(announces(step({ contracts }), "tests/test_new.py", known("tests/test_old.py"))).toBe(true);
  expect(announces(step({ contracts }), "tests/test_new.py", known("tests/test_new.py"))).toBe(false);
  expect(announces(step({ contracts }), "web/package.json", known("src/a.py"))).toBe(true);
  expect(announces(step({ contracts }), "web/package.json", known("web/package.json"))).toBe(false);
  const make = step({ contracts: [aContract({ command: "make test" })] });
  expect(announces(make, "GNUmakefile", known("Makefile"))).toBe(false);
});

test("what a contract names is read where the contract stands, and a folder stands for all that is in it", () => {
  const there = known("src/a.py");
  const names = (command: string, path: string): boolean =>
    announces(step({ contracts: [aContract({ command })] }), path, there);
  expect(names("pytest suite", "suite/deep/test_a.py")).toBe(true);
  expect(names("pytest suite", "suites/test_a.py")).toBe(false);
  expect(names("cd web && node --test test/a.test.js", "web/test/a.test.js")).toBe(true);
  expect(names("grep -q done out/report.txt", "out/report.txt")).toBe(true);
  // In a folder that is there a new file may change what its neighbours say.
  expect(names("pytest src", "src/conftest.py")).toBe(false);
});

test("a file of which nothing is known counts as one that is there", () => {
  const contracts = [aContract({ command: "pytest tests/test_a.py" })];
  expect(announces(step({ contracts, what: "See tests/test_a.py." }), "tests/test_a.py")).toBe(false);
  expect(announces(step({ contracts, what: "Write tests/test_a.py." }), "tests/test_a.py")).toBe(true);
});

test("a lockfile goes with its manifest, wherever in a workspace that is", () => {
  const files = { ...noFiles, change: entries("packages/a/package.json", "./Cargo.toml") };
  const says = (path: string): boolean => announces(step({ files }), path);
  expect(["package-lock.json", "packages/a/yarn.lock", "Cargo.lock"].filter(says)).toHaveLength(3);
  expect(["packages/b/yarn.lock", "poetry.lock", "go.sum"].filter(says)).toEqual([]);
});

test("long and odd texts are read in linear time", () => {
  for (const part of ["a.", "`", "update x/y ", "((((", "a/"]) {
    expect(announces(step({ what: part.repeat(50_000) }), "tests/a.py")).toBe(false);
  }
});
