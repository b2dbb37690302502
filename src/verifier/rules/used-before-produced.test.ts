import { expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { findings } from "./findings.testkit.ts";
import { usedBeforeProduced } from "./used-before-produced.ts";

const reads = (line: string, name: string, fields: Partial<Step> = {}): Step =>
  aStep(line, { subscriptions: [{ kind: "file", name }], ...fields });
const writes = (line: string, path: string): Step => aStep(line, { what: `Write \`${path}\`.` });
const adds = (line: string, path: string): Step => aStep(line, { files: { ...noFiles, add: [{ path }] } });
const said = (steps: Step[], exists?: (path: string) => boolean): string[] =>
  findings(usedBeforeProduced, aPlan(steps, { complexity: "complex" }), exists && { exists }).map(
    ({ span, message, help }) => `${span.file}: ${message}; ${help}`,
  );

test("names the first step that produces the file", () => {
  expect(said([reads("a", "docs/x.md"), writes("b", "docs/x.md"), writes("c", "docs/x.md")])).toEqual([
    "/steps/0/subscriptions/0: `docs/x.md` is first produced by step `b`, which comes later; let this step run after `b`, or let an earlier step produce the file",
  ]);
});

test("says when the file is made on another track", () => {
  expect(said([writes("a @back", "x.md"), reads("b @front", "x.md")])).toEqual([
    "/steps/1/subscriptions/0: `x.md` is produced by step `a` on track `back`, which this step does not see; put both steps on one track, or move this one behind the tracks",
  ]);
});

test("a later step that is given the file too, deletes it or must not touch it does not make it", () => {
  const what = "Look at `x.md`.";
  const entry = [{ path: "./x.md" }];
  expect(said([reads("a", "x.md"), reads("b", "./x.md", { what })])).toEqual([]);
  expect(said([reads("a", "x.md"), aStep("b", { what, files: { ...noFiles, delete: entry } })])).toEqual([]);
  expect(said([reads("a", "x.md"), aStep("b", { what, files: { ...noFiles, mustNotTouch: entry } })])).toEqual([]);
});

test("a folder that is not there yet is made and filled by the first who names it", () => {
  const steps = [writes("a", "docs/api/"), reads("b", "docs/api/x.md"), writes("c", "docs/api/x.md")];
  expect(said(steps)).toEqual([]);
  expect(said(steps, (path) => path === "docs/api" || path === "docs")).toHaveLength(1);
});

test("says nothing about a topic, a file that exists, a pattern, or a plan with a circle", () => {
  expect(said([aStep("a", { subscriptions: [{ kind: "topic", name: "x.md" }] }), writes("b", "x.md")])).toEqual([]);
  expect(said([reads("a", "x.md"), writes("b", "x.md")], () => true)).toEqual([]);
  expect(said([reads("a", "*.md"), adds("b", "*.md")])).toEqual([]);
  expect(said([writes("a <- b", "x.md"), aStep("b <- a"), reads("c", "x.md")])).toEqual([]);
});
