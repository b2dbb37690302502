import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SourceFile } from "../../diagnostics/span.ts";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { Plan } from "../../plan/model.ts";
import { PLAN_STATUSES, STEP_STATUSES } from "../../plan/words.ts";
import type { Change, Dialect, FileSet, Parsed, PlanEdit } from "../../ports/dialect.ts";
import { EditError } from "../reading/checked-edit.ts";

/** A plan to try a dialect on, and which bytes belong to a step. */
export type Sample = { name: string; files: FileSet };
export type Territory = (parsed: Parsed, step: number, file: SourceFile) => { from: number; to: number }[];

/** What every dialect promises, checked on its own samples. One that `holdsAnyText` has no need to refuse any. */
export function dialectSuite(
  dialect: Dialect,
  samples: readonly Sample[],
  territory: Territory,
  { holdsAnyText = false } = {},
): void {
  describe.each(samples)("$name", ({ files }) => {
    const parsed = dialect.parse(files);

    test("is recognised and becomes a plan that fits the model", () => {
      expect(dialect.detect(files)).toBe(true);
      expect(Plan.parse(structuredClone(parsed.plan))).toEqual(parsed.plan);
    });

    test("points at every step inside its own file", () => {
      for (const [index] of parsed.plan.steps.entries()) {
        const span = parsed.at(`/steps/${index}`);
        const text = files.files.find((file) => file.path === span.file)?.text ?? "";
        expect(span.start).toBeLessThanOrEqual(span.end);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }
    });

    test("finds every character of every command where it says it is", () => {
      for (const [index, step] of parsed.plan.steps.entries()) {
        for (const [at, { command }] of step.contracts.entries()) {
          for (const word of command.matchAll(/\S+/g)) {
            const { file, start, end } = parsed.within(
              `/steps/${index}/contracts/${at}/command`,
              word.index,
              word.index + word[0].length,
            );
            expect(files.files.find((each) => each.path === file)?.text.slice(start, end)).toBe(word[0]);
          }
        }
      }
    });

    test.each(parsed.plan.steps.map((step) => [step.id]))("marks step %s done and changes nothing else", (id) => {
      const index = parsed.plan.steps.findIndex((step) => step.id === id);
      const change = dialect.edit(parsed, { type: "step-status", step: id, status: "done" });
      for (const edit of change.edits) {
        const file = parsed.sources.find((source) => source.path === edit.file);
        expect(file).toBeDefined();
        const own = file ? territory(parsed, index, file) : [];
        expect(own.some(({ from, to }) => from <= edit.start && edit.end <= to)).toBe(true);
      }
      const after = dialect.parse(apply(files, change));
      expect(after.plan).toEqual(withStep(parsed.plan, index, { status: "done" }));
      expect(after.diagnostics).toEqual([]);
    });

    test("lets each step publish, and changes nothing else", () => {
      for (const [index, { id, needs }] of parsed.plan.steps.entries()) {
        const edit = () => dialect.edit(parsed, { type: "publish", step: id });
        // A plan without task files has no place for it.
        if (dialect.id === "branch" && !parsed.has(`/steps/${index}/@file`)) {
          expect(edit).toThrow(EditError);
          continue;
        }
        const after = dialect.parse(apply(files, edit()));
        expect(after.plan).toEqual(
          withStep(parsed.plan, index, { needs: [...new Set([...needs, "publish" as const])] }),
        );
        expect(after.diagnostics).toEqual([]);
      }
    });

    test("takes a budget in place of the one that is written, and changes nothing else", () => {
      for (const budget of [{ usd: 3 }, { tokens: 250_000, usd: 1.5, wallClock: 5400 }]) {
        const first = apply(files, dialect.edit(parsed, { type: "budget", budget: { tokens: 1 } }));
        const after = dialect.parse(apply(first, dialect.edit(dialect.parse(first), { type: "budget", budget })));
        expect(after.plan).toEqual({ ...parsed.plan, budget });
        expect(after.diagnostics).toEqual(parsed.diagnostics);
      }
    });

    test("takes any edits, one after the other, and reads back exactly those", () => {
      fc.assert(
        fc.property(fc.array(edits(parsed), { maxLength: 6 }), (all) => {
          let current = files;
          let expected = parsed.plan;
          for (const edit of all) {
            current = apply(current, dialect.edit(dialect.parse(current), edit));
            expected = withEdit(expected, edit);
          }
          const after = dialect.parse(current);
          expect(after.plan).toEqual(expected);
          expect(after.diagnostics).toEqual([]);
        }),
        { numRuns: 30 },
      );
    });

    test("edits a file with CRLF in CRLF", () => {
      const windows = files.files.map(({ path, text }) => ({ path, text: text.replaceAll("\n", "\r\n") }));
      fc.assert(
        fc.property(edits(parsed), (edit) => {
          const current = { ...files, files: windows };
          for (const { text } of apply(current, dialect.edit(dialect.parse(current), edit)).files) {
            expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
          }
        }),
        { numRuns: 30 },
      );
    });

    test("refuses a text that would be read as something else, or reads it back as it is", () => {
      const step = parsed.plan.steps[0]?.id ?? "";
      fc.assert(
        fc.property(hostileText, (how) => {
          let change: Change;
          try {
            change = dialect.edit(parsed, { type: "how", step, how });
          } catch (error) {
            expect(error).toBeInstanceOf(EditError);
            expect(holdsAnyText).toBe(false);
            return;
          }
          const after = dialect.parse(apply(files, change)).plan;
          expect(after).toEqual(withStep(parsed.plan, 0, { how: after.steps[0]?.how ?? "" }));
        }),
        { numRuns: 150 },
      );
      const fields =
        "Do it.\n\n**contract:**\n```sh\ntrue\n```\n\n## Verification\n\nCommand: `true`\n\n## How\n\nAgain.\n";
      const edit = () => dialect.edit(parsed, { type: "how", step, how: fields });
      if (holdsAnyText) expect(dialect.parse(apply(files, edit())).plan.steps[0]?.how).toBe(fields.trimEnd());
      else expect(edit).toThrow(EditError);
    });

    test("reads the same plan with CRLF, a byte order mark and no final newline", () => {
      const disguised = files.files.map(({ path, text }) => ({
        path,
        text: `\uFEFF${text.trimEnd().replaceAll("\n", "\r\n")}`,
      }));
      const again = dialect.parse({ ...files, files: disguised });
      expect(again.plan).toEqual(parsed.plan);
      expect(again.diagnostics.map((each) => each.code)).toEqual(parsed.diagnostics.map((each) => each.code));
    });

    test("survives any damage with diagnostics that stay inside the text", () => {
      fc.assert(
        fc.property(damage(files), (broken) => {
          for (const { span } of dialect.parse(broken).diagnostics) {
            const text = broken.files.find((file) => file.path === span.file)?.text;
            expect(text).toBeDefined();
            if (text === undefined) continue;
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeLessThanOrEqual(text.length);
          }
        }),
        { numRuns: 200 },
      );
    });
  });
}

function apply(files: FileSet, { edits: changes, renames }: Change): FileSet {
  const edited = files.files.map(({ path, text }) => ({
    path: renames.find((rename) => rename.from === path)?.to ?? path,
    text: applyEdits(
      text,
      changes.filter((edit) => edit.file === path),
    ),
  }));
  return { ...files, files: edited };
}

/** What a worker might say of its result, down to what means something in Markdown. */
const anyResult = fc
  .string({ unit: fc.constantFrom("a", "b", " ", "|", "*", "\\", "`", "_", "—", "é", "計", "\n", "<", "[") })
  .map((text) => `done ${text} ok`);

const hostileText = fc
  .array(
    fc.constantFrom(
      "Do it.",
      "",
      "**contract:**",
      "**task:** x",
      "**status: done**",
      "```sh",
      "```",
      "# A",
      "## What",
      "## Verification",
      "### 2. Next",
      "---",
      "- a",
      "> b",
      "<!--",
      "-->",
      "    code",
      "| a | b |",
      "|---|---|",
      "**how:** y",
      "\\",
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => lines.join("\n"));

const oneLine = fc.stringMatching(/^[A-Za-z][A-Za-z0-9,()]{0,8}( [A-Za-z0-9,.()]{1,8}){0,4}$/);

function edits(parsed: Parsed): fc.Arbitrary<SmallEdit> {
  const ids = parsed.plan.steps.map((step) => step.id);
  const planWide: fc.Arbitrary<SmallEdit>[] = [
    fc.record({ type: fc.constant("plan-status" as const), status: fc.constantFrom(...PLAN_STATUSES) }),
    fc.record({ type: fc.constant("decision" as const), text: oneLine.map((text) => `- ${text}`) }),
  ];
  if (ids.length === 0) return fc.oneof(...planWide);
  const step = fc.constantFrom(...ids);
  return fc.oneof(
    ...planWide,
    fc.record({ type: fc.constant("step-status" as const), step, status: fc.constantFrom(...STEP_STATUSES) }),
    fc.record({
      type: fc.constant("step-status" as const),
      step,
      status: fc.constant("done" as const),
      result: anyResult,
    }),
    fc.record({ type: fc.constant("fail-count" as const), step, count: fc.nat(9) }),
    fc.record({
      type: fc.constant("how" as const),
      step,
      how: fc.array(oneLine, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
    }),
  );
}

/** What every dialect has a place for. */
type SmallEdit = Exclude<PlanEdit, { type: "expand" | "publish" | "budget" }>;

function withEdit(plan: Plan, edit: SmallEdit): Plan {
  if (edit.type === "plan-status") return { ...plan, status: edit.status };
  if (edit.type === "decision") {
    return { ...plan, architecture: plan.architecture ? `${plan.architecture}\n\n${edit.text}` : edit.text };
  }
  const index = plan.steps.findIndex((step) => step.id === edit.step);
  if (edit.type === "fail-count") return withStep(plan, index, { failCount: edit.count });
  if (edit.type === "how") return withStep(plan, index, { how: edit.how });
  return withStep(plan, index, {
    status: edit.status,
    ...(edit.result !== undefined && { result: edit.result.replace(/\s+/g, " ").trim() }),
  });
}

const withStep = (plan: Plan, index: number, change: Partial<Plan["steps"][number]>): Plan => ({
  ...plan,
  steps: plan.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
});

/** Deletes, repeats and inserts pieces of the sample, with a taste for what Markdown and YAML trip over. */
function damage(files: FileSet): fc.Arbitrary<FileSet> {
  const piece = fc.constantFrom(
    "```",
    "~~~",
    "---",
    "**",
    "<!--",
    "-->",
    "`",
    ">",
    "- ",
    "\t",
    "\r",
    "\0",
    "\u2028",
    "[",
    "{",
    "}",
    '"',
    ",",
    ":",
    "&a",
    "*a",
    "|",
    "#",
    "1.",
    "😀",
    "\ud800",
  );
  const cut = fc.record({ at: fc.nat(), length: fc.nat(40), insert: fc.oneof(piece, fc.string({ maxLength: 8 })) });
  return fc.array(cut, { minLength: 1, maxLength: 8 }).map((cuts) => ({
    ...files,
    files: files.files.map(({ path, text }) => ({ path, text: cuts.reduce(damaged, text) })),
  }));
}

function damaged(text: string, { at, length, insert }: { at: number; length: number; insert: string }): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + insert + text.slice(start + length);
}
