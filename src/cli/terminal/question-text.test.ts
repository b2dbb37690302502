import { expect, test } from "vitest";
import type { Question } from "../../app/go-on.ts";
import { answerHint, questionText } from "./question-text.ts";

const QUESTION: Question = {
  ...{ id: "words-000000:7", run: "words-000000", step: "2", over: "tampered", kind: "escalation" },
  severity: "critical",
  headline: "step 2, Write two: the worker touched what it must not",
  context: [
    "it touched \u001b[2Jkey.pem",
    Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n"),
    "+evil",
  ],
  options: [
    { label: "Try again", value: "retry", description: "from the last accepted commit", note: "welcome" },
    { label: "Give up", value: "abort", description: "the plan has failed" },
  ],
  suggestion: "abort",
};

const shown = (most: number): string => questionText(QUESTION, { paint: (_, text) => text, width: 60, most });

test("something of every paragraph is seen on one screen, and where the rest is", () => {
  expect(shown(10)).toBe(`critical: step 2, Write two: the worker touched what it must
not

  it touched key.pem

  line 1
  line 2
  line 3
  line 4
  line 5

  +evil
  (25 more lines: planwright inbox words-000000:7)

  1  retry     Try again
               from the last accepted commit
  2  abort     Give up (suggested)
               the plan has failed

`);
});

test("with room enough nothing is left out", () => {
  const text = shown(Number.POSITIVE_INFINITY);
  expect(text).toContain("  line 30\n\n  +evil\n\n");
  expect(text).not.toContain("more lines");
});

test("a line that is wider than the screen is cut on it, and nowhere else", () => {
  const wide = "+".padEnd(300, "wide ");
  const shownOf = (most: number): string =>
    questionText({ ...QUESTION, context: [wide] }, { paint: (_, text) => text, width: 60, most });
  expect(shownOf(10)).toMatch(/^ {2}\+wide.*…$/m);
  expect(shownOf(Number.POSITIVE_INFINITY)).toContain(`\n  ${wide}\n`.replace(/ +\n$/, ""));
});

test("what a worker proposes is listed below the answer that it is for, the default marked", () => {
  const asked: Question = {
    ...QUESTION,
    ...{ over: "question", kind: "question", severity: "minor", headline: "step 2, Write two: the worker asks" },
    context: ["Update the tests, too?"],
    options: [
      { label: "Answer", value: "continue", description: "your words go to the worker", note: "required" },
      { label: "Give up", value: "abort", description: "the plan has failed" },
    ],
    suggestion: "continue",
    choices: [
      {
        label: "Yes",
        value: "update\u001b[2J",
        description: "so that they use the new API everywhere",
        isDefault: false,
      },
      { label: "No, leave them to a step of their own", value: "skip", description: "", isDefault: true },
    ],
  };
  expect(questionText(asked, { paint: (_, text) => text, width: 52, most: 10 })).toBe(`\
step 2, Write two: the worker asks

  Update the tests, too?

  1  continue  Answer (suggested)
               your words go to the worker
               1   Yes (update␛[2J)
                   so that they use the new API
                   everywhere
               2   No, leave them to a step of their
                   own (skip), the worker's default
  2  abort     Give up
               the plan has failed

`);
  expect(answerHint(asked)).toBe("planwright answer words-000000:7 continue|abort --note 1|2|TEXT --continue");
});

test("the way to answer names every value, and the note where one is wanted", () => {
  expect(answerHint(QUESTION)).toBe("planwright answer words-000000:7 retry|abort --note TEXT --continue");
  const plain = QUESTION.options.map(({ note: _, ...option }) => option);
  expect(answerHint({ ...QUESTION, options: plain })).toBe("planwright answer words-000000:7 retry|abort --continue");
});
