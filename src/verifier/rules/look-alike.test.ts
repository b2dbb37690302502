import { describe, expect, test } from "vitest";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { aContract, aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import { findings } from "./findings.testkit.ts";
import { lookAlike } from "./look-alike.ts";
import { saidAbout, type Writing, wordsUnder } from "./written-plan.testkit.ts";

const said = (writing: Writing) =>
  saidAbout(lookAlike, writing).diagnostics.map(({ severity, message, help }) => ({ severity, message, help }));

test("shows both letters with their numbers", () => {
  expect(said({ command: "nрm test" })).toEqual([
    {
      severity: "error",
      message: "`nрm` reads as `npm`, but its `р` (U+0440) is not `p` (U+0070)",
      help: "write `npm` in Latin letters",
    },
  ]);
});

describe("is an error where a machine reads, and a warning in prose", () => {
  test.each<[Writing, string[], string]>([
    [{ command: "сосо" }, ["сосо"], "error"],
    [{ path: "src/раth.ts" }, ["раth"], "error"],
    [{ path: "src∕a.ts" }, ["∕"], "error"],
    [{ id: "stеp" }, ["stеp"], "error"],
    [{ what: "Write the tеst." }, ["tеst"], "warning"],
    [{ notes: "аdmin" }, ["аdmin"], "warning"],
  ])("%j", (writing, words, severity) => {
    expect(wordsUnder(lookAlike, writing)).toEqual(words);
    expect(said(writing).map((each) => each.severity)).toEqual([severity]);
  });
});

describe("in commands", () => {
  test("says what to write for punctuation, and writes it", () => {
    const { diagnostics, text } = saidAbout(lookAlike, { command: "grep –q “a b” x\u00a0；ls" });
    expect(diagnostics.map(({ message, help }) => [message, help])).toEqual([
      ["`–` (U+2013) stands where `-` (U+002D) is meant", "write `-`"],
      ['`“` (U+201C) stands where `"` (U+0022) is meant', 'write `"`'],
      ["U+00A0 stands where a space (U+0020) is meant", "write a plain space"],
      ["`；` (U+FF1B) stands where `;` (U+003B) is meant", "write `;`"],
    ]);
    const edits = diagnostics.flatMap(({ fix }) => fix?.edits ?? []);
    expect(applyEdits(text, edits).split("\n").at(-1)).toBe('grep -q "a b" x ;ls');
  });

  test("a dash that may be two is left to the author", () => {
    const [found] = saidAbout(lookAlike, { command: "git push –force" }).diagnostics;
    expect(found).toMatchObject({ help: "write `-` or `--`, whichever the program takes" });
    expect(found?.fix).toBeUndefined();
  });

  test("nothing is rewritten where a quote would need an escape", () => {
    const plan = aPlan([aStep("a", { contracts: [aContract({ command: "echo “a”" })] })], {
      source: { dialect: "json", path: "plan.json" },
    });
    const [found] = findings(lookAlike, plan);
    expect(found?.message).toContain("U+201C");
    expect(found?.fix).toBeUndefined();
  });
});

test("says nothing about what people write", () => {
  expect(
    said({ what: "10 μm, Δt, π; 3–N; “quoted”; план", command: 'grep -q "– план" a.md', path: "docs/план.md" }),
  ).toEqual([]);
});

test("stops after a hundred words of prose", () => {
  expect(said({ what: "tеst ".repeat(1000) })).toHaveLength(100);
});
