import { expect, test } from "vitest";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import type { WrittenStep } from "../../ports/dialect.ts";
import { steps as dialect } from "./dialect.ts";

const step = (label: string, title: string, more = ""): string =>
  `### ${label} ${title}\n\n**target:** coder\n${more}\n**task:**\n${title} them.\n\n**contract:**\n\`\`\`shell\ngrep -q x x.txt\n\`\`\`\nexit_code == 0\n**on_fail:** escalate\n`;
const HEAD = "---\ntype: plan\nstatus: draft\nowner: orchestrator\n---\n\n# Batches\n\n## Steps\n\n";
const PLAN = `${HEAD}${step("1.", "List")}\n${step("2–N.", "Migrate", "**subscriptions:**\n- file:list.md\n")}\n${step("N+1.", "Remove")}\n${step("N+2.", "Tell")}`;

const written = (title: string, how: string | null = null): WrittenStep => ({ title, what: `Do ${title}.`, how });

function expanded(text: string, id: string, written: readonly WrittenStep[]): string {
  const parsed = dialect.parse({ root: "plan.md", files: [{ path: "plan.md", text }] });
  return applyEdits(text, dialect.edit(parsed, { type: "expand", step: id, steps: written }).edits);
}

const read = (text: string) => dialect.parse({ root: "plan.md", files: [{ path: "plan.md", text }] }).plan.steps;

test("each step has everything that the template has, with its own number, title and task", () => {
  const text = expanded(PLAN, "2–N", [written("a and b"), written("c", "By hand.")]);
  const [, first, second, removed, told] = read(text);
  const [, template] = read(PLAN);
  const { template: _template, ...common } = template ?? {};
  expect(first).toEqual({ ...common, id: "2", number: 2, title: "a and b", what: "Do a and b." });
  expect(second).toEqual({ ...common, id: "3", number: 3, title: "c", what: "Do c.", how: "By hand." });
  expect([removed, told].map((each) => [each?.id, each?.template, each?.title])).toEqual([
    ["4", undefined, "Remove"],
    ["5", undefined, "Tell"],
  ]);
  expect(text.startsWith(`${HEAD}${step("1.", "List")}`)).toBe(true);
  expect(text.endsWith(`\n${step("4.", "Remove")}\n${step("5.", "Tell")}`)).toBe(true);
});

test("a file's own line endings and headings stay", () => {
  const text = expanded(PLAN.replaceAll("\n", "\r\n").replace("### 2–N.", "### Step 2 – N:"), "2–N", [
    written("a"),
    { title: "b", what: "One.\n\nTwo.", how: null },
  ]);
  expect(text).not.toMatch(/[^\r]\n/);
  expect(text).toContain("### Step 2: a\r\n");
  expect(read(text)[2]).toMatchObject({ id: "3", title: "b", what: "One.\n\nTwo." });
});

test("a task on its label's line and a list of subtasks are replaced as a whole", () => {
  const text = PLAN.replace("**task:**\nMigrate them.", "**task:** Migrate.\n- [ ] one\n- [ ] two");
  expect(read(text)[1]?.subtasks).toHaveLength(2);
  expect(read(expanded(text, "2–N", [{ title: "a", what: "- a list\n- of two", how: null }]))[1]).toMatchObject({
    what: "- a list\n- of two",
    subtasks: [],
  });
});

test.each([
  ["no step at all", PLAN, [], "no step at all"],
  ["a task that would be read as a contract", PLAN, [{ title: "a", what: "**contract:** `true`", how: null }], "else"],
  ["a title that is none", PLAN, [{ title: "#", what: "Do it.", how: null }], "else"],
  ["a number that is taken", PLAN.replace("### N+1.", "### 3."), [written("a"), written("b")], "step 3 is there"],
  ["a dependency on what is renamed", `${PLAN}**depends_on:** N+1\n`, [written("a")], "depends on `N+1`"],
])("%s is refused", (_name, text, steps, told) => {
  expect(() => expanded(text, "2–N", steps)).toThrow(told);
});

test("a step that is no template is not expanded", () => {
  expect(() => expanded(PLAN, "1", [written("a")])).toThrow("step `1` is no template");
});
