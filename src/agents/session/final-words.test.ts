import { describe, expect, test } from "vitest";
import { finalWords } from "./final-words.ts";

const LONG = `I looked.\n\n{"how": "${"é".repeat(50_000)}"}`;

describe("what is read of an agent that ended well", () => {
  test("is the last paragraph of a worker, and all of a planner", () => {
    expect(finalWords("I looked.\n\nAdd a.\n", "act")).toMatchObject({ reason: "finished", text: "Add a." });
    expect(finalWords(`\n${LONG}\n`, "plan")).toEqual({ reason: "finished", text: LONG, question: null });
  });

  test("has no colours in it, whoever said it", () => {
    expect(finalWords("\u001b[31mred\u001b[0m\r\n\r\n{}", "plan").text).toBe("red\n\n{}");
  });

  test("is a question, or why it gave up, of a planner too", () => {
    expect(finalWords(`${LONG}\n\nQUESTION: which?`, "plan")).toMatchObject({ reason: "asked", question: "which?" });
    expect(finalWords("No.\n\nCANNOT: there is no tree", "plan")).toMatchObject({ reason: "gave-up" });
  });

  test("is too long beyond 256 KB, even where blanks make it so", () => {
    const most = 256 * 1024;
    expect(finalWords("x".repeat(most), "plan").text).toHaveLength(most);
    for (const text of ["x".repeat(most + 1), `${"x".repeat(most)}\n`, "é".repeat(most / 2 + 1)]) {
      expect(finalWords(text, "plan")).toEqual({ reason: "failed", text: "its answer is too long", question: null });
    }
  });
});
