import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../std/display-width.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { renderPretty } from "./pretty.ts";

const WHY = "A contract that always passes proves nothing.";

/** A plan whose faulty words stand in «angle quotes», and what is wrong with them. */
function rendered(marked: string, about: Partial<Diagnostic> = {}, options = {}): string {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  const text = marked.replace(/[«»]/g, "");
  return renderPretty([found({ span: { file: "plan.md", start, end }, ...about })], [{ path: "plan.md", text }], {
    color: false,
    plans: 1,
    ...options,
  });
}

const found = (about: Partial<Diagnostic>): Diagnostic => ({
  code: "PW302",
  severity: "error",
  span: { file: "plan.md", start: 0, end: 0 },
  message: "the contract cannot fail",
  why: WHY,
  ...about,
});

describe("renderPretty", () => {
  test("says what is wrong, where, why it matters and what to write instead", () => {
    const fix = { title: "drop `|| true`", edits: [] };
    const help = "end with the command that decides";
    expect(rendered("**contract:**\n```sh\nnpm test «|| true»\n```\n", { help, fix })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:3:10
         |
       3 | npm test || true
         |          ^^^^^^^
         |
         = why: A contract that always passes proves nothing.
         = help: end with the command that decides
         = fix: drop \`|| true\` (planwright verify --fix)

      1 error in 1 plan (1 fixable with --fix)
      "
    `);
  });

  test("puts carets under words behind tabs", () => {
    expect(rendered("-\tnpm test\t«|| true»\n", { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:1:12
         |
       1 | -    npm test    || true
         |                  ^^^^^^^

      1 error in 1 plan
      "
    `);
  });

  test("puts carets under words behind and made of wide characters", () => {
    expect(rendered("### 1. 計画を«検証»する\n", { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:1:11
         |
       1 | ### 1. 計画を検証する
         |              ^^^^

      1 error in 1 plan
      "
    `);
  });

  test("puts carets under words behind emoji and combining marks", () => {
    expect(rendered("👩‍👧 ❤️ 🇩🇪 Gro\u0308ße «falsch»\n", { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:1:22
         |
       1 | 👩‍👧 ❤️ 🇩🇪 Größe falsch
         |                ^^^^^^

      1 error in 1 plan
      "
    `);
  });

  test("reads CRLF and a byte order mark as an author expects", () => {
    expect(rendered("\ufeff«tpye»: plan\r\nstatus: draft\r\n", { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:1:1
         |
       1 | tpye: plan
         | ^^^^

      1 error in 1 plan
      "
    `);
    expect(rendered("\ufefftype: plan\r\n«staus: draft»\r\n", { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:2:1
         |
       2 | staus: draft
         | ^^^^^^^^^^^^

      1 error in 1 plan
      "
    `);
  });

  test("shows a last line without a line break", () => {
    expect(rendered("a\nnpm test «|| true»", { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:2:10
         |
       2 | npm test || true
         |          ^^^^^^^

      1 error in 1 plan
      "
    `);
  });

  test("shows where the file ends, with the line before it", () => {
    expect(rendered("### 1. Build\n«»", { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:2:1
         |
       1 | ### 1. Build
       2 |
         | ^

      1 error in 1 plan
      "
    `);
  });

  test("shows an empty file", () => {
    expect(rendered("«»", { message: "the plan is empty", why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the plan is empty
        --> plan.md:1:1
         |
       1 |
         | ^

      1 error in 1 plan
      "
    `);
  });

  test("shows the first lines of a long span, with aligned numbers", () => {
    const marked = `${"\n".repeat(97)}a «b\n  c\n\n  d\n  e»\n`;
    expect(rendered(marked, { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
         --> plan.md:98:3
          |
       98 | a b
          |   ^
       99 |   c
          |   ^
      100 |
            … 2 more lines

      1 error in 1 plan
      "
    `);
  });

  test("disarms escape sequences and hidden characters of the plan", () => {
    expect(rendered("echo \u001b[2J\u009b1m\u202e «ok»\u200b\n", { why: "" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:1:15
         |
       1 | echo ␛[2J<U+009B>1m<U+202E> ok<U+200B>
         |                             ^^

      1 error in 1 plan
      "
    `);
  });

  test("disarms them in every text it prints", () => {
    const bad = "\u001b]0;owned\u0007\u202e";
    const span = { file: `${bad}.md`, start: 0, end: 0 };
    const fix = { title: bad, edits: [] };
    const text = rendered("«»", {
      span,
      code: bad,
      message: `${bad}\nerror: forged`,
      why: bad,
      help: `${bad}\n${bad}`,
      fix,
    });
    expect(text).toMatchInlineSnapshot(`
      "error[␛]0;owned␇<U+202E>]: ␛]0;owned␇<U+202E>␊error: forged
        --> ␛]0;owned␇<U+202E>.md
         |
         = why: ␛]0;owned␇<U+202E>
         = help: ␛]0;owned␇<U+202E>
                 ␛]0;owned␇<U+202E>
         = fix: ␛]0;owned␇<U+202E> (planwright verify --fix)

      1 error in 1 plan (1 fixable with --fix)
      "
    `);
  });

  test("crops a long line around the fault", () => {
    const marked = `${"npm run lint && ".repeat(20)}«true» ${"&& npm test ".repeat(20)}`;
    expect(rendered(marked, { why: "" }, { width: 72 })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:1:321
         |
       1 | …t && npm run lint && true && npm test && npm test && npm test && …
         |                       ^^^^

      1 error in 1 plan
      "
    `);
  });

  test("sets further lines of a help text under its first line", () => {
    expect(rendered("«x»", { help: "write one of\nretry(2)\nescalate" })).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:1:1
         |
       1 | x
         | ^
         |
         = why: A contract that always passes proves nothing.
         = help: write one of
                 retry(2)
                 escalate

      1 error in 1 plan
      "
    `);
  });

  test("names only the file when there is no text to show", () => {
    const gone = found({ span: { file: "gone.md", start: 5, end: 9 }, severity: "warning", message: "cannot be read" });
    expect(renderPretty([gone], [], { color: false, plans: 1 })).toMatchInlineSnapshot(`
      "warning[PW302]: cannot be read
        --> gone.md
         |
         = why: A contract that always passes proves nothing.

      1 warning in 1 plan
      "
    `);
  });

  test("gives the reason for a code once, and sums up", () => {
    const source = { path: "plan.md", text: "one\ntwo\nthree\n" };
    const at = (start: number, about: Partial<Diagnostic>) =>
      found({ span: { file: "plan.md", start, end: start + 3 }, ...about });
    const other = {
      code: "PW310",
      severity: "warning",
      message: "`frob` is not installed",
      why: "It may be for another machine.",
    } as const;
    expect(
      renderPretty([at(0, {}), at(4, other), at(8, {})], [source], { color: false, plans: 1 }),
    ).toMatchInlineSnapshot(`
      "error[PW302]: the contract cannot fail
        --> plan.md:1:1
         |
       1 | one
         | ^^^
         |
         = why: A contract that always passes proves nothing.

      warning[PW310]: \`frob\` is not installed
        --> plan.md:2:1
         |
       2 | two
         | ^^^
         |
         = why: It may be for another machine.

      error[PW302]: the contract cannot fail
        --> plan.md:3:1
         |
       3 | three
         | ^^^

      2 errors, 1 warning in 1 plan
      "
    `);
  });

  test("masks what is concealed in every frame of its file", () => {
    const source = { path: "plan.md", text: "login s3cr3t || true\n" };
    const concealed = found({
      span: { file: "plan.md", start: 6, end: 12 },
      conceal: true,
      message: "a secret",
      why: "",
    });
    const other = found({ span: { file: "plan.md", start: 13, end: 20 }, why: "" });
    expect(renderPretty([concealed, other], [source], { color: false, plans: 1 })).toMatchInlineSnapshot(`
      "error[PW302]: a secret
        --> plan.md:1:7
         |
       1 | login •••••• || true
         |       ^^^^^^

      error[PW302]: the contract cannot fail
        --> plan.md:1:14
         |
       1 | login •••••• || true
         |              ^^^^^^^

      2 errors in 1 plan
      "
    `);
  });

  test("prints nothing when there is nothing to say", () => {
    expect(renderPretty([], [], { color: true })).toBe("");
  });

  test("colors change nothing but the color", () => {
    const marked = "npm test «|| true»\n";
    const about = { help: "h", fix: { title: "t", edits: [] } };
    const colored = rendered(marked, about, { color: true });
    expect(colored).toContain("\u001b[31m");
    expect(rendered(marked, { severity: "warning" }, { color: true })).toContain("\u001b[33m");
    expect(stripVTControlCharacters(colored)).toBe(rendered(marked, about));
  });

  test("puts the first caret in the column where the words begin, and one under each of their columns", () => {
    fc.assert(
      fc.property(words, words, words, (before, marked, after) => {
        const [, line = "", carets = ""] = frameRows(
          rendered(`${before.join("")} «${marked.join("")}» ${after.join("")}`, { why: "" }, { width: 1000 }),
        );
        expect(carets).toBe(" ".repeat(displayWidth(`${shown(before)} `)) + "^".repeat(displayWidth(shown(marked))));
        expect(line).toBe(`${shown(before)} ${shown(marked)} ${shown(after)}`);
      }),
    );
  });

  test("prints no control character, whatever the texts and wherever the span", () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), fc.nat(), fc.nat(200), (text, message, one, other, width) => {
        const start = one % (text.length + 1);
        const diagnostic = found({
          message,
          why: message,
          help: message,
          span: { file: "p", start, end: start + (other % 50) },
        });
        const output = renderPretty([diagnostic], [{ path: "p", text }], { color: false, width });
        expect(output).not.toMatch(/[^\n\P{Cc}]|[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u);
      }),
      { numRuns: 1000 },
    );
  });

  test("wraps its notes to the terminal, between words, and not at all without one", () => {
    const why = "a reason of many words ".repeat(10).trim();
    const source = { path: "p", text: "npm test" };
    const render = (width?: number) =>
      renderPretty([found({ why, span: { file: "p", start: 0, end: 3 } })], [source], {
        color: false,
        ...(width && { width }),
      });
    for (const line of render(60).split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(render(60).replace(/\s+/g, " ")).toContain(why);
    expect(render()).toContain(`why: ${why}\n`);
  });

  test("renders 10,000 diagnostics of a 10 MB file", () => {
    const source = { path: "plan.md", text: `${"計画 some words of a line ".repeat(4)}\n`.repeat(100_000) };
    const diagnostics = Array.from({ length: 10_000 }, (_, at) =>
      found({ span: { file: "plan.md", start: at * 900, end: at * 900 + 5 } }),
    );
    expect(renderPretty(diagnostics, [source], { color: false }).match(/^ *-->/gm)).toHaveLength(10_000);
  });
});

const frameRows = (output: string): string[] =>
  output
    .split("\n")
    .slice(2, 5)
    .map((row) => row.replace(/^[ \d]*\| ?/, ""));

const SHOWN_AS: Record<string, string> = { "\t": "    ", "\u001b": "␛", "\u202e": "<U+202E>", "\u0085": "<U+0085>" };
const shown = (characters: string[]): string => characters.map((one) => SHOWN_AS[one] ?? one).join("");
const words = fc.array(
  fc.constantFrom("a", "B", "計", "ｶﾞ", "👩‍👧", "❤️", "🇩🇪", "e\u0301", "각", ...Object.keys(SHOWN_AS)),
  {
    minLength: 1,
    maxLength: 20,
  },
);

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0x2fff }).map((code) => String.fromCharCode(code)) }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      " ",
      "\t",
      "\n",
      "\r\n",
      "\u001b[",
      "\u009b",
      "\u202e",
      "\ufeff",
      "\ud83d",
      "計",
      "👩‍👧",
    ),
  }),
);
