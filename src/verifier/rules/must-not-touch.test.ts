import { describe, expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { findings, pointersOf } from "./findings.testkit.ts";
import { mustNotTouch } from "./must-not-touch.ts";

const step = (id: string, change: string[], forbidden: string[], fields: Partial<Step> = {}): Step =>
  aStep(id, {
    files: { ...noFiles, change: change.map((path) => ({ path })), mustNotTouch: forbidden.map((path) => ({ path })) },
    ...fields,
  });
const said = (...steps: Step[]) =>
  findings(mustNotTouch, aPlan(steps)).map(({ severity, message }) => ({ severity, message }));

test("a step that says both is an error", () => {
  expect(said(step("a", ["src/auth/token.ts"], ["src/auth/"]))).toEqual([
    { severity: "error", message: "this step may write `src/auth/token.ts` and must not touch `src/auth/`" },
  ]);
});

test("what another step must not touch is a warning that names it", () => {
  expect(said(step("a", [], ["src/auth/"]), step("b", ["src/auth/token.ts"], []))).toEqual([
    {
      severity: "warning",
      message: "step `a` must not touch `src/auth/`, and this step may write `src/auth/token.ts`",
    },
  ]);
});

test("a path that both its own list and another step's forbid is reported once, as its own", () => {
  expect(said(step("a", [], ["src"]), step("b", ["src/a.ts"], ["src/a.ts"]))).toEqual([
    { severity: "error", message: "this step may write `src/a.ts` and must not touch `src/a.ts`" },
  ]);
});

test("every list counts that changes the tree", () => {
  const path = "src/a.ts";
  const files = { change: [{ path }], add: [{ path }], delete: [{ path }], mustNotTouch: [{ path: "src" }] };
  expect(pointersOf(findings(mustNotTouch, aPlan([aStep("a", { files })])))).toEqual([
    "/steps/0/files/change/0/path",
    "/steps/0/files/add/0/path",
    "/steps/0/files/delete/0/path",
  ]);
});

describe("allows", () => {
  test("a folder with an exception in it", () => {
    expect(said(step("a", ["src/", "lib/*.ts"], ["src/legacy/", "lib/old.ts"]))).toEqual([]);
  });

  test("a folder in which another step must not touch a part", () => {
    expect(said(step("a", [], ["docs/secret.md"]), step("b", ["docs/*.md", "docs/"], []))).toEqual([]);
  });

  test("neighbours, and entries left empty", () => {
    expect(said(step("a", ["src/a.ts", "", " "], ["src/a.tsx", ""]), step("b", ["src/b.ts"], ["src/c.ts"]))).toEqual(
      [],
    );
  });

  test("whatever a finished step has done", () => {
    expect(said(step("a", ["src/a.ts"], ["src"], { status: "done" }))).toEqual([]);
    expect(said(step("a", ["src/a.ts"], [], { status: "done" }), step("b", [], ["src"]))).toEqual([]);
  });

  test("paths that leave the repository, which PW503 reports", () => {
    expect(said(step("a", ["../x"], ["./"]))).toEqual([]);
  });
});

test("sees through `..`", () => {
  expect(said(step("a", ["docs/../src/a.ts"], ["src"]))).toHaveLength(1);
});

test("5,000 steps with lists of their own are no trouble", () => {
  const steps = Array.from({ length: 5000 }, (_, at) => step(`s${at}`, [`src/${at}/a.ts`], [`src/${at + 1}/`]));
  expect(said(...steps)).toHaveLength(4999);
});

test("one step with 20,000 entries in both lists is no trouble", () => {
  const paths = Array.from({ length: 20_000 }, (_, at) => `src/${at}/a.ts`);
  said(
    step(
      "a",
      paths,
      paths.map((path) => `${path}.old`),
    ),
  );
});
