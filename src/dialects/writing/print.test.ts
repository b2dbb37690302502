import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Dialect } from "../../ports/dialect.ts";
import { dialects } from "../dialects.ts";
import { anyPlan } from "../testing/any-plan.testkit.ts";

const pairs = dialects.flatMap((from) =>
  dialects.filter((to) => to !== from).map((to) => [from.id, to.id, from, to] as const),
);

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))("%s", (id, dialect) => {
  test("says every plan that people write, and loses nothing when it says it again", () => {
    fc.assert(
      fc.property(anyPlan(id), (plan) => {
        const { files } = dialect.print(plan);
        const again = dialect.print(read(dialect, files));
        expect(again.lost).toEqual([]);
        expect(again.files).toEqual(files);
      }),
      { numRuns: 150 },
    );
  });

  test("tells what it loses: a plan of which nothing is lost is read back whole", () => {
    fc.assert(
      fc.property(anyPlan(id), (plan) => {
        const { files, lost } = dialect.print(plan);
        const after = read(dialect, files);
        if (lost.length === 0) expect({ ...after, source: plan.source }).toEqual(plan);
        else expect({ ...after, source: plan.source }).not.toEqual(plan);
      }),
      { numRuns: 150 },
    );
  });
});

describe.each(pairs)("%s → %s → back", (_from, _to, from, to) => {
  test("adds no loss to those of the way there", () => {
    fc.assert(
      fc.property(anyPlan(from.id), (plan) => {
        const own = read(from, from.print(plan).files);
        const there = read(to, to.print(own).files);
        expect(from.print(there).lost).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

const read = (dialect: Dialect, files: ReturnType<Dialect["print"]>["files"]) =>
  dialect.parse({ root: "", files }).plan;
