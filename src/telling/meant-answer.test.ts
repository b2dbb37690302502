import { describe, expect, test } from "vitest";
import type { Question } from "../record/question.ts";
import { listedAnswers, type Meant, meantAnswer } from "./meant-answer.ts";

type Asked = Parameters<typeof meantAnswer>[0];

const option = (value: Question["options"][number]["value"]): Question["options"][number] => ({
  ...{ value, label: value, description: "" },
});

const REVIEW: Asked = {
  ...{ over: "checkpoint", kind: "checkpoint", severity: "minor", suggestion: "accept" },
  options: (["accept", "adjust", "edit", "stop", "abort"] as const).map(option),
};

const OWN: Asked = {
  ...{ over: "question", kind: "question", severity: "major", suggestion: "continue" },
  options: (["continue", "retry", "skip", "abort"] as const).map(option),
  choices: [
    { label: "The first", value: "one", description: "", isDefault: false },
    { label: "The second", value: "two", description: "", isDefault: true },
  ],
};

/** In a word: the answer and its note, `VALUE?` for a doubt, or what is told. */
function spoken(meant: Meant): string {
  if (meant.is === "unclear") return `: ${meant.told}`;
  if (meant.is === "doubtful") return `${meant.answer.value}?`;
  return meant.note === null ? meant.option.value : `${meant.option.value} ${meant.note}`;
}

const all = (asked: Asked, typed: readonly string[]): string[] => typed.map((text) => spoken(meantAnswer(asked, text)));

describe("a review", () => {
  test("takes numbers, words, their beginnings, yes and no; and nothing at all for what is suggested", () => {
    expect(all(REVIEW, ["1", "accept", " AC ", "adj", "e", "s", "y", "yes", "n", ""])).toEqual([
      ...["accept", "accept", "accept", "adjust", "edit", "stop", "accept", "accept", "adjust", "accept"],
    ]);
  });

  test("takes nothing that could mean two things, or none", () => {
    expect(all(REVIEW, ["a", "acept", "6", "use tabs"])).toEqual([
      ": `a` may be accept, adjust or abort; type more of it",
      ": `acept` is not an answer to this question; did you mean accept?",
      ": `6` is not an answer to this question; there are accept, adjust, edit, stop or abort",
      ": `use tabs` is not an answer to this question; there are accept, adjust, edit, stop or abort",
    ]);
  });

  test("without a suggestion, nothing and yes are no answers", () => {
    const open = { ...REVIEW, suggestion: null };
    expect(all(open, ["", "y", "1"])).toEqual([
      ": nothing is suggested here; there are accept, adjust, edit, stop or abort",
      ": yes to what? type accept, adjust, edit, stop or abort",
      "accept",
    ]);
  });
});

test.each<[string, Partial<Asked>]>([
  ["by eye", { over: "by-eye" }],
  ["of a protected area", { over: "protected-area" }],
  ["of tampered work", { over: "tampered" }],
  ["that is critical", { severity: "critical" }],
  ["that approves a plan", { kind: "approval" }],
  ["that merges", { kind: "merge" }],
])("a question %s wants the whole word", (_, changed) => {
  const asked = { ...REVIEW, ...changed };
  expect(all(asked, ["1", "ac", "y", ""]).every((told) => told.startsWith(": "))).toBe(true);
  expect(all(asked, ["1", "accept", "Adjust"])).toEqual([": type the whole word: accept", "accept", "adjust"]);
});

describe("a worker's own question", () => {
  test("has choices and options under numbers of their own", () => {
    expect(listedAnswers(OWN).map(({ number, value }) => `${number} ${value}`)).toEqual([
      ...["1 one", "2 two", "3 continue", "4 retry", "5 skip", "6 abort"],
    ]);
    expect(all(OWN, ["1", "two", "tw", "3", ""])).toEqual([
      ...["continue one", "continue two", "continue two", "continue", "continue two"],
    ]);
  });

  test("is answered by any other text", () => {
    expect(all(OWN, ["neither, use three", "8080", "y", "N"])).toEqual([
      ...["continue neither, use three", "continue 8080", "continue yes", "continue no"],
    ]);
  });

  test("asks again before a slip, a number or a letter means more than words", () => {
    expect(all(OWN, ["skp", "retyr", "4", "s", "abor", "skip"])).toEqual([
      ...["skip?", "retry?", "retry?", "skip?", "abort?", "skip"],
    ]);
  });

  test("lets no worker take the word of an option away", () => {
    const choices = [{ label: "Leave it out", value: "Skip", description: "", isDefault: false }];
    const critical: Asked = { ...OWN, severity: "critical", choices };
    expect(all({ ...OWN, choices }, ["skip"])).toEqual([
      ": `skip` may mean 1 (what the worker proposes) or 4; type the number",
    ]);
    expect(all(critical, ["1", "4", "2"])).toEqual(["continue Skip", "skip?", ": type the whole word: continue"]);
  });
});
