import { describe, expect, test } from "vitest";
import type { Diagnostic } from "./diagnostic.ts";
import { renderUnix } from "./unix.ts";

const source = { path: "plan.md", text: "\ufeffone\r\n計画 two\r\n" };
const found = (about: Partial<Diagnostic>): Diagnostic => ({
  code: "PW302",
  severity: "error",
  span: { file: "plan.md", start: 9, end: 12 },
  message: "the contract cannot fail",
  why: "…",
  ...about,
});

describe("renderUnix", () => {
  test("prints one line per diagnostic", () => {
    const diagnostics = [found({}), found({ severity: "warning", code: "PW310", message: "no such tool" })];
    expect(renderUnix(diagnostics, [source])).toMatchInlineSnapshot(`
      "plan.md:2:4: error: the contract cannot fail [PW302]
      plan.md:2:4: warning: no such tool [PW310]
      "
    `);
  });

  test("stays on one line, whatever the plan says and however the file is called", () => {
    const nasty = found({
      message: "no step named `a\nb\u001b[2J\u202e`",
      span: { file: "a\nb.md", start: 0, end: 0 },
    });
    expect(renderUnix([nasty], [source])).toMatchInlineSnapshot(`
      "a␊b.md:1:1: error: no step named \`a␊b␛[2J<U+202E>\` [PW302]
      "
    `);
  });

  test("prints nothing when there is nothing to say", () => {
    expect(renderUnix([], [source])).toBe("");
  });
});
