import { expect, test } from "vitest";
import { missingIn } from "./brief.ts";

test("what a step subscribes to and gets nothing from is named, and nothing else is", () => {
  expect(
    missingIn([
      { name: "file:docs/a.md", text: null, rest: 0 },
      { name: "file:docs/b.md", text: "b", rest: 0 },
      { name: "file:docs/empty.md", text: "\n", rest: 0 },
      { name: "topic:news", text: "", rest: 0 },
      { name: "topic:choices", text: "Ann: 8080", rest: 7 },
    ]),
  ).toEqual([
    "file:docs/a.md is not there; the worker continues without it",
    "file:docs/empty.md says nothing yet; the worker continues without it",
    "topic:news says nothing yet; the worker continues without it",
  ]);
});
