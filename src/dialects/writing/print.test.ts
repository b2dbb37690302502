import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Plan } from "../../plan/model.ts";
import type { Dialect } from "../../ports/dialect.ts";
import { sameJson } from "../../std/same-json.ts";
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

  test("tells everything it loses, and nothing that it keeps", () => {
    fc.assert(
      fc.property(anyPlan(id), (plan) => {
        const { files, lost } = dialect.print(plan);
        const told = lost.flatMap(({ field, steps }) =>
          steps.length === 0 ? [field] : steps.map((step) => `${field} of ${step}`),
        );
        expect(new Set(told)).toEqual(new Set(differences(plan, read(dialect, files))));
      }),
      { numRuns: 150 },
    );
  });
});

/** The fields in which two plans differ, by the name under which a loss is told. */
function differences(before: Plan, after: Plan): string[] {
  const changed = <T extends object>(a: T, b: T, but: readonly string[]): string[] =>
    Object.keys({ ...a, ...b }).filter((key) => !but.includes(key) && !sameJson(a[key as keyof T], b[key as keyof T]));
  const ofSteps = before.steps.flatMap((step, index) => {
    const now = after.steps[index];
    // Dependencies follow the ids; tick boxes that become subtasks leave the What.
    const fields = now ? changed(step, now, ["dependsOn"]) : ["step"];
    const own = fields.includes("what") ? fields.filter((field) => field !== "subtasks") : fields;
    return own.map((field) => `${spelled(field)} of ${step.id}`);
  });
  return [...changed(before, after, ["source", "steps", "id"]).map(spelled), ...ofSteps];
}

const spelled = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
