import { expect, test } from "vitest";
import { plainWords } from "./plain-words.ts";

test.each([
  ["house", ["house"]],
  ["  ./my-agent --acp\t-p ", ["./my-agent", "--acp", "-p"]],
  [String.raw`'my agents/a.sh' "b c"d \$e`, ["my agents/a.sh", "b cd", "$e"]],
  ["house --model=a/b x=y ''", ["house", "--model=a/b", "x=y", ""]],
  [`house '$(a); b' "c;d"`, ["house", "$(a); b", "c;d"]],
])("%j is a program and its words", (line, words) => {
  expect(plainWords(line)).toEqual(words);
});

test.each([
  ...["", " ", "# nothing", "house # why", "house;./x", "house && ./x", "house|./x", "house &", "house\n./x"],
  ...[
    "A=1 house",
    "PATH=.:/bin house",
    "house < in",
    "house > out",
    "(house)",
    "{ house; }",
    "house $(./x)",
    "house `./x`",
  ],
  ...[
    "$AGENT",
    '"$HOME/agent"',
    'house "`./x`"',
    "house *",
    "house {a,b}",
    "house 'a",
    'house "a',
    "house \\",
    "house a\\\nb",
  ],
  ...['house "a\\"b"', "house $'a'", "<(./x)", "\\\nhouse"],
])("%j is left to the shell", (line) => {
  expect(plainWords(line)).toBeNull();
});
