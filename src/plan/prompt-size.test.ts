import { expect, test } from "vitest";
import { aContract, aStep, noFiles } from "./a-plan.testkit.ts";
import { promptTokens, sharesOf } from "./prompt-size.ts";

const nothing = () => null;
const empty = aStep("", { title: "", what: "", contracts: [] });

test("an empty step needs no tokens", () => {
  expect(promptTokens(empty, nothing)).toBe(0);
});

test("four characters are a token, wherever in the step they stand", () => {
  const four = "abcd";
  const step = aStep("a", {
    title: four,
    what: four,
    how: four,
    acceptsWhen: four,
    expected: four,
    subtasks: [{ text: four, done: false }],
    contracts: [aContract({ command: four })],
    files: { ...noFiles, add: [{ path: four, note: four }], mustNotTouch: [{ path: four }] },
  });
  expect(promptTokens(step, nothing)).toBe(10);
  expect(promptTokens({ ...step, what: "abcde" }, nothing)).toBe(11);
});

test("a file counts once, a topic and a file that is not there not at all", () => {
  const subscriptions = [
    { kind: "file" as const, name: "a.md" },
    { kind: "file" as const, name: "./a.md" },
    { kind: "file" as const, name: "gone.md" },
    { kind: "topic" as const, name: "a.md" },
  ];
  const sizeOf = (path: string) => (path === "a.md" ? 400 : null);
  expect(promptTokens({ ...empty, subscriptions }, sizeOf)).toBe(100);
  expect(sharesOf({ ...empty, subscriptions }, sizeOf)).toEqual([
    { of: "step", name: "", characters: 0 },
    { of: "file", name: "a.md", characters: 400 },
    { of: "file", name: "gone.md", characters: 0 },
  ]);
});
