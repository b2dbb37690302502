import { describe, expect, test } from "vitest";
import type { TestReport } from "../../record/observation.ts";
import { weakerThan } from "./weaker.ts";

const counted = (passed: number, skipped = 0): TestReport => ({
  ...{ runner: "a runner", counts: { passed, failed: 0, skipped }, isComplete: true, failures: [] },
});
const named = (passedNames: string[], skippedNames: string[] = []): TestReport => ({
  ...counted(passedNames.length, skippedNames.length),
  ...{ passedNames, skippedNames },
});

describe("a test run says no less than an earlier one", () => {
  test.each([
    ["it is the same", named(["a", "b"]), named(["b", "a"])],
    ["tests are added", named(["a"]), named(["a", "b"])],
    ["as many pass, where names are not known", counted(2), named(["a", "b"])],
    ["a test moves to another file", named(["t/a.py::adds"]), named(["t/unit/a.py::adds"])],
    ["a test is tried with several values", named(["t/a.py::adds"]), named(["t/a.py::adds[1]", "t/a.py::adds[2]"])],
    ["a test that was skipped passes", named(["a"], ["b"]), named(["a", "b"])],
    ["nothing was counted before", null, counted(1)],
  ])("when %s", (_, earlier, later) => {
    expect(weakerThan(earlier, later, "before")).toEqual([]);
  });

  test.each([
    ["no test is counted", counted(2), null, "no test is counted now; before 2 tests passed"],
    ["fewer pass", counted(2), counted(1), "1 test passes, and before 2 did"],
    ["another takes its place", named(["a", "b"]), named(["a", "c"]), '"b" passed before, and no longer'],
    ["one of two with one name is gone", named(["a", "a"]), named(["a", "b"]), '"a" passed before, and no longer'],
    [
      "a test of that name in another file is there already",
      named(["t/a.py::adds", "t/b.py::adds"]),
      named(["t/b.py::adds"]),
      '"t/a.py::adds" passed before, and no longer',
    ],
    ["one is skipped", counted(1), counted(1, 1), "1 test is skipped, and before 0 were"],
  ])("not when %s", (_, earlier, later, told) => {
    expect(weakerThan(earlier, later, "before")).toEqual([told]);
  });

  test("not when a test that passed is skipped", () => {
    expect(weakerThan(named(["a", "b"]), named(["a"], ["b"]), "before")).toEqual([
      '"b" passed before, and no longer',
      '"b" is skipped, and was not before',
    ]);
  });
});
