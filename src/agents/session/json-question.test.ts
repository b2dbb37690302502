import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonQuestion } from "./json-question.ts";

const QUESTION = {
  type: "question",
  question: "Should I also update the test files?",
  context: "I noticed tests use old API",
  severity: "minor",
  options: [
    { label: "Yes, update tests", value: "update_tests", description: "Update test files to match" },
    { label: "No, skip tests", value: "skip_tests", description: "Leave tests as-is" },
  ],
  default: "skip_tests",
};

const READ = {
  question: `Should I also update the test files?

I noticed tests use old API

1. Yes, update tests (update_tests): Update test files to match
2. No, skip tests (skip_tests): Leave tests as-is [default]`,
  asks: {
    question: "Should I also update the test files?",
    context: "I noticed tests use old API",
    severity: "minor",
    choices: QUESTION.options.map((option) => ({ ...option, isDefault: option.value === "skip_tests" })),
  },
};

describe("a question in JSON", () => {
  const [line, lines] = [JSON.stringify(QUESTION), JSON.stringify(QUESTION, null, 2)];
  test.each([
    ["alone in a line", line],
    ["over several lines", lines],
    ["with lines between", lines.replaceAll("\n", "\n\n")],
    ["below words and other objects", `I looked.\n{"type":"log"}\n${line}\n \n`],
    ["in a block", `So:\n\n\`\`\`json\n${lines}\n\`\`\`\n`],
    ["in a block without a language, below another one", `\`\`\`\nx\n\`\`\`\n~~~~\n${line}\n~~~~`],
  ])("is read where it is the last thing said, %s", (_, text) => {
    expect(jsonQuestion(text)).toEqual(READ);
  });

  test.each([
    ["words below it", `${line}\nI go on without.`],
    ["words before it in its line", `I ask: ${line}`],
    ["another type", line.replace('"question"', '"plan"')],
    ["no type", '{"question":"Which port?"}'],
    ["no question", '{"type":"question"}'],
    ["a question that says nothing", '{"type":"question","question":" "}'],
    ["half of it", lines.slice(0, -3)],
    ["an object in it", '{"answer":\n{"type":"question","question":"Which port?"}}'],
    ["a block that another fence ends", `\`\`\`json\n${line}\n~~~`],
    ["nothing", ""],
  ])("is none with %s", (_, text) => {
    expect(jsonQuestion(text)).toBeNull();
  });

  test.each([
    ["a severity that nobody knows", { severity: "high" }],
    ["options that are words", { options: ["80", "8080"] }],
    ["an option without a value", { options: [{ label: "80" }] }],
    ["an option that is too long to be chosen", { options: [{ label: "80", value: "x".repeat(501) }] }],
    ["more options than anybody reads", { options: Array(11).fill(QUESTION.options[0]) }],
    ["a context that is no text", { context: 3 }],
    ["a default that is no text", { default: ["80"] }],
  ])("is asked as it is written with %s", (_, changes) => {
    const json = JSON.stringify({ ...QUESTION, ...changes });
    expect(jsonQuestion(json)).toEqual({ question: json });
  });

  test("needs nothing but its text; a null counts as left out", () => {
    const asks = { question: "Which port?", context: "", severity: null, choices: [] };
    const read = { question: "Which port?", asks };
    expect(jsonQuestion('{"type":"question","question":"Which port?"}')).toEqual(read);
    const nulls = {
      type: "question",
      question: "Which port?",
      context: null,
      severity: null,
      options: null,
      default: null,
    };
    expect(jsonQuestion(JSON.stringify(nulls))).toEqual(read);
  });

  test("tells a default that is none of its options", () => {
    expect(jsonQuestion('{"type":"question","question":"Which port?","default":"80"}')).toMatchObject({
      question: "Which port?\n\nBy default: 80",
      asks: { context: "By default: 80" },
    });
  });

  test("is a text only when two of its options cannot be told apart", () => {
    const options = [
      { label: "A", value: "x" },
      { label: "B", value: " x" },
    ];
    const read = jsonQuestion(JSON.stringify({ type: "question", question: "Which?", options }));
    expect(read).toEqual({ question: "Which?\n\n1. A (x)\n2. B (x)" });
  });

  test("hides nothing behind its escapes", () => {
    const options = [{ label: "A\nB\u001b[2J", value: "x\u202e", description: "c\td" }];
    const read = jsonQuestion(JSON.stringify({ type: "question", question: "Which\u001b[31m one?", options }));
    expect(read?.question).toBe("Which one?\n\n1. A B (x<U+202E>): c d");
  });

  test("is looked for in any text, which never throws", () => {
    const part = fc.oneof(fc.string(), fc.json(), fc.constantFrom("\n", "{", "}", "```", line));
    fc.assert(fc.property(fc.array(part), (parts) => void jsonQuestion(parts.join(""))));
  });
});
