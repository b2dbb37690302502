import { expect, test } from "vitest";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import type { FileSet, PlanEdit } from "../../ports/dialect.ts";
import { EditError } from "../reading/checked-edit.ts";
import { aTask, aThread, filesOf } from "./a-thread.testkit.ts";
import { thread } from "./dialect.ts";

/** The texts by their place, after one edit. */
function after(files: FileSet, edit: PlanEdit): Record<string, string> {
  const { edits, renames } = thread.edit(thread.parse(files), edit);
  expect(renames).toEqual([]);
  return Object.fromEntries(
    files.files.map(({ path, text }) => [
      path.replace("plans/one/", ""),
      applyEdits(
        text,
        edits.filter((each) => each.file === path),
      ),
    ]),
  );
}

const HEAD = "---\nid: a\n---\n";
const task = (text: string): FileSet => aThread({ "tasks/01-a.md": text });
const taskAfter = (text: string, edit: PlanEdit): string | undefined => after(task(text), edit)["tasks/01-a.md"];
const plan = (text: string): FileSet => filesOf({ "plan.md": text });
const planAfter = (text: string, edit: PlanEdit): string | undefined => after(plan(text), edit)["plan.md"];

test("writes the state of a step into its frontmatter", () => {
  const edit: PlanEdit = { type: "step-status", step: "a", status: "done", result: "It: works # really" };
  const written = '---\nid: a\nstatus: done\nresult: "It: works # really"\n---\n\nDo it.\n';
  expect(taskAfter(`${HEAD}\nDo it.\n`, edit)).toBe(written);
  const before = "---\nid: a\nstatus: active\nresult: |\n  Not\n  yet\n---\n\nDo it.\n";
  expect(taskAfter(before, edit)).toBe(written);
  expect(taskAfter("---\nid: a\nresult: 'no'\nagent: codex\n---\n\nDo it.\n", edit)).toBe(
    '---\nid: a\nresult: "It: works # really"\nagent: codex\nstatus: done\n---\n\nDo it.\n',
  );
  expect(taskAfter(`${HEAD}\nDo it.\n`, { type: "fail-count", step: "a", count: 2 })).toBe(
    "---\nid: a\nfail_count: 2\n---\n\nDo it.\n",
  );
  expect(taskAfter("---\nid: a\nFail-Count: 1\n---\n\nDo it.\n", { type: "fail-count", step: "a", count: 0 })).toBe(
    "---\nid: a\nFail-Count: 0\n---\n\nDo it.\n",
  );
});

test.each([
  "- x",
  "yes",
  "null",
  "42",
  "'",
  '"',
  "a: b",
  "#",
  "[a",
  "{",
  "&a",
  "*a",
  "!t",
  "|",
  ">",
  "%",
  "@",
  "`",
  "? ",
  "é 計 😀",
])("keeps the result %j as it is", (result) => {
  const text = taskAfter(`${HEAD}\nDo it.\n`, { type: "step-status", step: "a", status: "done", result });
  expect(thread.parse(task(text ?? "")).plan.steps[0]).toMatchObject({ status: "done", result: result.trim() });
});

test("puts a How at the end of a task, or in the place of the old one", () => {
  const how: PlanEdit = { type: "how", step: "a", how: "Slowly." };
  expect(taskAfter(`${HEAD}\nDo it.\n`, how)).toBe(`${HEAD}\nDo it.\n\n## How\n\nSlowly.\n`);
  expect(taskAfter(`${HEAD}\nDo it.`, how)).toBe(`${HEAD}\nDo it.\n\n## How\n\nSlowly.`);
  expect(taskAfter(`${HEAD}\n# Do it\n`, how)).toBe(`${HEAD}\n# Do it\n\n## How\n\nSlowly.\n`);
  expect(taskAfter(HEAD, how)).toBe(`${HEAD}\n## How\n\nSlowly.\n`);
  expect(taskAfter(`${HEAD}\nDo it.\n\n## How\n\nAt\nonce.\n`, how)).toBe(`${HEAD}\nDo it.\n\n## How\n\nSlowly.\n`);
  expect(taskAfter(`${HEAD}\nDo it.\n\n## How\n`, how)).toBe(`${HEAD}\nDo it.\n\n## How\n\nSlowly.\n`);
});

test("writes the status of the plan into its frontmatter", () => {
  const edit: PlanEdit = { type: "plan-status", status: "approved" };
  expect(planAfter("---\ntitle: A\n---\n", edit)).toBe("---\ntitle: A\nstatus: approved\n---\n");
  expect(planAfter("---\nstatus: draft\ntitle: A\n---\n", edit)).toBe("---\nstatus: approved\ntitle: A\n---\n");
});

test("adds a decision to the architecture, and the section where there is none", () => {
  const edit: PlanEdit = { type: "decision", text: "- Two queues." };
  const head = "---\ntitle: A\n---\n";
  const section = "## Architecture & Design Decisions\n\n- Two queues.";
  expect(planAfter(`${head}\nWhy.\n`, edit)).toBe(`${head}\nWhy.\n\n${section}\n`);
  expect(planAfter(head, edit)).toBe(`${head}\n${section}\n`);
  expect(planAfter(`${head}\nWhy.\n\n# How\n\nSo.\n`, edit)).toBe(
    `${head}\nWhy.\n\n# How\n\nSo.\n\n#${section.slice(2)}\n`,
  );
  expect(planAfter(`${head}\nWhy.\n\n## Architecture\n\n- One queue.\n\n## How\n\nSo.\n`, edit)).toBe(
    `${head}\nWhy.\n\n## Architecture\n\n- One queue.\n\n- Two queues.\n\n## How\n\nSo.\n`,
  );
});

test("refuses what the folder has no place for", () => {
  const status: PlanEdit = { type: "step-status", step: "a", status: "done" };
  expect(() => after(task("Do it.\n"), status)).toThrow(EditError);
  expect(() => after(task("---\nid: a\nstatus:\n---\n\nDo it.\n"), status)).toThrow(EditError);
  const headless = filesOf({ "tasks/01-a.md": aTask("a") });
  expect(() => after(headless, { type: "plan-status", status: "draft" })).toThrow(EditError);
  expect(() => after(headless, { type: "decision", text: "- One." })).toThrow(EditError);
  expect(after(headless, status)["tasks/01-a.md"]).toContain("status: done");
  expect(() => after(task(aTask("a")), { type: "how", step: "a", how: "So.\n\n## How\n\nOr so." })).toThrow(EditError);
  expect(() => after(task(aTask("a")), { type: "how", step: "b", how: "So." })).toThrow("the plan has no step b");
});
