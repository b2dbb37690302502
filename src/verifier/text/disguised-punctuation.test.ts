import { describe, expect, test } from "vitest";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { disguisedMarks, disguisedSeparators } from "./disguised-punctuation.ts";

const repaired = (command: string): string =>
  applyEdits(
    command,
    disguisedMarks(command).flatMap(({ places, meant }) =>
      places.map((place) => ({ file: "", ...place, text: meant })),
    ),
  );

describe("finds what the shell would not understand", () => {
  test.each([
    ["npm\u00a0test", "npm test"],
    ["npm\u00a0\u00a0test\u3000-x", "npm test -x"],
    ["ls –l", "ls -l"],
    ["git push —force", "git push --force"],
    ["git push ––force", "git push --force"],
    ["git push –-force", "git push --force"],
    ["grep “a b” x", 'grep "a b" x'],
    ["grep ‘a’ x", "grep 'a' x"],
    ["grep “a x", 'grep "a x'],
    ["npm test；npm run lint", "npm test;npm run lint"],
    ["npm test ｜ tail", "npm test | tail"],
    ["cat src∕a.ts", "cat src/a.ts"],
    ["echo 'a'；ls", "echo 'a';ls"],
    ['echo "\\"" ；ls', 'echo "\\"" ;ls'],
    ["ls # a；b\nls；ls", "ls # a；b\nls;ls"],
    ["cat <<< a；ls", "cat <<< a;ls"],
  ])("%j", (command, plain) => {
    expect(repaired(command)).toBe(plain);
  });
});

test("a dash before a long word may mean one hyphen or two", () => {
  expect(disguisedMarks("git push –force")).toMatchObject([{ start: 9, end: 10, isCertain: false }]);
});

test("two quotes are one slip", () => {
  expect(disguisedMarks("grep “a b” x")).toMatchObject([{ start: 5, end: 10 }]);
});

describe("leaves alone", () => {
  test.each([
    'grep -q "“Hello” – ok；" a.md',
    "grep -q '2010–2020' a.md",
    "cat 2010–2020.txt",
    "echo don’t",
    "grep 你好！ a.md",
    "ls # “a”",
    "cat <<EOF\n“a”；\nEOF",
    "echo \\“",
    "echo plain",
    "echo – 5",
  ])("%j", (command) => {
    expect(disguisedMarks(command)).toEqual([]);
  });
});

test("finds what would make a path another one", () => {
  expect(disguisedSeparators("src∕a․ts\u00a0x").map(({ meant }) => meant)).toEqual(["/", ".", " "]);
  expect(disguisedSeparators("2010–2020/a.ts")).toEqual([]);
});

test("long commands are no trouble", () => {
  for (const unit of ["“", "“a\n", "—a ", "’", "'", '"', "<<", "\u00a0"]) disguisedMarks(unit.repeat(200_000));
  expect(disguisedMarks("a；".repeat(100_000))).toHaveLength(100_000);
});
