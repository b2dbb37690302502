import { expect, test } from "vitest";
import { commandGroups } from "./command-groups.ts";
import { meantWords, OTHER_WORDS } from "./meant-words.ts";

test.each([
  [["ls"], ["status"]],
  [
    ["list", "--all"],
    ["status", "--all"],
  ],
  [
    ["--no-color", "stop", "words"],
    ["--no-color", "pause", "words"],
  ],
  [["abort"], ["cancel"]],
  [
    ["continue", "words"],
    ["resume", "words"],
  ],
  [["version"], ["--version"]],
  [
    ["plan", "run", "plan.md", "--yes"],
    ["run", "plan.md", "--yes"],
  ],
  [
    ["plan", "verify", "list"],
    ["verify", "list"],
  ],
  [["help"], ["--help"]],
  [
    ["help", "run"],
    ["run", "--help"],
  ],
  [
    ["help", "ls"],
    ["status", "--help"],
  ],
  [
    ["help", "topic", "post"],
    ["topic", "post", "--help"],
  ],
  [
    ["verify", "ls"],
    ["verify", "ls"],
  ],
  [[], []],
  [["--version"], ["--version"]],
])("%j means %j", (words, meant) => {
  expect(meantWords(words)).toEqual(meant);
});

test("no other word hides a command", () => {
  const names = commandGroups.flatMap(([, commands]) => commands.map(([name]) => name));
  for (const [word, command] of OTHER_WORDS) {
    expect(names).not.toContain(word);
    if (!command.startsWith("-")) expect(names).toContain(command);
  }
});
