import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastLine, lastWords } from "./last-words.ts";

describe("last words", () => {
  test.each([
    ["the final paragraph", "Looking.\n\nFixed the parser.\nAll is well.\n\n", "Fixed the parser.\nAll is well."],
    ["without colours", "a\n\n\u001b[32mFixed\u001b[0m\u0007 it\r\n", "Fixed␇ it"],
    ["nothing", " \n\n", ""],
    ["a marker that begins no line", "I have no QUESTION: really", "I have no QUESTION: really"],
    ["a marker in an earlier paragraph", "QUESTION: why?\n\nNever mind, done.", "Never mind, done."],
    ["a question that is none", "QUESTION:\n", "QUESTION:"],
    ["a line of a diff", "-QUESTION: why?\n+QUESTION: how?", "-QUESTION: why?\n+QUESTION: how?"],
    ["the marker as code", "`QUESTION:` is how you ask", "`QUESTION:` is how you ask"],
    ["a marker inside a paragraph, above a list", "x\nQUESTION: why?\n\n- a\n- b", "- a\n- b"],
    ["what a log ends with", `QUESTION: why?${"\n\n- ok".repeat(6)}`, "- ok"],
  ])("are %s", (_, output, text) => {
    expect(lastWords(output)).toEqual({ reason: "finished", text, question: null });
  });

  test.each([
    ["lines", "I looked at both.\nQUESTION: Which port?\n- 80\n- 8080\n\n", "Which port?\n- 80\n- 8080"],
    ["a list", "Looked.\n\nQUESTION: Which port?\n\n- 80\n- 8080\n", "Which port?\n\n- 80\n- 8080"],
    [
      "paragraphs",
      "QUESTION: There are two.\n\nOne is old.\n\nWhich one?",
      "There are two.\n\nOne is old.\n\nWhich one?",
    ],
    ["code", "QUESTION: Which?\n\nOptions:\n\n```\na\n```", "Which?\n\nOptions:\n\n```\na\n```"],
    ["questions", "QUESTION: Which?\n\nQUESTION: And when?", "Which?\n\nQUESTION: And when?"],
    ["words below the marker", "QUESTION:\n\nWhich port?", "Which port?"],
  ])("may be a question of several %s", (_, output, question) => {
    expect(lastWords(output)).toEqual({ reason: "asked", text: question, question });
  });

  test.each([
    ["**QUESTION:** Which port?", "Which port?"],
    ["**QUESTION**: Which port?", "Which port?"],
    ["**QUESTION: Which port?**", "Which port?"],
    ["__QUESTION: Which__ port?", "Which port?"],
    ["- QUESTION: Which port?", "Which port?"],
    ["* **QUESTION:** Which **port**?", "Which **port**?"],
    ["> QUESTION: Which port?\n> - 80\n>\n> - 8080", "Which port?\n- 80\n\n- 8080"],
    ["## QUESTION: Which port?", "Which port?"],
  ])("may be a question in Markdown: %s", (output, question) => {
    expect(lastWords(`Looked.\n\n${output}\n`)).toEqual({ reason: "asked", text: question, question });
  });

  test("may be a question as a JSON object, whose text has all of it", () => {
    const json = '{"type":"question","question":"Which port?","options":[{"label":"A","value":"80"}]}';
    expect(lastWords(`Looked.\n\n${json}\n`)).toEqual({
      reason: "asked",
      text: "Which port?\n\n1. A (80)",
      question: "Which port?\n\n1. A (80)",
      asks: {
        ...{ question: "Which port?", context: "", severity: null },
        choices: [{ label: "A", value: "80", description: "", isDefault: false }],
      },
    });
    expect(lastWords(`${json}\n\nNever mind, done.`)).toMatchObject({ reason: "finished", text: "Never mind, done." });
  });

  test("may say why it cannot be done", () => {
    expect(lastWords("x\n\nCANNOT: no such API")).toEqual({ reason: "gave-up", text: "no such API", question: null });
    expect(lastWords("x\n\n- **CANNOT:** no such API").text).toBe("no such API");
    expect(lastWords("QUESTION: why?\nCANNOT: no such API").text).toBe("no such API");
    expect(lastWords("CANNOT:").text).toBe("it does not say why");
  });

  test("are cut between two characters", () => {
    const { text } = lastWords(`a${"é".repeat(10_000)}`);
    expect(text).toBe(`a${"é".repeat(4095)}`);
    expect(lastWords(`${"x".repeat(10_000)}\nQUESTION: why?`).question).toBe("why?");
  });

  test("in one line, for a failure", () => {
    expect(lastLine("a\n  oh no \n\n")).toBe("oh no");
    expect(lastLine("")).toBe("");
  });
});

describe("whatever was printed before", () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const prose = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(" ")}.`);
  const marker = fc.constantFrom("QUESTION", "CANNOT");
  const marked = fc
    .tuple(fc.constantFrom("%:", "**%:**", "**%**:", "- %:", "> %:", "* __%:__", "  %:"), marker, prose)
    .map(([form, name, text]) => ({ line: `${form.replace("%", name)} ${text}`, name, text }));
  const line = fc.oneof(
    prose,
    marked.map(({ line: text }) => text),
    fc.string(),
  );
  const log = fc.array(line, { maxLength: 20 }).map((lines) => lines.join("\n"));

  test("a marker in the last paragraph counts", () => {
    fc.assert(
      fc.property(log, marked, (before, { line: last, name, text }) => {
        const { reason, text: said } = lastWords(`${before}\n\nand so on.\n\n${last}`);
        expect([reason, said]).toEqual([name === "QUESTION" ? "asked" : "gave-up", text]);
      }),
    );
  });

  test("a marker above plain words does not", () => {
    fc.assert(
      fc.property(log, marked, prose, (before, { line: above }, last) => {
        const said = lastWords(`${before}\n\n${above}\n\n${last}`);
        expect(said).toEqual({ reason: "finished", text: last, question: null });
      }),
    );
  });
});
