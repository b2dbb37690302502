import { readFileSync } from "node:fs";
import { describe } from "vitest";
import { dialectSuite } from "../testing/dialect.testsuite.ts";
import { filesOf } from "./a-thread.testkit.ts";
import { thread } from "./dialect.ts";

const root = "examples/user-authentication";
const places = ["plan.md", "tasks/01-create-schema.md", "tasks/02-implement-service.md", "tasks/03-wire-handler.md"];
const example = places.map((place) => ({ path: `${root}/${place}`, text: readFileSync(`${root}/${place}`, "utf8") }));

/** Everything a task file can say, with commands in every style of YAML that keeps its lines. */
const everything = filesOf({
  "plan.md": `---
title: Say everything
status: approved
mode: autonomous
budget: max 200k tokens, $1.50
protected_areas:
  - name: Payments
    paths: [src/payments/]
---

Say everything there is to say.

- [ ] A tick box is prose here.

## Architecture & Design Decisions

- One queue.

## How

Step by step.
`,
  "tasks/00-first.md": `---
id: first
target: coder
contract: |
  set -e
  npm test -- --run

  test -s docs/first.md
exit_code: 0
timeout: 5m
result: "half: done # not all"
status: active
fail_count: 1
---

# The first task

Write \`docs/first.md\`.

## Notes

- [ ] Not a subtask.

## How

Carefully.
`,
  "tasks/07-second.md": `---
id: second
depends_on:
  - first
subtasks:
  - Look around, then begin
contract: "npm test && grep -q done docs/second.md"
stdout: contains "ok"
kind: proves
files:
  add:
    - path: docs/second.md
      note: the page
needs: [network]
---

Write \`docs/second.md\`.
`,
});

/** A step owns its task file. */
describe("the thread dialect", () =>
  dialectSuite(
    thread,
    [
      { name: "user-authentication", files: { root, files: example } },
      { name: "everything", files: everything },
    ],
    (parsed, step, file) =>
      file.path === parsed.at(`/steps/${step}/@file`).file ? [{ from: 0, to: file.text.length }] : [],
  ));
