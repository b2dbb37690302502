import { expect, test } from "vitest";
import { aTask, aThread, filesOf } from "./a-thread.testkit.ts";
import { thread } from "./dialect.ts";

const findings = (texts: Record<string, string>): string[] =>
  thread.parse(aThread(texts)).diagnostics.map(({ code, span, message, help }) => {
    return `${span.file.replace("plans/one/", "")} ${code} ${message} (${help})`;
  });
const idsOf = (texts: Record<string, string>): string[] => thread.parse(aThread(texts)).plan.steps.map(({ id }) => id);

test.each([
  ["1-orders.md", "01-orders.md"],
  ["001-orders.md", "01-orders.md"],
  ["01_orders.md", "01-orders.md"],
  ["01-Orders.md", "01-orders.md"],
  ["01-new--orders.md", "01-new-orders.md"],
  ["01 new orders.md", "01-new-orders.md"],
  ["01-größe.md", "01-grosse.md"],
  ["01-orders.markdown", "01-orders.md"],
  ["task-01-orders.md", "01-orders.md"],
])("reads %s as a task and says that its name is %s", (name, right) => {
  const texts = { [`tasks/${name}`]: aTask("orders") };
  expect(idsOf(texts)).toEqual(["orders"]);
  expect(findings(texts)).toEqual([
    `tasks/${name} PW120 \`${name}\` is not how a task file is called (rename it to \`${right}\`)`,
  ]);
});

test.each(["01.md", "01-.md", "100-orders.md"])(
  "reads %s as a task, though its right name is anyone's guess",
  (name) => {
    const texts = { [`tasks/${name}`]: aTask("orders") };
    expect(idsOf(texts)).toEqual(["orders"]);
    expect(findings(texts)).toEqual([expect.stringContaining("(task files are called `01-what-it-does.md`")]);
  },
);

test.each(["notes.md", "orders.txt", "01-orders.txt", "01-orders", "done/01-orders.md", "1234567-orders.md"])(
  "only reports %s",
  (name) => {
    const texts = { "tasks/01-first.md": aTask("first"), [`tasks/${name}`]: "" };
    expect(idsOf(texts)).toEqual(["first"]);
    expect(findings(texts)).toEqual([expect.stringContaining(`PW120 \`${name}\` is not a task file`)]);
  },
);

test("reports Markdown beside the plan, and reads a task that was put there", () => {
  const texts = { "notes.md": "Notes.", "01-first.md": aTask("first"), "tasks/02-second.md": aTask("second") };
  expect(idsOf(texts)).toEqual(["first", "second"]);
  expect(findings(texts)).toEqual([
    "notes.md PW120 `notes.md` is not a file of a plan (keep it outside the plan folder, or make it part of `plan.md` or of a task)",
    "01-first.md PW120 the task `01-first.md` is not in `tasks/` (move it to `tasks/01-first.md`)",
  ]);
  expect(idsOf({ "02-old.md": aTask("old"), "tasks/02-second.md": aTask("second") })).toEqual(["second"]);
});

test("takes a misspelt `Plan.md` for the plan", () => {
  const { plan, diagnostics } = thread.parse(
    filesOf({ "Plan.md": "---\ntitle: A plan\n---\n", "tasks/01-a.md": aTask("a") }),
  );
  expect(plan.title).toBe("A plan");
  expect(diagnostics.map(({ code, help }) => `${code} ${help}`)).toEqual(["PW120 rename it to `plan.md`"]);
});

test("sorts tasks by their index, then by their name, in whatever order they come", () => {
  const names = ["10-a", "02-b", "02-a", "00-z", "99-a"];
  const texts = (order: readonly string[]) =>
    Object.fromEntries(order.map((name) => [`tasks/${name}.md`, aTask(`task-${name}`)]));
  const sorted = ["task-00-z", "task-02-a", "task-02-b", "task-10-a", "task-99-a"];
  expect(idsOf(texts(names))).toEqual(sorted);
  expect(idsOf(texts(names.toReversed()))).toEqual(sorted);
  expect(idsOf(texts(["10-a", "2-b"]))).toEqual(["task-2-b", "task-10-a"]);
});

test.each([
  ["plans/one", "plans/one/"],
  ["./plans/one", "plans/one/"],
  ["plans/one/", "plans/one/"],
  ["plans/../plans/one", "plans/one/"],
  [".", ""],
  ["", ""],
  ["../one", "../one/"],
  ["tasks", "tasks/"],
])("knows its files in a folder called %s", (root, prefix) => {
  const files = {
    root,
    files: [
      { path: `${prefix}plan.md`, text: "---\ntitle: A plan\n---\n" },
      { path: `${prefix}tasks/01-a.md`, text: aTask("a") },
    ],
  };
  expect(thread.detect(files)).toBe(true);
  const { plan, diagnostics } = thread.parse(files);
  expect(diagnostics).toEqual([]);
  expect(plan).toMatchObject({ title: "A plan", steps: [{ id: "a", number: 1 }] });
});

test("is told from the other dialects", () => {
  const isThread = (texts: Record<string, string>): boolean => thread.detect(filesOf(texts));
  expect(isThread({ "plan.md": "" })).toBe(true);
  expect(isThread({ "tasks/01-a.md": "" })).toBe(true);
  expect(isThread({ "tasks/notes.txt": "" })).toBe(true);
  expect(isThread({ "notes.md": "" })).toBe(false);
  expect(isThread({ "overview.md": "", "plan.md": "", "tasks/01-a.md": "" })).toBe(false);
  expect(isThread({ "plan.md": "---\ntype: plan\n---\n" })).toBe(false);
  expect(isThread({})).toBe(false);
  const alone = [{ path: "plans/one/plan.md", text: "" }];
  expect(thread.detect({ root: "plans/one/plan.md", files: alone })).toBe(false);
  expect(thread.detect({ root: "plans/one", files: alone })).toBe(true);
});
