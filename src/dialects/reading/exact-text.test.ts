import fc from "fast-check";
import { expect, test } from "vitest";
import { Document, parse, Scalar } from "yaml";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { aThread } from "../thread/a-thread.testkit.ts";
import { thread } from "../thread/dialect.ts";

const taskWith = (contract: string): string => `---\nid: a\n${contract}---\n\nDo it.\n`;
const parsed = (text: string) => thread.parse(aThread({ "tasks/01-a.md": text }));
const COMMAND = "/steps/0/contracts/0/command";

/** What is left of the command when `|| true` is deleted where it is written. */
function withoutTrue(text: string): string | undefined {
  const before = parsed(text);
  const command = before.plan.steps[0]?.contracts[0]?.command ?? "";
  const { file, start, end } = before.within(COMMAND, command.indexOf(" || true"), command.length);
  return parsed(applyEdits(text, [{ file, start, end, text: "" }])).plan.steps[0]?.contracts[0]?.command;
}

test.each([
  ["plain", "contract: npm test || true\n"],
  ["plain, on two lines", "contract: npm\n  test\n  || true\n"],
  ["folded", "contract: >\n  npm test\n  || true\n"],
  ["folded, without a final line break", "contract: >-\n  npm\n  test ||\n  true\n"],
  ["literal", "contract: |\n  npm test || true\n"],
  ["in double quotes", 'contract: "npm test || true"\n'],
  ["in double quotes, on two lines", 'contract: "npm test\n  || \\\n  true"\n'],
  ["in double quotes, escaped", 'contract: "\\x6epm\\u0020test\\U00000020|| true"\n'],
  ["in single quotes", "contract: 'npm test || true'\n"],
  ["in single quotes, on two lines", "contract: 'npm\n  test\n  || true'\n"],
])("a repair of a command leaves the rest of it alone: %s", (_, contract) => {
  expect(withoutTrue(taskWith(contract))).toBe("npm test");
  expect(withoutTrue(taskWith(contract).replaceAll("\n", "\r\n"))).toBe("npm test");
});

test("an escape counts for what it stands for", () => {
  expect(withoutTrue(taskWith("contract: 'echo ''a b'' || true'\n"))).toBe("echo 'a b'");
  expect(withoutTrue(taskWith('contract: "echo \\"a\\\\b\\" || true"\n'))).toBe('echo "a\\b"');
  expect(withoutTrue(taskWith('contract: "echo \\U0001F600 a || true"\n'))).toBe("echo 😀 a");
  expect(withoutTrue(taskWith('contract: "set -e\\r\\nmake\\x0d\\x0amake test || true"\n'))).toBe(
    "set -e\nmake\nmake test",
  );
});

const anyCommand = fc
  .array(
    fc.constantFrom(
      "npm",
      "test",
      "&&",
      "||",
      "|",
      "'a'",
      '"b c"',
      "\\",
      "😀",
      "é",
      "#",
      "-s",
      "x:",
      "\n",
      "  ",
      "\t",
      "''",
      '"',
    ),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((words) => words.join(" ").trim())
  .filter((command) => command !== "");

test.each(["PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_FOLDED", "BLOCK_LITERAL"] as const)(
  "finds every word of any command written in the style %s",
  (style) => {
    fc.assert(
      fc.property(anyCommand, fc.constantFrom(0, 20, 40), (command, lineWidth) => {
        const scalar = new Scalar(command);
        scalar.type = style;
        const text = taskWith(new Document({ contract: scalar }).toString({ lineWidth, minContentWidth: 0 }));
        const read = parsed(text);
        const found = read.plan.steps[0]?.contracts[0]?.command ?? "";
        expect(found).not.toBe("");
        for (const { 0: word, index } of found.matchAll(/\S+/g)) {
          const { start, end } = read.within(COMMAND, index, index + word.length);
          expect(unquoted(text.slice(start, end), /^contract: *(["'])/m.exec(text)?.[1])).toBe(word);
        }
      }),
      { numRuns: 300 },
    );
  },
);

/** The value that such a part of a scalar has. */
function unquoted(part: string, quote: string | undefined): unknown {
  return quote === undefined ? part : parse(`${quote}${part}${quote}`);
}

test("reads a command of very many escapes", () => {
  const text = taskWith(`contract: "${'\\"a '.repeat(30_000)}"\n`);
  expect(parsed(text).plan.steps[0]?.contracts[0]?.command.length).toBe(90_000);
});

test.each([
  ["in double quotes, escaped", 'needs: "netw\\x6frk, publsh"\n'],
  ["folded", "needs: >\n  network,\n  publsh\n"],
])("a repair of one entry leaves the others alone: %s", (_, needs) => {
  const text = taskWith(needs);
  const [edit] = parsed(text).diagnostics.flatMap(({ fix }) => fix?.edits ?? []);
  expect(parsed(applyEdits(text, edit ? [edit] : [])).plan.steps[0]?.needs).toEqual(["network", "publish"]);
});
