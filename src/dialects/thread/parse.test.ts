import { describe, expect, test } from "vitest";
import type { Step } from "../../plan/model.ts";
import { aTask, aThread, filesOf } from "./a-thread.testkit.ts";
import { thread } from "./dialect.ts";

const place = (span: { file: string; start: number; end: number }, texts: Record<string, string>): string => {
  const name = span.file.replace("plans/one/", "");
  return `${name} [${texts[name]?.slice(span.start, span.end) ?? ""}]`;
};

function findings(texts: Record<string, string>): string[] {
  const all = { "plan.md": "---\ntitle: A plan\n---\n\nWhy and how.\n", ...texts };
  return thread
    .parse(filesOf(all))
    .diagnostics.map(({ code, span, message }) => `${code} ${place(span, all)} ${message}`);
}

describe("plan.md", () => {
  const planOf = (text: string) => thread.parse(filesOf({ "plan.md": text })).plan;

  test("is a title, fields of the whole plan, and a story", () => {
    const plan = planOf(
      `---
title: Add orders
status: approved
mode: autonomous
complexity: complex
infrastructure: true
strict: true
budget: $2
priority: high
context: The shop is live.
max_retries_per_task: 1
verification_timeout: 5m
protected_areas:
  - name: Payments
    paths: [src/payments/]
---

Orders are kept.

- [ ] A box

## Constraints

None.

## Architecture & Design Decisions

- One table.

## How

Slowly.
`,
    );
    expect(plan).toMatchObject({
      id: "add-orders",
      title: "Add orders",
      status: "approved",
      mode: "autonomous",
      complexity: "complex",
      infrastructure: true,
      strict: true,
      budget: { usd: 2 },
      priority: "high",
      context: "The shop is live.",
      settings: { maxRetriesPerTask: 1, verificationTimeout: 300 },
      protectedAreas: [{ name: "Payments", paths: ["src/payments/"] }],
      what: "Orders are kept.\n\n- [ ] A box\n\n## Constraints\n\nNone.",
      architecture: "- One table.",
      how: "Slowly.",
      source: { dialect: "thread", path: "plans/one" },
    });
  });

  test("has sections of its own level", () => {
    const plan = planOf(
      "---\ntitle: A\n---\n\nWhat.\n\n## How\n\nSlowly.\n\n## Architecture\n\n- One.\n\n## More\n\n- Two.\n",
    );
    expect(plan).toMatchObject({ what: "What.", how: "Slowly.", architecture: "- One.\n\n## More\n\n- Two." });
  });

  test("may have no body, or only a comment", () => {
    for (const body of ["", "\n\n", "\n<!-- later -->\n"]) {
      const { plan, diagnostics } = thread.parse(filesOf({ "plan.md": `---\ntitle: A\n---\n${body}` }));
      expect(plan.what).toBe("");
      expect(diagnostics).toEqual([]);
    }
  });

  test.each([
    ["---\ntitle:\n---\n", ["PW109 plan.md [title] the plan's `title` is empty"]],
    ['---\ntitle: " "\n---\n', ["PW109 plan.md [title] the plan's `title` is empty"]],
    ["---\ntitle: [a]\n---\n", ["PW105 plan.md [[a]] `title` must be a single value, not a list"]],
    ["---\nstatus: draft\n---\n", ["PW109 plan.md [] the plan has no `title`"]],
    ["---\n---\n", ["PW109 plan.md [] the plan has no `title`"]],
    ["---\ntitel: A\n---\n", ["PW104 plan.md [titel] there is no field `titel` here"]],
    ["---\ntitle: A\nowner: me\n---\n", ["PW104 plan.md [owner] there is no field `owner` here"]],
    ["---\ntitle: A\ntitle: B\n---\n", ["PW103 plan.md [title] `title` is written twice"]],
    ["Just a story.\n", ["PW102 plan.md [] the plan has no frontmatter"]],
    ["", ["PW102 plan.md [] the plan has no frontmatter"]],
    ["---\ntitle: A\n", ["PW102 plan.md [---] the frontmatter is never closed"]],
    ["---\ntitle: A\n---\n\n```sh\n", ["PW111 plan.md [```sh] this code fence is not closed"]],
    [
      "---\ntitle: A\n---\n\n## How\n\na\n\n## How\n\nb\n",
      ["PW103 plan.md [How] `How` is the second section of its kind"],
    ],
  ])("%j has one fault", (text, expected) => {
    expect(findings({ "plan.md": text })).toEqual(expected);
  });

  test("is missed once, at the place where it should be", () => {
    const { diagnostics } = thread.parse(filesOf({ "tasks/01-a.md": aTask("a") }));
    expect(diagnostics).toMatchObject([
      { code: "PW109", message: "there is no `plan.md`", span: { file: "plans/one/plan.md", start: 0, end: 0 } },
    ]);
    const [fault] = thread.parse(filesOf({ "tasks/01-a.md": aTask("a") }, "")).diagnostics;
    expect(fault?.span.file).toBe("plan.md");
  });
});

describe("a task file", () => {
  const stepOf = (text: string): Step | undefined => thread.parse(aThread({ "tasks/01-a.md": text })).plan.steps[0];
  const body = (text: string) => stepOf(`---\nid: a\n---\n${text}`);

  test("says everything about its step", () => {
    const step = stepOf(`---
id: second
depends_on: [first, zeroth]
agent: claude-code
subtasks:
  - Look around, then begin
  - "Write: the page"
status: failed
fail_count: 2
result: It broke
target: coder
track: frontend
on_fail: retry(1), then abort
work_timeout: 20m
budget: 50k tokens
timeout: 90s
subscriptions: ["file:docs/a.md", "topic:releases"]
needs: [network]
files:
  change: [src/a.ts]
  add:
    - path: src/b.ts
      note: new
  delete: src/c.ts, src/d.ts
  must_not_touch: [src/payments/]
contract: |
  npm test
  test -s docs/a.md
exit_code: 3
stdout: matches /ok/
kind: guards
---

Write the page.
`);
    expect(step).toEqual({
      id: "second",
      number: 1,
      title: "Write the page",
      status: "failed",
      failCount: 2,
      result: "It broke",
      target: "coder",
      agent: "claude-code",
      track: "frontend",
      dependsOn: ["first", "zeroth"],
      subscriptions: [
        { kind: "file", name: "docs/a.md" },
        { kind: "topic", name: "releases" },
      ],
      what: "Write the page.",
      subtasks: [
        { text: "Look around, then begin", done: false },
        { text: "Write: the page", done: false },
      ],
      files: {
        change: [{ path: "src/a.ts" }],
        add: [{ path: "src/b.ts", note: "new" }],
        delete: [{ path: "src/c.ts" }, { path: "src/d.ts" }],
        mustNotTouch: [{ path: "src/payments/" }],
      },
      toolsNeeded: [],
      needs: ["network"],
      contracts: [
        {
          command: "npm test\ntest -s docs/a.md",
          exitCode: 3,
          stdout: { kind: "matches", pattern: "ok" },
          timeout: 90,
          kind: "guards",
        },
      ],
      onFail: { retries: 1, exhausted: "abort" },
      workTimeout: 1200,
      budget: { tokens: 50_000 },
    });
  });

  test.each([
    ["Do it. Then rest.\n", { title: "Do it", what: "Do it. Then rest." }],
    ["\n# Do it\n\nThen rest.\n", { title: "Do it", what: "Then rest." }],
    ["\nDo it\n=====\n\nThen rest.\n", { title: "Do it", what: "Then rest." }],
    ["\n# Do it\n", { title: "Do it", what: "# Do it" }],
    ["\n# Do it\n\n<!-- now -->\n", { title: "Do it", what: "# Do it\n\n<!-- now -->" }],
    ["\n# Do it\n\n## How\n\nSlowly.\n", { title: "Do it", what: "# Do it", how: "Slowly." }],
    [
      "\n# Do it\n\nAll.\n\n## Why\n\nSo.\n\n## How\n\nSlowly.\n\n## Then\n\nRest.\n",
      {
        title: "Do it",
        what: "All.\n\n## Why\n\nSo.",
        how: "Slowly.\n\n## Then\n\nRest.",
      },
    ],
    ["\nDo it.\n\n# Later\n\nRest.\n", { title: "Do it", what: "Do it.\n\n# Later\n\nRest." }],
    ["\n## Do it\n\nRest.\n", { title: "## Do it", what: "## Do it\n\nRest." }],
    ["\n- [ ] One\n- [x] Two\n", { what: "- [ ] One\n- [x] Two", subtasks: [] }],
    ["\n    code\n", { what: "    code" }],
    ["\nDo it.\n\n<!-- not now -->\n", { what: "Do it.\n\n<!-- not now -->" }],
    ["", { title: "", what: "" }],
    ["\n<!-- nothing -->\n\n---\n", { title: "", what: "" }],
    ["\n## How\n\nSlowly.\n", { title: "", what: "", how: "Slowly." }],
    ["\nDo it.\n\n## How\n", { what: "Do it.", how: "" }],
  ])("has the body %j", (text, expected) => {
    expect(body(text)).toMatchObject(expected);
  });

  test.each([
    ["Do it.\n", ["PW102 tasks/01-a.md [] the task has no frontmatter"]],
    ["---\nid: a\n\nDo it.\n", ["PW102 tasks/01-a.md [---] the frontmatter is never closed"]],
    ["---\nagent: codex\n---\n\nDo it.\n", ["PW109 tasks/01-a.md [] the task has no `id`"]],
    ["---\nid:\n---\n\nDo it.\n", ["PW109 tasks/01-a.md [id] the task's `id` is empty"]],
    ["---\nid: Set up DB\n---\n\nDo it.\n", ["PW105 tasks/01-a.md [Set up DB] `id` cannot be `Set up DB`"]],
    ["---\nid: a--b\n---\n\nDo it.\n", ["PW105 tasks/01-a.md [a--b] `id` cannot be `a--b`"]],
    ["---\nid: [a]\n---\n\nDo it.\n", ["PW105 tasks/01-a.md [[a]] `id` must be a single value, not a list"]],
    [
      "---\nid: a\ndepend_on: [b]\n---\n\nDo it.\n",
      ["PW104 tasks/01-a.md [depend_on] there is no field `depend_on` here"],
    ],
    ["---\nid: a\nsubtasks: One, two\n---\n\nDo it.\n", ["PW105 tasks/01-a.md [One, two] `subtasks` must be a list"]],
    [
      "---\nid: a\nsubtasks:\n  - One: two\n---\n\nDo it.\n",
      ["PW105 tasks/01-a.md [One: two] a subtask must be a text"],
    ],
    ["---\nid: a\nsubtasks:\n---\n\nDo it.\n", []],
    ["---\nid: a\nsubtasks: [One]\n---\n", []],
    [
      "---\nid: a\nexit_code: 1\ntimeout: 5m\n---\n\nDo it.\n",
      ["PW114 tasks/01-a.md [exit_code] `exit_code` says what a contract must do, but there is none"],
    ],
    [
      "---\nid: a\ncontract: [npm, test]\n---\n\nDo it.\n",
      ["PW105 tasks/01-a.md [[npm, test]] `contract` must be a single value, not a list"],
    ],
    [
      "---\nid: a\ncontract: x\nexit_code: 300\n---\n\nDo it.\n",
      ["PW113 tasks/01-a.md [300] an exit code is at most 255"],
    ],
    [
      "---\nid: a\n---\n\nDo it.\n\n## How\n\na\n\n## How\n\nb\n",
      ["PW103 tasks/01-a.md [How] `How` is the second section of its kind"],
    ],
    ["---\nid: a\n---\n\n~~~\nDo it.\n", ["PW111 tasks/01-a.md [~~~] this code fence is not closed"]],
  ])("%j has one fault at most", (text, expected) => {
    expect(findings({ "tasks/01-a.md": text })).toEqual(expected);
  });

  test("names the id it should have, but leaves the writing to its author", () => {
    const [fault] = thread.parse(aThread({ "tasks/01-a.md": aTask("Set up DB") })).diagnostics;
    expect(fault?.help).toBe("write it in lower case with hyphens: `set-up-db`");
    expect(fault?.fix).toBeUndefined();
  });

  test("without an id is called after its file", () => {
    const idOf = (name: string): string | undefined =>
      thread.parse(aThread({ [`tasks/${name}`]: "---\nagent: codex\n---\n\nDo it.\n" })).plan.steps[0]?.id;
    expect(idOf("01-set-up.md")).toBe("set-up");
    expect(idOf("01-Set_Up.md")).toBe("set-up");
    expect(idOf("01.md")).toBe("task-01");
  });

  test("points at its id, its file and the place of an empty body", () => {
    const texts = { "tasks/01-a.md": "---\nid: set-up\n---\n" };
    const parsed = thread.parse(aThread(texts));
    expect(place(parsed.at("/steps/0"), texts)).toBe("tasks/01-a.md [set-up]");
    expect(place(parsed.at("/steps/0/id"), texts)).toBe("tasks/01-a.md [set-up]");
    expect(parsed.at("/steps/0/number")).toMatchObject({ start: 0, end: 0 });
    expect(parsed.has("/steps/0/what")).toBe(true);
    expect(parsed.at("/steps/0/what")).toMatchObject({ start: 19, end: 19 });
  });

  test("says nothing about a contract that is hidden by another fault", () => {
    for (const text of [
      "Do it.\n",
      "---\nid: a\nkind: proves\n---\n\nDo it.\n",
      "---\nid: a\ncontract: [a]\n---\n\nDo it.\n",
    ])
      expect(thread.parse(aThread({ "tasks/01-a.md": text })).has("/steps/0/contracts/0")).toBe(true);
    expect(thread.parse(aThread({ "tasks/01-a.md": "---\nid: a\n---\n\nDo it.\n" })).has("/steps/0/contracts/0")).toBe(
      false,
    );
  });
});
