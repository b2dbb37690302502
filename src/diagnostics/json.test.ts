import { describe, expect, test } from "vitest";
import { diagnosticsAsJson } from "./json.ts";

const source = { path: "plan.md", text: "\ufeffone\r\nnpm test || true\r\n" };

describe("diagnosticsAsJson", () => {
  test("gives places instead of offsets, also for the edits of a fix", () => {
    const span = { file: "plan.md", start: 15, end: 22 };
    const fix = { title: "drop `|| true`", edits: [{ ...span, start: 14, text: "" }] };
    const diagnostics = [{ code: "PW302", severity: "error" as const, span, message: "m", why: "w", help: "h", fix }];
    expect(diagnosticsAsJson(diagnostics, [source])).toEqual([
      {
        code: "PW302",
        severity: "error",
        file: "plan.md",
        line: 2,
        column: 10,
        endLine: 2,
        endColumn: 17,
        message: "m",
        why: "w",
        help: "h",
        fix: {
          title: "drop `|| true`",
          edits: [{ file: "plan.md", line: 2, column: 9, endLine: 2, endColumn: 17, text: "" }],
        },
      },
    ]);
  });

  test("always has help, and a fix only when there is one", () => {
    const span = { file: "gone.md", start: 0, end: 0 };
    const diagnostics = [{ code: "PW101", severity: "warning" as const, span, message: "m", why: "w" }];
    expect(diagnosticsAsJson(diagnostics, [])).toEqual([
      {
        code: "PW101",
        severity: "warning",
        file: "gone.md",
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 1,
        message: "m",
        why: "w",
        help: "",
      },
    ]);
  });
});
