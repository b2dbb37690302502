import { describe, expect, test } from "vitest";
import { workerPublishes } from "./worker-publishes.ts";
import { saidAbout, type Writing, wordsUnder } from "./written-plan.testkit.ts";

test("names the step and the deed, at the words", () => {
  const writing: Writing = { what: "Fix it. Then commit the changes, push, and open a PR." };
  expect(wordsUnder(workerPublishes, writing)).toEqual(["commit the changes"]);
  expect(saidAbout(workerPublishes, writing).diagnostics.map(({ message }) => message)).toEqual([
    "step `own` asks its worker to commit",
  ]);
});

test("looks at the how too, and reports a step once", () => {
  expect(wordsUnder(workerPublishes, { what: "Fix it.", how: "Push the branch." })).toEqual(["Push the branch"]);
  expect(wordsUnder(workerPublishes, { what: "Commit and push.", how: "Push the branch." })).toEqual([
    "Commit and push",
  ]);
});

describe("says nothing", () => {
  test.each<[string, Writing]>([
    ["where the step may publish", { what: "Open a PR.", step: { needs: ["publish"] } }],
    ["about a finished step", { what: "Open a PR.", step: { status: "done" } }],
    ["about contracts", { command: "git push" }],
    ["where it is forbidden", { what: "Do not commit." }],
  ])("%s", (_, writing) => {
    expect(wordsUnder(workerPublishes, writing)).toEqual([]);
  });
});
