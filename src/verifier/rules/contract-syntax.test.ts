import { describe, expect, test } from "vitest";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { contractSyntax } from "./contract-syntax.ts";

/** A machine whose bash agrees that the command is broken. */
const world = { bashSyntax: () => ({ message: "syntax error", offset: 0 }) };

describe("points at the fault", () => {
  test.each([
    ["echo 'open", "'open"],
    ['echo "open', '"open'],
    ["if true; then", "then"],
    ["npm test )", ")"],
    ["npm test && ", "&&"],
    ["for f in a b; do echo $f", "$f"],
    ["echo $(npm test", "$(npm"],
    ["echo $(if true)", ")"],
    ["npm test && curl (", "("],
    ["echo `curl (`", "(`"],
    ["a ;; b", ";;"],
  ])("%j", (command, words) => {
    expect(wordsAt(contractSyntax, command, { world })).toEqual([words]);
  });
});

test("reports a broken contract once, however much follows from it", () => {
  expect(wordsAt(contractSyntax, "if true; then ( echo ' ; do )", { world })).toHaveLength(1);
});

test("believes bash when bash can read it", () => {
  expect(wordsAt(contractSyntax, "if true; then", { world: { bashSyntax: () => null } })).toEqual([]);
});

test.each([
  ["[[ -n $X ] && npm test", "]"],
  ["[[ a b c ]]", "b"],
  ["[[ && ]]", "&&"],
  ["[[ -f x", "x"],
])("does not believe bash about %j, which runs nothing and ends with 0", (command, words) => {
  expect(wordsAt(contractSyntax, command, { world: { bashSyntax: () => null } })).toEqual([words]);
});

test("believes its own parser where there is no bash", () => {
  expect(wordsAt(contractSyntax, "if true; then", { world: { bashSyntax: () => null, which: () => null } })).toEqual([
    "then",
  ]);
});

test("asks bash only about what it could not read itself", () => {
  const asked: string[] = [];
  const bashSyntax = (command: string): null => {
    asked.push(command);
    return null;
  };
  for (const command of ["npm test", "cat <<A\nA", "( broken"])
    findingsOf(contractSyntax, command, { world: { bashSyntax } });
  expect(asked).toEqual(["( broken"]);
});

test("reports a here-document that nothing ends, though bash only warns", () => {
  expect(findingsOf(contractSyntax, "cat <<'EOF' > x\ntext\n  EOF\nnpm test")).toEqual([
    {
      words: "<<'EOF'",
      message: "no line ends this here-document, so the rest of the contract is its text",
      help: "put `EOF` alone on a line where the text ends",
    },
  ]);
  expect(wordsAt(contractSyntax, "cat <<EOF\ntext\nEOF\nnpm test")).toEqual([]);
  expect(wordsAt(contractSyntax, "cat <<-EOF\ntext\n\tEOF")).toEqual([]);
});

test("says what is missing", () => {
  expect(findingsOf(contractSyntax, "echo 'open", { world })).toEqual([
    {
      words: "'open",
      message: "the shell cannot read this: unterminated single quote",
      help: "close the quote, or put a backslash before it if it is meant as a letter",
    },
  ]);
});

test("a contract nested to break the parser is a fault like any other", () => {
  expect(findingsOf(contractSyntax, `${"f() ".repeat(20_000)}{ true; }`, { world })).toHaveLength(1);
  expect(findingsOf(contractSyntax, "(".repeat(20_000), { world })).toHaveLength(1);
});

describe("a prompt copied from a terminal", () => {
  test.each([
    ["$ npm test", "$", "npm test"],
    ["% npm test", "%", "npm test"],
    ["> npm test", ">", "npm test"],
    ["$ npm run lint\n$ npm test", "$", "npm run lint\nnpm test"],
    ["npm ci && $  npm test", "$", "npm ci && npm test"],
    ["bash -c '$ npm test'", "$", "bash -c 'npm test'"],
  ])("%j", (command, words, fixed) => {
    expect(findingsOf(contractSyntax, command)).toEqual([
      { words, message: `\`${words}\` is the prompt of a terminal, not a command`, help: "delete it", fixed },
    ]);
  });

  test("is left alone where what follows cannot be read without it", () => {
    expect(findingsOf(contractSyntax, "$ then x")[0]).not.toHaveProperty("fixed");
    expect(findingsOf(contractSyntax, "$")[0]).not.toHaveProperty("fixed");
  });

  test.each([
    "'$' x",
    "\\$ x",
    "echo $ x",
    "$X npm test",
    "> out.log npm test",
    "npm test > log",
    "cat <<A\n$ npm test\n> npm test\nA",
    "test $(( 5 % 2 )) = 1",
  ])("is not %j", (command) => {
    expect(wordsAt(contractSyntax, command)).toEqual([]);
  });
});
