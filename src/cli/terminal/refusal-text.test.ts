import { expect, test } from "vitest";
import { remedy } from "../../std/refusal.ts";
import { commandLine, refusalText } from "./refusal-text.ts";

const line = (...[order, about]: Parameters<typeof remedy>): string => commandLine({ do: order, with: about });

test("a refusal is a sentence, and then what to type", () => {
  const remedies = [
    remedy("resume", { run: "words" }, "continues it"),
    remedy("revise", { run: "words", plan: "" }, "continues with a changed plan"),
  ];
  expect(refusalText({ message: "words is under way already", remedies })).toBe(
    "words is under way already; `planwright resume words` continues it, `planwright revise words PLAN` continues with a changed plan",
  );
  expect(refusalText({ message: "there is no step 7", remedies: [] })).toBe("there is no step 7");
});

test("a question needs no semicolon", () => {
  const remedies = [remedy("answer", { question: "a:1", value: "continue", note: "" }, "says it to the worker")];
  expect(refusalText({ message: "did you mean skip?", remedies })).toBe(
    "did you mean skip? `planwright answer a:1 continue --note TEXT` says it to the worker",
  );
});

test("an order that is to be given again is told by what to add", () => {
  const remedies = [
    remedy("again", { draft: "yes" }, "opens a draft"),
    remedy("again", { into: "" }, "names a branch"),
    remedy("status", { run: "words" }, "says more"),
  ];
  expect(refusalText({ message: "words is failed", remedies })).toBe(
    "words is failed; --draft opens a draft, --into BRANCH names a branch, `planwright status words` says more",
  );
});

test("what an order is about has its place, or is an option", () => {
  expect(line("doctor", {}, "")).toBe("planwright doctor");
  expect(line("undo", { run: "words", step: "" }, "")).toBe("planwright undo STEP words");
  expect(line("log", { run: "words", step: "", attempt: "2" }, "")).toBe("planwright log words STEP --attempt 2");
  expect(line("resume", { branch: "plan/words" }, "")).toBe("planwright resume --branch plan/words");
  expect(line("pause", { run: "words", now: "yes" }, "")).toBe("planwright pause words --now");
});
