import { expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { findings } from "./findings.testkit.ts";
import { missingFile } from "./missing-file.ts";

const reads = (line: string, name: string, fields: Partial<Step> = {}): Step =>
  aStep(line, { subscriptions: [{ kind: "file", name }], ...fields });
const said = (steps: Step[], exists = (_path: string) => false): string[] =>
  findings(missingFile, aPlan(steps, { complexity: "complex" }), { exists }).map(
    ({ span, message }) => `${span.file}: ${message}`,
  );

test("names the file that is nowhere, in each step that wants it", () => {
  expect(said([reads("a", "x.md"), reads("b", "./x.md")])).toEqual([
    "/steps/0/subscriptions/0: `x.md` does not exist, and no step produces it",
    "/steps/1/subscriptions/0: `./x.md` does not exist, and no step produces it",
  ]);
});

test("says nothing about a file that exists, or that a step produces, be it later or on another track", () => {
  const makes = (line: string): Step => aStep(line, { files: { ...noFiles, add: [{ path: "x.md" }] } });
  expect(said([reads("a", "x.md")], () => true)).toEqual([]);
  expect(said([makes("a"), reads("b", "x.md")])).toEqual([]);
  expect(said([reads("a", "x.md"), makes("b")])).toEqual([]);
  expect(said([makes("a @front"), reads("b @back", "x.md")])).toEqual([]);
});

test("a folder that is made in time may well be filled, one that is there or comes later is not", () => {
  const names = (line: string): Step => aStep(line, { what: "Write pages below `docs/api/`." });
  expect(said([names("a"), reads("b", "docs/api/x.md")])).toEqual([]);
  expect(said([names("a"), reads("b", "docs/api/x.md")], (path) => path === "docs/api")).toHaveLength(1);
  expect(said([reads("a", "docs/api/x.md"), names("b")])).toHaveLength(1);
});

test("leaves topics, patterns, finished steps and paths that leave the repository to others", () => {
  expect(said([aStep("a", { subscriptions: [{ kind: "topic", name: "x" }] })])).toEqual([]);
  expect(said([reads("a", "x.md", { status: "done" })])).toEqual([]);
  for (const name of ["*.md", "x?.md", "/etc/hosts", "~/x.md", "../x.md", "a/../../x.md", "C:\\x.md", "$HOME/x", ""])
    expect(said([reads("a", name)]), name).toEqual([]);
});
