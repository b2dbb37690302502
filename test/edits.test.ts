import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPlan } from "../src/app/plans/open-plan.ts";
import { applyEdits } from "../src/diagnostics/text-edit.ts";
import { EditError } from "../src/dialects/reading/checked-edit.ts";
import type { Change, Dialect, FileSet, Parsed } from "../src/ports/dialect.ts";
import { filesBelow, withoutMarks } from "./fixture.ts";

const home = "test/fixtures/rules";
const fixtures = readdirSync(home).flatMap((code) =>
  readdirSync(join(home, code)).map((name) => join(home, code, name)),
);
const examples = readdirSync("examples").map((name) => join("examples", name));

/** The promise of every dialect, on every plan in this repository. */
describe.each([...examples, ...fixtures])("%s", (path) => {
  test("is read and written back byte for byte when nothing is edited", () => {
    const { files, undecodable } = openPlan(path);
    for (const source of files.files) {
      // What is no Markdown is known by its name alone.
      if (undecodable.has(source.path) || source.path.endsWith(".link")) continue;
      expect(Buffer.from(applyEdits(source.text, [])).equals(readFileSync(source.path))).toBe(true);
    }
  });

  test("has steps that can be marked done without touching any other byte", () => {
    const isGood = !path.includes("/fault");
    for (const { dialect, files } of readable(path)) {
      const parsed = dialect.parse(files);
      for (const [index, step] of parsed.plan.steps.entries()) {
        if (parsed.plan.steps.findIndex((other) => other.id === step.id) < index) continue;
        const change = attempt(() =>
          dialect.edit(parsed, { type: "step-status", step: step.id, status: "done", result: "It works" }),
        );
        // A plan whose state is written wrongly cannot be edited; it is not run either, because it does not verify.
        if (change === null) expect(isGood).toBe(false);
        for (const edit of change?.edits ?? []) expect(isOwn(parsed, index, edit)).toBe(true);
      }
    }
  });

  test("takes a decision and a How for every step, or refuses them whole", () => {
    const isGood = !path.includes("/fault");
    for (const { dialect, files } of readable(path)) {
      const parsed = dialect.parse(files);
      const edits = parsed.plan.steps
        .filter(({ status }) => status !== "done")
        .map(({ id }) => ({
          type: "how" as const,
          step: id,
          how: "First this.\n\nThen that.",
        }));
      for (const edit of [{ type: "decision" as const, text: "- One queue per tenant." }, ...edits]) {
        if (attempt(() => dialect.edit(parsed, edit)) === null) expect(isGood).toBe(false);
      }
    }
  });
});

function readable(path: string): { dialect: Dialect; files: FileSet }[] {
  const { dialect, files } = openPlan(path);
  const clean = files.files.map((source) => ({ ...source, text: withoutMarks(source.text) }));
  return dialect ? [{ dialect, files: { ...files, files: clean } }] : [];
}

function attempt(edit: () => Change): Change | null {
  try {
    return edit();
  } catch (error) {
    if (error instanceof EditError) return null;
    throw error;
  }
}

/** From its heading or brace to the next one; or its task file, and its row of the Task List. */
function isOwn(parsed: Parsed, step: number, edit: { file: string; start: number; end: number }): boolean {
  const pointer = `/steps/${step}`;
  if (["steps", "json"].includes(parsed.plan.source.dialect)) {
    const next = parsed.plan.steps[step + 1] ? parsed.at(`/steps/${step + 1}`).start : Number.POSITIVE_INFINITY;
    return parsed.at(pointer).start <= edit.start && edit.end <= next;
  }
  if (parsed.has(`${pointer}/@file`) && edit.file === parsed.at(`${pointer}/@file`).file) return true;
  const row = ["@file-cell", "@status-cell", "@result-cell"]
    .map((cell) => `${pointer}/${cell}`)
    .filter((cell) => parsed.has(cell));
  return row.some(
    (cell) =>
      parsed.at(cell).file === edit.file && parsed.at(cell).start <= edit.start && edit.end <= parsed.at(cell).end,
  );
}

test("there are fixtures to try", () => {
  expect(fixtures.length).toBeGreaterThan(100);
  expect(fixtures.flatMap(filesBelow).every((file) => statSync(file).isFile())).toBe(true);
});
