import { describe, expect, test } from "vitest";
import { programWord } from "./program-word.ts";

describe("the word that names the program", () => {
  test.each([
    ["claude -p", "claude"],
    ["  ./agent.sh", "./agent.sh"],
    ["'my agents/a.sh' x", "my agents/a.sh"],
    ['"my agents"/a.sh', "my agents/a.sh"],
    [String.raw`my\ agents/a.sh`, "my agents/a.sh"],
    [String.raw`"a\"b\c"`, String.raw`a"b\c`],
    ["A=1 B='x y' C=$(echo hi) run", "run"],
    ["A=1\\\n  run", "run"],
    ["# a comment\nrun --fast", "run"],
    ["run;other", "run"],
    ["run>out", "run"],
    ["a=b/c=d ./x=y", "./x=y"],
    ["$AGENT -p", null],
    ['"$HOME/agent" -p', null],
    ["./*.sh", null],
    ["$(which x)", null],
  ])("in %j", (line, text) => {
    const word = programWord(line);
    expect(word?.text).toBe(text);
  });

  test("stands where it is written, quotes and all", () => {
    const line = "A=1 'a b' c";
    const word = programWord(line);
    expect(line.slice(word?.start, word?.end)).toBe("'a b'");
  });

  test.each(["", " ", "# nothing", "(a)", "<in cat", "A=1", "| a"])("is not in %j", (line) => {
    expect(programWord(line)).toBeNull();
  });
});
