import { expect, test } from "vitest";
import { aContract, aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Plan } from "../../plan/model.ts";
import { PrintError } from "../writing/checked-print.ts";
import { thread } from "./dialect.ts";

const printed = (plan: Plan): Record<string, string> =>
  Object.fromEntries(thread.print(plan).files.map(({ path, text }) => [path, text]));
const lost = (plan: Plan): string[] =>
  thread.print(plan).lost.map(({ field, told, steps }) => `${field} ${told}: ${steps.join(", ")}`);

test("writes one file for the plan and one for each task, the fields of every task file first", () => {
  const plan = aPlan(
    [
      aStep("first", { title: "Set up the café’s DB", what: "Set it up.", number: 3 }),
      aStep("second <- first", {
        number: 7,
        title: "Write the page",
        what: "Write the page. Then rest.",
        how: "Slowly.",
        agent: "codex",
        status: "failed",
        failCount: 2,
        result: "It broke: twice",
        subtasks: [{ text: "Look: around", done: false }],
        files: { change: [], add: [{ path: "docs/a.md", note: "new" }], delete: [], mustNotTouch: [] },
        contracts: [aContract({ command: "npm test\ntest -s docs/a.md", exitCode: 2, timeout: 300, kind: "proves" })],
        onFail: { retries: 1, exhausted: "escalate" },
      }),
    ],
    { architecture: "- One queue.", how: "Step by step.", protectedAreas: [{ name: "Payments", paths: ["src/pay/"] }] },
  );
  expect(printed(plan)).toMatchInlineSnapshot(`
    {
      "plan.md": "---
    title: Sample
    status: in-progress
    protected_areas:
      - name: Payments
        paths:
          - src/pay/
    ---

    The sample works.

    ## Architecture & Design Decisions

    - One queue.

    ## How

    Step by step.
    ",
      "tasks/03-set-up-the-cafes-db.md": "---
    id: first
    contract: npm test
    ---

    # Set up the café’s DB

    Set it up.
    ",
      "tasks/07-write-the-page.md": "---
    id: second
    depends_on:
      - first
    agent: codex
    subtasks:
      - "Look: around"
    status: failed
    fail_count: 2
    result: "It broke: twice"
    on_fail: retry(1), then escalate
    files:
      add:
        - path: docs/a.md
          note: new
    contract: |-
      npm test
      test -s docs/a.md
    exit_code: 2
    timeout: 5m
    kind: proves
    ---

    Write the page. Then rest.

    ## How

    Slowly.
    ",
    }
  `);
  expect(lost(plan)).toEqual([]);
});

test("reads back what it wrote, and writes the same again", () => {
  const plan = aPlan([aStep("a", { title: "Other words" }), aStep("b <- a", { number: 2 })]);
  const { files } = thread.print(plan);
  const again = thread.parse({ root: "", files }).plan;
  expect(again.steps).toEqual(plan.steps);
  expect(thread.print(again)).toEqual({ files, lost: [] });
});

test.each([
  ["Do it", "# Do it", "# Do it"],
  ["Do it", "Do it. Then rest.", "Do it. Then rest."],
  ["Other words", "Do it.", "# Other words\n\nDo it."],
  ["Do it", "# Do it\n\nRest.", "# Do it\n\n# Do it\n\nRest."],
])("writes the title %j above %j only where it is needed", (title, what, expected) => {
  const plan = aPlan([aStep("a", { title, what })]);
  expect(Object.values(printed(plan))[1]?.split("---\n\n")[1]).toBe(`${expected}\n`);
});

test("tells what has no place", () => {
  const plan = aPlan(
    [
      aStep("a", {
        reason: "Because.",
        toolsNeeded: ["psql"],
        estimatedTime: "1h",
        acceptsWhen: "It works",
        expected: "ok",
        contracts: [aContract(), aContract()],
        subtasks: [{ text: "One", done: true }],
      }),
    ],
    { owner: "me", risks: ["Rain"], prerequisites: ["Sun"], estimatedTotalTime: "2h" },
  );
  expect(lost(plan)).toMatchInlineSnapshot(`
    [
      "owner has no place there: ",
      "risks has no place there: ",
      "prerequisites has no place there: ",
      "estimated_total_time has no place there: ",
      "reason has no place there: a",
      "tools_needed has no place there: a",
      "estimated_time has no place there: a",
      "accepts_when has no place there: a",
      "expected has no place there: a",
      "contract a second one has no place there: a",
      "subtasks ticks are lost: a",
    ]
  `);
});

test("makes an ordinary task of a template", () => {
  const plan = aPlan([aStep("1"), aStep("2–N", { number: 2, template: "2–N" }), aStep("3 <- 2–N", { number: 3 })]);
  const { files, lost: losses } = thread.print(plan);
  const { steps } = thread.parse({ root: "", files }).plan;
  expect(losses.map(({ field }) => field)).toEqual(["template"]);
  expect(steps.map(({ id, template }) => [id, template])).toEqual([
    ["1", undefined],
    ["2", undefined],
    ["3", undefined],
  ]);
  expect(steps[2]?.dependsOn).toEqual(["2"]);
});

test("makes ids kebab-case and unique, and lets dependencies follow", () => {
  const plan = aPlan([
    aStep("Set up"),
    aStep("set-up", { number: 2 }),
    aStep("set-up", { number: 3 }),
    aStep("none", { number: 4 }),
    aStep("e", { number: 5, dependsOn: ["Set up", "set-up", "none"] }),
  ]);
  const { steps } = thread.parse({ root: "", files: thread.print(plan).files }).plan;
  expect(steps.map(({ id }) => id)).toEqual(["set-up-2", "set-up", "set-up-3", "task-none", "e"]);
  expect(steps[4]?.dependsOn).toEqual(["set-up-2", "set-up", "task-none"]);
  expect(lost(plan)).toEqual(["id becomes unique, in lower case with hyphens: Set up, set-up, none"]);
});

test("counts anew where indices do not rise or have more than two digits", () => {
  const numbersOf = (numbers: number[]): string[] =>
    Object.keys(printed(aPlan(numbers.map((number, index) => aStep(`s${index}`, { number })))))
      .slice(1)
      .map((path) => path.slice(6, 8));
  expect(numbersOf([0, 5, 99])).toEqual(["00", "05", "99"]);
  expect(numbersOf([2, 1])).toEqual(["01", "02"]);
  expect(numbersOf([5, 100])).toEqual(["01", "02"]);
  const hundred = Array.from({ length: 100 }, (_, index) => index);
  expect(numbersOf(hundred.map((index) => index + 1))).toEqual(numbersOf(hundred));
  expect(() => numbersOf([...hundred, 100])).toThrow(PrintError);
});

test("lets the title and the task stand in for each other", () => {
  const plan = aPlan([aStep("a", { what: "" }), aStep("b", { title: "", number: 2 })]);
  const { steps } = thread.parse({ root: "", files: thread.print(plan).files }).plan;
  expect(steps).toMatchObject([
    { title: "Do a", what: "Do a" },
    { title: "b is there", what: "b is there." },
  ]);
  expect(lost(plan)).toEqual([
    "what is empty, so the title stands in its place: a",
    "title is empty, so the first line stands in its place: b",
  ]);
});

test("refuses a text that would be read as something else", () => {
  expect(() => thread.print(aPlan([aStep("a", { what: "Do it.\n\n## How\n\nSlowly." })]))).toThrow(PrintError);
  expect(() => thread.print(aPlan([aStep("a")], { what: "Why.\n\n## Architecture\n\n- One." }))).toThrow(PrintError);
});

test("a template takes no name from a step that has it, nor from what depends on that", () => {
  const steps = [
    aStep("3–N", { number: 3, template: "3–N" }),
    aStep("3", { number: 4 }),
    aStep("x", { number: 5, template: "5–N" }),
    aStep("last <- 3", { number: 6, dependsOn: ["3", "3–N"] }),
  ];
  const { files, lost } = thread.print(aPlan(steps));
  const after = thread.parse({ root: "", files }).plan.steps;
  expect(after.map(({ id }) => id)).toEqual(["3-2", "3", "x", "last"]);
  expect(after[3]?.dependsOn).toEqual(["3", "3-2"]);
  expect(lost).toEqual([
    { field: "template", told: "becomes an ordinary step, which would run as it stands", steps: ["3–N", "x"] },
  ]);
});
