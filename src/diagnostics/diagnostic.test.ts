import { describe, expect, test } from "vitest";
import { diagnose, inOrder, type Kind } from "./diagnostic.ts";

const kind: Kind = { code: "PW302", name: "n", severity: "error", summary: "s", why: "w" };
const span = { file: "plan.md", start: 3, end: 5 };

describe("diagnose", () => {
  test("takes code, severity and reason from the kind", () => {
    expect(diagnose(kind, span, "m")).toEqual({ code: "PW302", severity: "error", span, message: "m", why: "w" });
  });

  test("adds the advice that is given", () => {
    const fix = { title: "t", edits: [] };
    expect(diagnose(kind, span, "m", { help: "h", fix, severity: "warning", conceal: true })).toEqual({
      code: "PW302",
      severity: "warning",
      span,
      message: "m",
      why: "w",
      help: "h",
      fix,
      conceal: true,
    });
  });
});

describe("inOrder", () => {
  test("sorts by file, start, end, code and message, and leaves its input alone", () => {
    const at = (file: string, start: number, end: number, code: string, message: string) =>
      diagnose({ ...kind, code }, { file, start, end }, message);
    const sorted = [
      at("a.md", 9, 9, "PW302", "m"),
      at("b.md", 1, 2, "PW302", "m"),
      at("b.md", 1, 3, "PW301", "m"),
      at("b.md", 1, 3, "PW302", "a"),
      at("b.md", 1, 3, "PW302", "b"),
      at("b.md", 2, 2, "PW101", "m"),
    ];
    const shuffled = sorted.toReversed();
    expect(inOrder(shuffled)).toEqual(sorted);
    expect(shuffled).toEqual(sorted.toReversed());
  });
});
