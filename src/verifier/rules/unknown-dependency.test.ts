import { describe, expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import { findings } from "./findings.testkit.ts";
import { unknownDependency } from "./unknown-dependency.ts";

const helpFor = (...lines: string[]): (string | undefined)[] =>
  findings(unknownDependency, aPlan(lines)).map(({ help }) => help);

describe("an unknown dependency", () => {
  test("is told the nearest name", () => {
    expect(helpFor("task-01", "task-02 <- taks-01", "3–N <- Task-02", "4 <- 3-N")).toEqual([
      "did you mean `task-01`?",
      "did you mean `task-02`?",
      "did you mean `3–N`?",
    ]);
  });

  test("with another number is another step, however alike the names are", () => {
    expect(helpFor("1", "2 <- 7", "3")).toEqual(["the other steps are: 1, 3"]);
    expect(helpFor("task-01 <- task-11", "task-02", "task-12")).toEqual(["the other steps are: task-02, task-12"]);
  });

  test("is never taken for the step itself", () => {
    expect(helpFor("schema", "schemas <- schemaz")).toEqual(["did you mean `schema`?"]);
    expect(helpFor("schemas <- schemaz")).toEqual(["there is no other step; leave `depends_on` out"]);
  });

  test("lists eight steps and says when there are more", () => {
    const eight = "abcdefgh".split("");
    expect(helpFor("z <- unknown", ...eight)).toEqual(["the other steps are: a, b, c, d, e, f, g, h"]);
    expect(helpFor(...eight, "i", "z <- unknown")).toEqual(["the other steps are: a, b, c, d, e, f, g, h, …"]);
  });

  test("repeated in every one of many steps does not take for ever", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `step${letters(index)} <- stap${letters(index)}`);
    expect(helpFor(...lines)).toHaveLength(20_000);
  });
});

const letters = (index: number): string =>
  index.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");
