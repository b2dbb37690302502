import { describe, expect, test } from "vitest";
import type { Question } from "../../app/hosting/go-on.ts";
import { answerHint, questionText } from "./question-text.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

const QUESTION: Question = {
  ...{ id: "words-000000:7", run: "words-000000", step: "2", over: "tampered", kind: "escalation" },
  severity: "critical",
  headline: "step 2, Write two: the worker changed files that it must not",
  context: ["it touched \u001b[2Jkey.pem", `$ npm test\nexit 1\n${lines(30)}`, "+evil"],
  options: [
    { label: "Retry", value: "retry", description: "from the last accepted commit", note: "welcome" },
    { label: "Give up", value: "abort", description: "the plan has failed" },
  ],
  suggestion: "abort",
};

const plain = (_: string, text: string): string => text;

const shown = (height: number, changed: Partial<Question> = {}, width = 60): string =>
  questionText({ ...QUESTION, ...changed }, { paint: plain, width, height });

test("something of every paragraph is seen on one screen, of an output its end, and where the rest is", () => {
  expect(shown(20)).toBe(`critical: step 2, Write two: the worker changed files that
it must not

  it touched key.pem

  $ npm test
  exit 1
  … 24 more lines
  line 25
  line 26
  line 27
  line 28
  line 29
  line 30

  +evil
  (d shows the whole diff, l all that was printed)

  1  retry  Retry: from the last accepted commit
  2  abort  Give up (suggested): the plan has failed

`);
});

test("with room enough nothing is left out", () => {
  const text = shown(Number.POSITIVE_INFINITY);
  expect(text).toContain("  line 30\n\n  +evil\n\n");
  expect(text).not.toContain("more lines");
});

describe("a diff", () => {
  const diff = (count: number): string => `diff --git a/a b/a\n${lines(count)}`;

  test("comes whole before anything else has more room than it needs", () => {
    const text = shown(30, { context: [diff(12), "said ".repeat(200)] });
    expect(text).toContain("diff --git a/a b/a\n  line 1\n");
    expect(text).toContain("  line 12\n\n  said said");
    expect(text).toMatch(/said\n {2}… \d+ more lines\n/);
  });

  test("is cut where the screen ends, and never for fewer than three lines", () => {
    for (let height = 10; height < 40; height++) {
      const text = shown(height, { context: [diff(20), "$ npm test\npasses now"] });
      const hidden = Number(/… (\d+) more line/.exec(text)?.[1] ?? 3);
      expect(hidden, `${height}: ${text}`).toBeGreaterThanOrEqual(3);
      // What cannot be shown on so few lines is shown all the same.
      expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(Math.max(height, 14));
    }
    expect(shown(33, { context: [diff(20)] })).not.toContain("more lines");
  });

  test("keeps to the width, unless all of it is asked for", () => {
    const wide = `diff --git a/a b/a\n+${"wide ".repeat(60).trimEnd()}`;
    expect(shown(30, { context: [wide] })).toMatch(/^ {2}\+wide.*…$/m);
    expect(shown(Number.POSITIVE_INFINITY, { context: [wide] })).toContain(wide.split("\n")[1]);
  });
});

test.each([80, 120])("no line is wider than %i columns", (width) => {
  const words = "Words that somebody has written without a line break. ".repeat(20);
  for (const line of shown(24, { context: [words, `diff --git a b\n${words}`], headline: words }, width).split("\n")) {
    expect(line.length).toBeLessThanOrEqual(width);
  }
});

test("what a worker proposes comes first, under numbers that nothing else has", () => {
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
      { label: "No, leave them to a step of their own", value: "later", description: "", isDefault: true },
    ],
  };
  expect(questionText(asked, { paint: plain, width: 52, height: 20 })).toBe(`\
step 2, Write two: the worker asks

  Update the tests, too?

  1  update␛[2J  Yes: so that they use the new API
                 everywhere
  2  later       No, leave them to a step of their
                 own (the worker's default)
  3  continue    Answer: your words go to the worker
  4  abort       Give up: the plan has failed

`);
  expect(answerHint(asked)).toBe("planwright answer words-000000:7 continue|abort --note 1|2|TEXT --continue");
});

test("the way to answer names every value, and the note where one is wanted", () => {
  expect(answerHint(QUESTION)).toBe("planwright answer words-000000:7 retry|abort --note TEXT --continue");
  const without = QUESTION.options.map(({ note: _, ...option }) => option);
  expect(answerHint({ ...QUESTION, options: without })).toBe("planwright answer words-000000:7 retry|abort --continue");
});
