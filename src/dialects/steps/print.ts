import type { SourceFile } from "../../diagnostics/span.ts";
import { formatDuration } from "../../plan/duration.ts";
import type { FileEntry, Plan, ProtectedArea, Step } from "../../plan/model.ts";
import { asOneLine, escaped } from "../reading/escapes.ts";
import { takeChecklists, taskText } from "../writing/checklists.ts";
import { expectationLines, keepFirstContract } from "../writing/contracts.ts";
import { fenceText } from "../writing/fence.ts";
import { type Fitted, Fitting } from "../writing/fitting.ts";
import { frontmatterText } from "../writing/frontmatter.ts";
import { withDeeperHeadings } from "../writing/headings.ts";
import { renumber } from "../writing/numbering.ts";
import { putOnOneLine } from "../writing/one-line.ts";
import { planEntries } from "../writing/plan-entries.ts";
import { stepEntries } from "../writing/step-entries.ts";
import type { Entries } from "../writing/written.ts";

/** Steps stand at depth 3, so that whatever headings a task has stand below them. */
const STEP_DEPTH = 3;

/** What of a plan a one-file plan can hold. */
export function fitSteps(plan: Plan): Fitted {
  const fitting = new Fitting(plan);
  fitting.dropFromPlan(["risks", "prerequisites", "estimatedTotalTime"]);
  fitting.dropFromSteps(["reason", "toolsNeeded", "estimatedTime", "acceptsWhen", "expected"]);
  keepFirstContract(fitting);
  putOnOneLine(fitting);
  renumber(fitting, 1, 999_999);
  takeChecklists(fitting);
  for (const step of fitting.plan.steps) {
    for (const field of ["what", "how"] as const) {
      const text = step[field];
      if (text === undefined) continue;
      const deeper = withDeeperHeadings(text, STEP_DEPTH + 1);
      if (deeper === text) continue;
      step[field] = deeper;
      fitting.lose(field, "headings go deeper, below the step's own", step);
    }
  }
  putInParagraph(fitting);
  fitting.renameSteps(({ template, number }) => template ?? String(number), "becomes the step's number");
  return fitting.finish();
}

/** A label's value ends where its paragraph does. */
function putInParagraph(fitting: Fitting): void {
  const { plan } = fitting;
  if (plan.context === undefined || !/\n(?=\s*$|\s*[-*+>#|`~<]|\s*\d+[.)]|\t| {4})/m.test(plan.context)) return;
  plan.context = asOneLine(plan.context);
  fitting.lose("context", "is written on one line");
}

/** Writes one Markdown file with a numbered heading for each step. */
export function writeSteps(plan: Plan): SourceFile[] {
  const { status, owner, protected_areas: _, ...labelled } = planEntries(plan);
  const head = frontmatterText({ type: "plan", status: status ?? "draft", ...(owner !== undefined && { owner }) });
  const intro = [
    plan.protectedAreas.length > 0 && `**Protected areas:**\n${plan.protectedAreas.map(areaLine).join("\n")}`,
    Object.entries(labelled)
      .map(([field, value]) => `**${labelOf(field)}:** ${value}`)
      .join("\n"),
    plan.what !== "" && (/^\s*[\p{L}\p{N}"'“(]/u.test(plan.what) ? plan.what : `## What\n\n${plan.what}`),
    plan.architecture !== undefined && `## Architecture & Design Decisions\n\n${plan.architecture}`,
    plan.how !== undefined && `## How\n\n${plan.how}`,
  ];
  const parts = [`# ${plan.title}`, ...intro, "## Steps", ...plan.steps.map(stepText)];
  const body = parts.filter((part) => part !== false && part !== "").join("\n\n");
  return [{ path: "plan.md", text: `${head}${body}\n` }];
}

const labelOf = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1).replaceAll("_", " ");

const areaLine = ({ name, paths }: ProtectedArea): string =>
  paths.length === 0 ? `- ${name}` : `- ${name}: ${paths.map((path) => `\`${path}\``).join(", ")}`;

function stepText(step: Step): string {
  const [contract] = step.contracts;
  const parts = [
    `${"#".repeat(STEP_DEPTH)} ${step.template ?? step.number}. ${step.status === "done" ? "✅ " : ""}${step.title}`,
    statusLine(step),
    fieldLines(stepEntries(step)),
    `**task:**\n${taskText(step)}`.trimEnd(),
    step.how !== undefined && `**how:**\n${step.how}`,
    fileLines(step),
    contract &&
      [
        `**contract:**${contract.kind ? ` ${contract.kind}` : ""}`,
        fenceText(contract.command, "shell"),
        ...expectationLines(contract),
        ...(contract.timeout === undefined ? [] : [`**timeout:** ${formatDuration(contract.timeout)}`]),
      ].join("\n"),
  ];
  return parts.filter((part) => part !== false && part !== undefined && part !== "").join("\n\n");
}

function fieldLines({ status: _status, fail_count: _count, subscriptions, ...fields }: Entries): string {
  const lines = Object.entries(fields).map(
    ([field, value]) => `**${field}:** ${Array.isArray(value) ? value.join(", ") : value}`,
  );
  const list = Array.isArray(subscriptions) ? ["**subscriptions:**", ...subscriptions.map((each) => `- ${each}`)] : [];
  return [...lines, ...list].join("\n");
}

/** `pending` without failures, and `done` without a result, need no line. */
function statusLine({ status, failCount, result }: Step): string {
  const isImplied = (status === "pending" || status === "done") && failCount === 0 && result === undefined;
  if (isImplied) return "";
  const failures = failCount > 0 ? `, failures ${failCount}` : "";
  return `**status: ${status}${failures}${result === undefined ? "" : ` — ${escaped(result, "*`<")}`}**`;
}

function fileLines({ files }: Step): string {
  const lines = (word: string, list: readonly FileEntry[]): string[] =>
    list.map(({ path, note }) => `- ${word}: \`${path}\`${note === undefined ? "" : ` — ${note}`}`);
  const all = [
    ...lines("change", files.change),
    ...lines("add", files.add),
    ...lines("delete", files.delete),
    ...lines("must not touch", files.mustNotTouch),
  ];
  return all.length === 0 ? "" : `**files:**\n${all.join("\n")}`;
}
