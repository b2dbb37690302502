import { expect, test } from "vitest";
import { attemptPart } from "./attempt-part.ts";

const FAILURE = { command: "npm test", exit: "1", told: "", log: "", diff: "+what it did\n" };
const told = (inFolder: string | null): string =>
  attemptPart({ failure: FAILURE, answered: [], notes: [], inFolder }).join("\n");

test("a worker in the person's own checkout is told what lies there, and never that nothing does", () => {
  const news = told("+what is there\n");
  expect(news).toContain("still lies there. It differs from where the step begins in this:\n\n```diff\n+what is there");
  expect(news).not.toContain("is not in your folder");
  expect(news).not.toContain("what it did\n");
});

test.each([null, ""])("one whose folder is as the step begins is told so (%j)", (inFolder) => {
  expect(told(inFolder)).toContain("what it did is not in your folder. It had changed this:\n\n```diff\n+what it did");
});
