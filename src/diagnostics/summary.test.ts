import { describe, expect, test } from "vitest";
import type { Diagnostic, Severity } from "./diagnostic.ts";
import { summaryOf } from "./summary.ts";

const found = (severity: Severity, file = "plan.md", isFixable = false): Diagnostic => ({
  code: "PW302",
  severity,
  span: { file, start: 0, end: 0 },
  message: "",
  why: "",
  ...(isFixable && { fix: { title: "", edits: [] } }),
});

describe("summaryOf", () => {
  test.each([
    [
      "2 errors, 1 warning in 1 plan (1 fixable with --fix)",
      1,
      [found("error", "a", true), found("error"), found("warning")],
    ],
    ["1 error in 1 plan", 1, [found("error")]],
    ["2 warnings in 3 plans (2 fixable with --fix)", 3, [found("warning", "a", true), found("warning", "b", true)]],
    ["1 error, 1 warning in 2 files", undefined, [found("error", "a.md"), found("warning", "b.md")]],
    ["2 errors in 1 file", undefined, [found("error"), found("error")]],
    ["no problems in 1 plan", 1, []],
  ])("says %j", (summary, plans, diagnostics) => {
    expect(summaryOf(diagnostics, plans)).toBe(summary);
  });
});
