import { describe, expect, test } from "vitest";
import { aContract, aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Dialect } from "../../ports/dialect.ts";
import { dialects } from "../dialects.ts";
import { PrintError } from "./checked-print.ts";

const markdown = dialects.filter(({ id }) => id !== "json").map((dialect) => [dialect.id, dialect] as const);

/** Two steps full of fields, so that one text has many others to swallow. */
function fullPlan(fields: Partial<Step> = {}, plan: Partial<Plan> = {}): Plan {
  const files = { ...noFiles, change: [{ path: "src/a.ts", note: "Small" }], add: [{ path: "src/b.ts" }] };
  const step: Partial<Step> = { how: "Slowly.", result: "Fine", files, subtasks: [{ text: "Look", done: false }] };
  const steps = [aStep("a", { ...step, ...fields }), aStep("b <- a", { ...step, number: 2 })];
  const areas = [{ name: "Payments", paths: ["src/pay/"] }];
  return aPlan(steps, { context: "Here", how: "In order.", architecture: "One.", protectedAreas: areas, ...plan });
}

function refusal(dialect: Dialect, plan: Plan): string {
  try {
    return `${dialect.print(plan).files.length} files`;
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    return /^(.*) cannot be written/.exec(error.message)?.[1] ?? error.message;
  }
}

describe.each(markdown)("a refusal of %s", (_, dialect) => {
  test("does not come where nothing is wrong", () => {
    expect(refusal(dialect, fullPlan())).toMatch(/files$/);
  });

  test.each<[string, Partial<Step>]>([
    ["how", { how: "```" }],
    ["how", { how: "Do it.\n\n~~~" }],
    ["how", { how: "<!--" }],
    ["what", { what: "Do it.\n\n```sh" }],
    ["subtasks.0.text", { subtasks: [{ text: "\t", done: false }] }],
    ["files.change.0.path", { files: { ...noFiles, change: [{ path: " \n" }] } }],
    ["contracts.0.stdout.pattern", { contracts: [aContract({ stdout: { kind: "matches", pattern: "(" } })] }],
  ])("names the text that is to blame: %s", (field, step) => {
    expect(refusal(dialect, fullPlan(step))).toBe(`\`${field}\` of step \`a\``);
  });

  test.each<[string, Partial<Plan>]>([
    ["how", { how: "<!--" }],
    ["architecture", { architecture: "~~~\nx" }],
    ["context", { context: "" }],
    ["protectedAreas.0.name", { protectedAreas: [{ name: "", paths: [] }] }],
  ])("names the text of the plan that is to blame: %s", (field, plan) => {
    expect(refusal(dialect, fullPlan({}, plan))).toBe(`\`${field}\``);
  });

  test("names the text that no file could hold", () => {
    expect(refusal(dialect, fullPlan({ what: "Half of \ud83d." }))).toBe("`what` of step `a`");
    expect(refusal(dialect, fullPlan({ what: "All of \ud83d\ude00." }))).toMatch(/files$/);
  });

  test("names what no text is to blame for", () => {
    expect(refusal(dialect, fullPlan({ failCount: 10_000_000 }))).toBe("`failCount` of step `a`");
  });
});

test("a refusal of thread finds the text that makes a file too large", () => {
  const plan = fullPlan({ contracts: [aContract({ command: `echo ${"x".repeat(300_000)}` })] });
  const thread = dialects.find(({ id }) => id === "thread");
  expect(thread && refusal(thread, plan)).toBe("`contracts.0.command` of step `a`");
});

test.each<[string, Partial<Step>]>([
  ["backticks", { contracts: [aContract({ command: `echo ${"` ".repeat(130_000)}x` })] }],
  ["headings", { what: `x\n\n${"# a\n\n".repeat(130_000)}x` }],
  ["tick boxes", { what: `x\n\n${"- [ ] a\n".repeat(130_000)}\nx` }],
])("there may be any number of %s", (_, step) => {
  const steps = dialects.find(({ id }) => id === "steps");
  expect(() => steps && refusal(steps, aPlan([aStep("a", step)]))).not.toThrow();
});

describe.each(markdown)("what %s makes of a plan", (_, dialect) => {
  const lost = (plan: Plan): string[] => dialect.print(plan).lost.map(({ field, told }) => `${field} ${told}`);

  test("tells that blanks around a title are gone", () => {
    expect(lost(aPlan([aStep("a")], { title: " Sample" }))).toContain("title loses the blanks around it");
    expect(lost(aPlan([aStep("a", { title: "Do a " })]))).toContain("title loses the blanks around it");
    expect(lost(aPlan([aStep("a", { title: "Do\na" })]))).toContain("title is written on one line");
  });

  test("tells that a result that says nothing is gone", () => {
    expect(lost(aPlan([aStep("a", { result: " " })]))).toContain("result says nothing, so it is left out");
    expect(lost(aPlan([aStep("a", { result: "" })]))).toContain("result says nothing, so it is left out");
  });
});

/** Of ids that change: what nobody was called may be what somebody is called now. */
test.each([
  ["branch", "task-02"],
  ["steps", "2"],
  ["thread", "b-c"],
])("in %s, nothing comes to depend on a step it did not mean", (id, nobody) => {
  const dialect = dialects.find((each) => each.id === id);
  const plan = aPlan([aStep(`A <- ${nobody} gone`), aStep("B_c", { number: 2, what: "Do it.\n\n- [ ] b\n- [ ] c" })]);
  const { files, lost } = dialect?.print(plan) ?? { files: [], lost: [] };
  expect(lost.filter(({ field }) => field === "depends_on")).toEqual([
    { field: "depends_on", told: "names no step, but would name one there, so it is left out", steps: ["A"] },
  ]);
  expect(dialect?.parse({ root: "", files }).plan.steps[0]?.dependsOn).toEqual(["gone"]);
  // All losses name steps as the plan does, not as they are called there.
  expect(new Set(lost.flatMap(({ steps }) => steps))).toEqual(new Set(["A", "B_c"]));
});
