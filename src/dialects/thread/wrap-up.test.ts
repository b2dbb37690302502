import { expect, test } from "vitest";
import { approvalHash } from "../../plan/approval.ts";
import { aTask, aThread, filesOf } from "./a-thread.testkit.ts";
import { thread } from "./dialect.ts";
import { parseThread } from "./parse.ts";
import { foldThread } from "./wrap-up.ts";

const DONE = {
  "tasks/01-one.md": aTask("one", "status: done", "result: a | b"),
  "tasks/02-two.md": aTask("two", "status: done"),
};
const TABLE = [
  "| # | Task File | Status | Result |",
  "|---|---|---|---|",
  "| 1 | tasks/01-one.md | done | a \\| b |",
  "| 2 | tasks/02-two.md | done | — |",
].join("\n");

test("a finished plan lists its tasks below its story, and promises what it promised", () => {
  const files = aThread(DONE);
  const folded = foldThread(files);
  expect(folded.files[0]?.text).toBe(`---\ntitle: A plan\n---\n\nWhy and how.\n\n## Task List\n\n${TABLE}\n`);
  expect(folded.files.slice(1)).toEqual(files.files.slice(1));
  const [before, after] = [parseThread(files), parseThread(folded)];
  expect(after.plan.what).toBe("Why and how.");
  expect(after.diagnostics).toEqual(before.diagnostics);
  expect(approvalHash(after.plan)).toBe(approvalHash(before.plan));
});

test("the list stands on a level with the section above it, in the line endings of the file", () => {
  const text = "---\ntitle: A plan\n---\n\n# What\n\nWhy.\n\n# How\n\nSo.\n".replaceAll("\n", "\r\n");
  const folded = foldThread(filesOf({ "plan.md": text, ...DONE }));
  expect(folded.files[0]?.text).toBe(`${text}\n# Task List\n\n${TABLE}\n`.replace(/\r?\n/g, "\r\n"));
  expect(parseThread(folded).plan.how).toBe("So.");
});

test("a list that an author wrote is a part of the story", () => {
  const story = "Why.\n\n## Task List\n\n| Task | Who |\n|---|---|\n| one | Ann |";
  const { plan } = parseThread(filesOf({ "plan.md": `---\ntitle: A plan\n---\n\n${story}\n`, ...DONE }));
  expect(plan.what).toBe(story);
});

test("a decision is added above the list", () => {
  const folded = foldThread(aThread(DONE));
  expect(thread.edit(parseThread(folded), { type: "decision", text: "So be it." }).edits[0]?.text).toBe(
    "\n\n## Architecture & Design Decisions\n\nSo be it.",
  );
});
