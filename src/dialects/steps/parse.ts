import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import { slugOf } from "../../plan/plan-id.ts";
import type { FileSet, Parsed } from "../../ports/dialect.ts";
import { faults } from "../reading/faults.ts";
import { type Elsewhere, type FieldTable, knownFields, readFields } from "../reading/fields.ts";
import { type Frontmatter, openFrontmatter } from "../reading/frontmatter.ts";
import { isSilent, parseMarkdown } from "../reading/markdown.ts";
import { newPlan } from "../reading/new-plan.ts";
import { reportOpenFences } from "../reading/open-fences.ts";
import { planFields } from "../reading/plan-fields.ts";
import { Reading } from "../reading/reading.ts";
import { sourceText } from "../reading/source-text.ts";
import { textOf } from "../reading/values.ts";
import { isIntroField, readIntro } from "./intro.ts";
import { type Outline, outlineOf } from "./outline.ts";
import { readStep } from "./step.ts";
import { STEP_LABELS } from "./step-labels.ts";

/** Reads one Markdown file whose frontmatter says `type: plan`. */
export function parseSteps(files: FileSet): Parsed {
  const source = files.files[0] ?? { path: files.root, text: "" };
  const reading = new Reading({ file: source.path, start: 0, end: 0 });
  const front = openFrontmatter(reading, source);
  const blocks = parseMarkdown(source, front.bodyFrom);
  const outline = outlineOf(source, blocks);
  const plan = newPlan("steps", files.root);

  reading.positions.set("", { file: source.path, start: front.bodyFrom, end: front.bodyFrom });
  noteAnchors(reading, source, front, outline);
  reportOpenFences(reading, source, blocks);
  readHead(reading, front, plan);
  readTitle(reading, source, outline, plan);
  readIntro(reading, source, outline.intro, plan);
  reportStepsHeading(reading, source, outline);
  for (const [index, heading] of outline.steps.entries())
    plan.steps.push(readStep(reading, source, heading, plan.steps, outline.steps[index + 1]));
  reportOutside(reading, source, outline);
  plan.id = slugOf(plan.title);
  return reading.finish(plan, [source]);
}

/** Places where an edit can write what is not there yet. */
function noteAnchors(reading: Reading, source: SourceFile, front: Frontmatter, outline: Outline): void {
  const at = (place: number) => ({ file: source.path, start: place, end: place });
  const steps = outline.stepsHeading?.from ?? outline.steps[0]?.block.from ?? source.text.length;
  reading.positions.set("/@frontmatter", at(front.insertAt ?? front.bodyFrom));
  reading.positions.set("/@steps-heading", at(steps));
}

const headFields = {
  type: (reading, field) => {
    const text = textOf(reading, field);
    if (text && text.value !== "plan") {
      reading.report(faults.wrongValue, field.value.span, `\`type\` cannot be \`${text.value}\``, {
        help: "write `type: plan`",
      });
    }
  },
  status: planFields.status,
  owner: planFields.owner,
} as const satisfies FieldTable<Plan>;

/** Fields of the plan and of a step are labels of the text; the frontmatter says what finds and starts a plan. */
const belowTheTitle: Elsewhere = (name) => {
  if (isIntroField(name)) return `write it below the title: \`${spokenLabel(name)} …\``;
  return STEP_LABELS.includes(name) ? `write it in a step: \`${spokenLabel(name)} …\`` : null;
};

const spokenLabel = (name: string): string => `**${name.replaceAll("_", " ")}:**`;

function readHead(reading: Reading, front: Frontmatter, plan: Plan): void {
  const fields = knownFields(reading, front.fields, Object.keys(headFields), belowTheTitle);
  readFields(reading, fields, headFields, plan);
  const { insertAt } = front;
  if (front.isBroken) return;
  const has = (name: string): boolean => fields.some((field) => field.name === name);
  if (insertAt === null) {
    const help = "start the file with `---`, `type: plan`, `status: draft`, `owner: orchestrator`, `---`";
    const start = { file: front.span.file, start: front.bodyFrom, end: front.bodyFrom };
    const text = "---\ntype: plan\nstatus: draft\nowner: orchestrator\n---\n\n";
    const fix = { title: "add the frontmatter", edits: [{ ...start, text }] };
    reading.report(faults.brokenFrontmatter, start, "the plan has no frontmatter", { help, fix });
    return;
  }
  const insert = (...lines: string[]) => ({
    title: `add ${lines.map((line) => `\`${line}\``).join(" and ")}`,
    edits: [{ file: front.span.file, start: insertAt, end: insertAt, text: `${lines.join("\n")}\n` }],
  });
  const missing = [
    !has("type") && "type: plan",
    !has("status") && "status: draft",
    !has("owner") && "owner: orchestrator",
  ].filter((line) => line !== false);
  const place = { ...front.span, end: front.span.start };
  if (missing.length > 0 && missing[0] === "type: plan") {
    reading.report(faults.missingField, place, "the frontmatter does not say `type: plan`", {
      help: "add `type: plan`",
      fix: insert("type: plan"),
    });
  }
  const implied = missing.filter((line) => line !== "type: plan");
  if (implied.length === 0) return;
  const names = implied.map((line) => `\`${line.split(":")[0]}\``).join(" and ");
  reading.report(faults.impliedField, place, `${names} ${implied.length > 1 ? "are" : "is"} not written`, {
    help: insert(...implied).title,
    fix: insert(...implied),
  });
}

function readTitle(reading: Reading, source: SourceFile, outline: Outline, plan: Plan): void {
  const title = outline.title?.title;
  if (title && title.from < title.to) {
    plan.title = reading.text("/title", sourceText(source, title.from, title.to));
    return;
  }
  if (reading.partlyRead.has(source.path)) return;
  reading.report(faults.missingField, reading.positions.at(""), "the plan has no title", {
    help: "add a heading: `# What this plan achieves`",
  });
}

function reportStepsHeading(reading: Reading, source: SourceFile, { stepsHeading, steps: [first] }: Outline): void {
  if (stepsHeading) {
    const { from, to } = stepsHeading.title;
    const span = { file: source.path, start: from, end: to };
    const written = source.text.slice(from, to);
    if (/^steps$/i.test(written)) return;
    reading.report(faults.unknownField, span, `\`${written}\` is not a section of a plan`, {
      help: "did you mean `Steps`?",
      fix: { title: "write `Steps`", edits: [{ ...span, text: "Steps" }] },
    });
  } else if (first) {
    const start = { file: source.path, start: first.block.from, end: first.block.from };
    const message = "there is no `## Steps` heading above the first step";
    reading.report(faults.missingField, { ...start, end: first.block.to }, message, {
      help: "add `## Steps`",
      fix: { title: "add `## Steps`", edits: [{ ...start, text: "## Steps\n\n" }] },
    });
  }
}

/** What stands under `Steps` in no step is in nobody's prompt. Without any step there is a larger problem. */
function reportOutside(reading: Reading, source: SourceFile, { outside, steps }: Outline): void {
  if (steps.length === 0) return;
  for (const blocks of outside) {
    const first = blocks.find((block) => !isSilent(block));
    if (!first) continue;
    const end = first.from + source.text.slice(first.from, first.to).search(/[\r\n]|$/);
    reading.report(faults.strayText, { file: source.path, start: first.from, end }, "this text belongs to no step", {
      help: "move it above `## Steps`, or into the step that needs it",
    });
  }
}
