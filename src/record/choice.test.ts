import { expect, test } from "vitest";
import { choiceMeant, choicesText } from "./choice.ts";

const PORTS = [
  { label: "As in production", value: "2", description: "", isDefault: false },
  { label: "As in the tests", value: "8080", description: "nobody else uses it", isDefault: true },
];

test.each([
  ["8080", "8080"],
  [" 8080\n", "8080"],
  ["1", "2"],
  ["2", "2"],
  ["3", undefined],
  ["0", undefined],
  ["01", undefined],
  ["the second", undefined],
  ["", undefined],
])("the words %j mean the choice %j: a value goes before a number", (words, value) => {
  expect(choiceMeant(words, PORTS)?.value).toBe(value);
});

test("a question without choices has none that could be meant", () => {
  expect(choiceMeant("1")).toBeNull();
});

test("choices are listed by number, and the default is marked", () => {
  expect(choicesText(PORTS)).toBe("1. As in production (2)\n2. As in the tests (8080): nobody else uses it [default]");
});
