import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { openPlan } from "../src/app/plans/open-plan.ts";
import { inOrder } from "../src/diagnostics/diagnostic.ts";
import { aWorld } from "../src/verifier/rules/a-world.testkit.ts";
import { verify } from "../src/verifier/verify.ts";
import { tempFolder } from "./temp-folder.ts";

/** The nine rules every plan directory is held to, each with what breaks it. */

/** Texts by their place in the directory; null for a file that is not there. */
type Texts = Record<string, string | null>;

const GOOD: Texts = {
  "plan.md": '---\ntitle: "Add orders"\n---\n\nOrders are kept in a table and shown on a page.\n',
  "tasks/01-create-schema.md": task("create-schema", "depends_on: []"),
  "tasks/02-add-service.md": task("add-service", "depends_on: [create-schema]"),
  "tasks/03-add-page.md": task("add-page", "depends_on: [add-service, create-schema]", "agent: claude-code"),
};

test("a good plan directory has no errors", () => {
  expect(errorsOf(GOOD)).toEqual([]);
});

test.each([
  ["does not exist", { "plan.md": null }, ["plan.md PW109 there is no `plan.md`"]],
  ["has no frontmatter", { "plan.md": "Just a story.\n" }, ["plan.md PW102 the plan has no frontmatter"]],
  [
    "has frontmatter that is not closed",
    { "plan.md": "---\ntitle: Add orders\n\nA story.\n" },
    ["plan.md PW102 the frontmatter is never closed"],
  ],
  [
    "has frontmatter that is not YAML",
    { "plan.md": "---\ntitle: [Add orders\n---\n\nA story.\n" },
    ["plan.md PW102 the frontmatter is not plain YAML: a bracket is not closed"],
  ],
  [
    "has a field that does not exist",
    { "plan.md": "---\ntitle: Add orders\ntags: [shop]\n---\n\nA story.\n" },
    ["plan.md PW104 there is no field `tags` here"],
  ],
])("1. `plan.md` exists with valid frontmatter: %s", (_, change, expected) => {
  expect(errorsOf({ ...GOOD, ...change })).toEqual(expected);
});

test.each([
  ["---\nstatus: draft\n---\n\nA story.\n", "plan.md PW109 the plan has no `title`"],
  ["---\ntitle:\n---\n\nA story.\n", "plan.md PW109 the plan's `title` is empty"],
  ['---\ntitle: "  "\n---\n\nA story.\n', "plan.md PW109 the plan's `title` is empty"],
])("2. `title` is non-empty: %j", (text, expected) => {
  expect(errorsOf({ ...GOOD, "plan.md": text })).toEqual([expected]);
});

test.each([
  ["Create it.\n", "PW102 the task has no frontmatter"],
  ["---\nid: create-schema\n\nCreate it.\n", "PW102 the frontmatter is never closed"],
  [
    "---\nid: 'create-schema\n---\n\nCreate it.\n",
    "PW102 the frontmatter is not plain YAML: a quote or a bracket is not closed, or a colon is missing",
  ],
  ["---\nid: create-schema\nowner: me\n---\n\nCreate it.\n", "PW104 there is no field `owner` here"],
  ["---\nagent: codex\n---\n\nCreate it.\n", "PW109 the task has no `id`"],
])("3. Each task file has valid frontmatter: %j", (text, expected) => {
  expect(errorsOf({ ...GOOD, "tasks/01-create-schema.md": text })).toEqual([`tasks/01-create-schema.md ${expected}`]);
});

test("4. Task `id` values are unique", () => {
  const texts = { ...GOOD, "tasks/04-again.md": task("add-page") };
  expect(errorsOf(texts)).toEqual(["tasks/04-again.md PW131 there is a step `add-page` already"]);
});

test.each(["Add_Page", "add page", "addPage", "-add-page", "add-page-", "add--page", "größe"])(
  "5. Task `id` values are kebab-case: %s",
  (id) => {
    expect(errorsOf({ ...GOOD, "tasks/03-add-page.md": task(id) })).toEqual([
      `tasks/03-add-page.md PW105 \`id\` cannot be \`${id}\``,
    ]);
  },
);

test("6. `depends_on` references existing task IDs", () => {
  const texts = { ...GOOD, "tasks/03-add-page.md": task("add-page", "depends_on: [add-service, add-servise]") };
  expect(errorsOf(texts)).toEqual(["tasks/03-add-page.md PW201 the plan has no step `add-servise`"]);
});

test("7. No circular dependencies: the whole path is named, the same every time", () => {
  const texts = {
    ...GOOD,
    "tasks/01-create-schema.md": task("create-schema", "depends_on: [add-page]"),
    "tasks/03-add-page.md": task("add-page", "depends_on: [add-service]"),
  };
  const expected = [
    "tasks/01-create-schema.md PW202 steps depend on each other in a circle: " +
      "`create-schema` → `add-page` → `add-service` → `create-schema`",
  ];
  expect(errorsOf(texts)).toEqual(expected);
  expect(errorsOf(reversed(texts))).toEqual(expected);
  expect(errorsOf({ ...GOOD, "tasks/02-add-service.md": task("add-service", "depends_on: [add-service]") })).toEqual([
    "tasks/02-add-service.md PW202 step `add-service` depends on itself",
  ]);
});

test("8. No duplicate sort indices", () => {
  const texts = { ...GOOD, "tasks/02-add-tests.md": task("add-tests") };
  expect(errorsOf(texts)).toEqual(["tasks/02-add-tests.md PW131 two task files have the index 02"]);
});

test.each(["", "\n\n", "\n<!-- later -->\n"])("9. Each task has a non-empty markdown body: %j", (body) => {
  const head = "---\nid: add-page\n---\n";
  expect(errorsOf({ ...GOOD, "tasks/03-add-page.md": `${head}${body}` })).toEqual([
    "tasks/03-add-page.md PW133 the step's task is empty",
  ]);
  const withSubtasks = "---\nid: add-page\nsubtasks: [Look around]\n---\n";
  expect(errorsOf({ ...GOOD, "tasks/03-add-page.md": `${withSubtasks}${body}` })).toEqual([
    "tasks/03-add-page.md PW133 the step's task is empty",
  ]);
});

test.each(["4-add-tests.md", "04_add_tests.md", "04-Add-Tests.md", "add-tests.md", "04-add-tests.txt"])(
  "a task file called %s is an error, and not skipped",
  (name) => {
    const errors = errorsOf({ ...GOOD, [`tasks/${name}`]: task("add-tests") });
    expect(errors).toEqual([expect.stringMatching(`^tasks/${name} PW120 `)]);
  },
);

test("all nine are reported at once, in the same order on every run", () => {
  const texts = {
    "plan.md": '---\ntitle: ""\ntags: [shop]\n---\n\nA story.\n',
    "tasks/01-no-head.md": "Create it.\n",
    "tasks/02-first.md": task("first", "depends_on: [third]"),
    "tasks/03-first-again.md": task("first"),
    "tasks/04-third.md": task("third", "depends_on: [first]"),
    "tasks/05-spelt.md": task("Not Kebab"),
    "tasks/06-lost.md": task("lost", "depends_on: [nowhere]"),
    "tasks/06-same-index.md": task("same-index"),
    "tasks/07-empty.md": "---\nid: empty\n---\n",
  };
  const expected = [
    "plan.md PW109 the plan's `title` is empty",
    "plan.md PW104 there is no field `tags` here",
    "tasks/01-no-head.md PW102 the task has no frontmatter",
    "tasks/02-first.md PW202 steps depend on each other in a circle: `first` → `third` → `first`",
    "tasks/03-first-again.md PW131 there is a step `first` already",
    "tasks/05-spelt.md PW105 `id` cannot be `Not Kebab`",
    "tasks/06-lost.md PW201 the plan has no step `nowhere`",
    "tasks/06-same-index.md PW131 two task files have the index 06",
    "tasks/07-empty.md PW133 the step's task is empty",
  ];
  expect(errorsOf(texts)).toEqual(expected);
  expect(errorsOf(reversed(texts))).toEqual(expected);
});

test("a directory without tasks has no steps", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "tasks"));
  writeFileSync(join(folder, "plan.md"), GOOD["plan.md"] ?? "");
  const { dialect, files } = openPlan(folder);
  const found = dialect ? verify(dialect.parse(files), aWorld()) : [];
  expect(found).toMatchObject([{ code: "PW130", message: "the plan has no steps", help: "add `tasks/01-….md`" }]);
});

test("CRLF is fine", () => {
  const windows = Object.entries(GOOD).map(([place, text]) => [place, text?.replaceAll("\n", "\r\n") ?? null]);
  expect(errorsOf(Object.fromEntries(windows))).toEqual([]);
});

function task(id: string, ...lines: string[]): string {
  return ["---", `id: ${id}`, ...lines, "---", "", `Do what \`${id}\` says.`, ""].join("\n");
}

const reversed = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).reverse());

/** Writes the files in their order, and says of each error where and what it is. */
function errorsOf(texts: Texts): string[] {
  const folder = tempFolder();
  for (const [place, text] of Object.entries(texts)) {
    if (text === null) continue;
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), text);
  }
  const { dialect, files, diagnostics } = openPlan(folder);
  const parsed = dialect?.parse(files);
  expect(dialect?.id).toBe("thread");
  return inOrder([...diagnostics, ...(parsed ? verify(parsed, aWorld()) : [])])
    .filter(({ severity }) => severity === "error")
    .map(({ code, span, message }) => `${relative(folder, span.file)} ${code} ${message}`);
}
