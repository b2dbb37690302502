import { describe, expect, test } from "vitest";
import type { Diagnostic, Kind } from "./diagnostic.ts";
import { sarifOf } from "./sarif.ts";

const text = "\ufeffone\r\nnpm test || true\r\n";
const source = { path: "plan.md", text };
const kinds: Kind[] = [
  {
    code: "PW302",
    name: "contract-cannot-fail",
    severity: "error",
    summary: "It cannot fail.",
    why: "It proves nothing.",
  },
  { code: "PW304", name: "missing-tool", severity: "warning", summary: "A tool is missing.", why: "It cannot run." },
];
const found = (about: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "PW302",
  severity: "error",
  span: { file: "plan.md", start: 15, end: 22 },
  message: "the contract cannot fail",
  why: "…",
  ...about,
});

const runOf = (diagnostics: Diagnostic[], sources = [source]) => {
  const [run] = sarifOf(diagnostics, sources, kinds, "1.2.3").runs;
  if (!run) throw new Error("no run");
  return run;
};
const resultOf = (about: Partial<Diagnostic>) => runOf([found(about)]).results[0];
const uriOf = (file: string) =>
  resultOf({ span: { file, start: 0, end: 0 } })?.locations[0]?.physicalLocation.artifactLocation.uri;

describe("sarifOf", () => {
  test("describes every rule", () => {
    const { driver } = runOf([]).tool;
    expect(driver).toMatchObject({ name: "planwright", version: "1.2.3" });
    expect(driver.rules[1]).toEqual({
      id: "PW304",
      name: "MissingTool",
      shortDescription: { text: "A tool is missing." },
      fullDescription: { text: "It cannot run." },
      help: {
        text: "A tool is missing. It cannot run. `planwright explain PW304` shows a plan that triggers it, and the fixed plan.",
      },
      defaultConfiguration: { level: "warning" },
    });
  });

  test("gives each result its rule, its level, its words, its place and its fix", () => {
    const fix = { title: "drop `|| true`", edits: [{ file: "plan.md", start: 14, end: 22, text: "" }] };
    expect(resultOf({ code: "PW304", severity: "warning", help: "install it", fix })).toEqual({
      ruleId: "PW304",
      ruleIndex: 1,
      level: "warning",
      message: { text: "the contract cannot fail\nhelp: install it" },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "plan.md" },
            region: { startLine: 2, startColumn: 10, endLine: 2, endColumn: 17 },
          },
        },
      ],
      partialFingerprints: { primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/) },
      fixes: [
        {
          description: { text: "drop `|| true`" },
          artifactChanges: [
            {
              artifactLocation: { uri: "plan.md" },
              replacements: [
                {
                  deletedRegion: { startLine: 2, startColumn: 9, endLine: 2, endColumn: 17 },
                  insertedContent: { text: "" },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test("groups the edits of a fix by file", () => {
    const edit = (file: string) => ({ file, start: 0, end: 0, text: "x" });
    const fix = { title: "t", edits: [edit("a.md"), edit("b.md"), edit("a.md")] };
    expect(resultOf({ fix })?.fixes?.[0]?.artifactChanges.map(({ replacements }) => replacements.length)).toEqual([
      2, 1,
    ]);
  });

  test.each([
    ["./.plan/overview.md", ".plan/overview.md"],
    ["a b/ü#?%.md", "a%20b/%C3%BC%23%3F%25.md"],
    ["http://evil/plan.md", "http%3A//evil/plan.md"],
    ["//evil/plan.md", "file:///evil/plan.md"],
    ["/tmp/plan.md", "file:///tmp/plan.md"],
    ["../other/plan.md", "../other/plan.md"],
    ["a\n\ud800.md", "a%0A%EF%BF%BD.md"],
    ["a\\b.md", "a%5Cb.md"],
  ])("writes the path %j as a URI", (path, uri) => {
    expect(uriOf(path)).toBe(uri);
  });

  test("lets no message make a placeholder or a link", () => {
    expect(resultOf({ message: "a {0} [x](http://evil) [y] {b}" })?.message.text).toBe(
      "a {{0}} \\[x](http://evil) [y] {b}",
    );
  });

  test("has fingerprints that stay when lines are added above, and differ by rule, line and repetition", () => {
    const prints = (diagnostics: Diagnostic[], source: { path: string; text: string }) =>
      runOf(diagnostics, [source]).results.map((result) => result.partialFingerprints.primaryLocationLineHash);
    const moved = (by: number) => {
      const span = { file: "plan.md", start: 15 + by, end: 22 + by };
      return [
        found({ span }),
        found({ span }),
        found({ span, code: "PW304" }),
        found({ span: { ...span, start: 2 + by } }),
      ];
    };
    const before = prints(moved(0), source);
    expect(
      prints(moved(6), { path: "plan.md", text: `\ufeffnew\r\n\n${text.slice(1)}`.replace("\n\n", "\n \n") }).slice(
        0,
        3,
      ),
    ).toEqual(before.slice(0, 3));
    expect(new Set(before).size).toBe(4);
  });

  test("does not repeat what is concealed", () => {
    const concealed = found({ conceal: true });
    expect(JSON.stringify(sarifOf([concealed], [source], kinds, "1"))).not.toContain("true");
    const other = { path: "plan.md", text: text.replace("|| true", "|| fals") };
    expect(runOf([concealed]).results[0]?.partialFingerprints).toEqual(
      runOf([concealed], [other]).results[0]?.partialFingerprints,
    );
  });

  test("points to the beginning of a file that could not be read", () => {
    const result = resultOf({ span: { file: "gone.md", start: 5, end: 9 } });
    expect(result?.locations[0]?.physicalLocation.region).toEqual({
      startLine: 1,
      startColumn: 1,
      endLine: 1,
      endColumn: 1,
    });
  });
});
