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
  ])("are %s", (_, output, text) => {
    expect(lastWords(output)).toEqual({ reason: "finished", text, question: null });
  });

  test("may be a question of several lines", () => {
    const output = "I looked at both.\nQUESTION: Which port?\n- 80\n- 8080\n\n";
    const question = "Which port?\n- 80\n- 8080";
    expect(lastWords(output)).toEqual({ reason: "asked", text: question, question });
  });

  test("may say why it cannot be done", () => {
    expect(lastWords("x\n\nCANNOT: no such API")).toEqual({ reason: "gave-up", text: "no such API", question: null });
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
