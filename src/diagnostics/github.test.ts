import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "./diagnostic.ts";
import { renderGithub } from "./github.ts";

const source = { path: "plan.md", text: "\ufeffone\r\n計画 two\r\n" };
const found = (about: Partial<Diagnostic>): Diagnostic => ({
  code: "PW302",
  severity: "error",
  span: { file: "plan.md", start: 9, end: 12 },
  message: "the contract cannot fail",
  why: "…",
  ...about,
});

describe("renderGithub", () => {
  test("prints one command per diagnostic", () => {
    const diagnostics = [
      found({}),
      found({ severity: "warning", code: "PW310", message: "no such tool", help: "install it" }),
    ];
    expect(renderGithub(diagnostics, [source])).toMatchInlineSnapshot(`
      "::error file=plan.md,line=2,col=4,endLine=2,endColumn=7,title=PW302::the contract cannot fail
      ::warning file=plan.md,line=2,col=4,endLine=2,endColumn=7,title=PW310::no such tool%0Ahelp: install it
      "
    `);
  });

  test("escapes what would end a property or the command", () => {
    const nasty = found({
      message: "100% of `a\r\n::error::forged`\u001b[2J",
      span: { file: "./a,b:c%\n::error::d.md", start: 0, end: 0 },
    });
    expect(renderGithub([nasty], [source])).toMatchInlineSnapshot(`
      "::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ad.md,line=1,col=1,endLine=1,endColumn=1,title=PW302::100%25 of \`a%0D%0A::error::forged\`␛[2J
      "
    `);
  });

  test("is one line for each diagnostic, whatever the texts, and says the message again when unescaped", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "%", "0", "A", "D", ":", ",", "\r", "\n", "\u2028", "\u0085", " "),
    });
    fc.assert(
      fc.property(text, text, text, (message, help, file) => {
        const output = renderGithub([found({ message, help, span: { file, start: 0, end: 0 } }), found({})], [source]);
        const lines = output.split(/\r\n?|\n/);
        expect(lines).toHaveLength(3);
        expect(lines[0]).toMatch(/^::error file=[^,:]*,line=1,col=1,endLine=1,endColumn=1,title=PW302::/);
        const unescaped = decodeURIComponent(lines[0]?.split("title=PW302::")[1] ?? "");
        const visible = (words: string) => words.replaceAll("\u2028", "<U+2028>").replaceAll("\u0085", "<U+0085>");
        expect(unescaped).toBe(visible(help ? `${message}\nhelp: ${help}` : message));
      }),
    );
  });

  test("prints nothing when there is nothing to say", () => {
    expect(renderGithub([], [source])).toBe("");
  });
});
