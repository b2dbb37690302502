import type { SourceFile } from "../../diagnostics/span.ts";
import { formatDuration } from "../../plan/duration.ts";
import type { Contract, FileEntry, Plan, Step } from "../../plan/model.ts";
import { escaped } from "../reading/escapes.ts";
import { takeChecklists, taskText } from "../writing/checklists.ts";
import { expectationLines, keepFirstContract } from "../writing/contracts.ts";
import { fenceText } from "../writing/fence.ts";
import { type Fitted, Fitting } from "../writing/fitting.ts";
import { frontmatterText } from "../writing/frontmatter.ts";
import { renumber } from "../writing/numbering.ts";
import { putOnOneLine } from "../writing/one-line.ts";
import { planEntries } from "../writing/plan-entries.ts";
import { stepEntries } from "../writing/step-entries.ts";
import { dropTemplates } from "../writing/template.ts";
import { taskIdOf } from "./task-file.ts";

/** What of a plan a folder with an overview and task files can hold. */
export function fitBranch(plan: Plan): Fitted {
  const fitting = new Fitting(plan);
  fitting.dropFromPlan(["owner", "risks", "prerequisites", "estimatedTotalTime"]);
  fitting.dropFromSteps(["reason", "toolsNeeded", "estimatedTime"]);
  keepFirstContract(fitting);
  putOnOneLine(fitting);
  dropTemplates(fitting);
  renumber(fitting, 0, 999_999);
  takeChecklists(fitting);
  if (plan.what === "" && plan.title !== "") {
    fitting.plan.what = plan.title;
    fitting.lose("what", "is empty, so the title stands in its place");
  }
  fitting.renameSteps(({ number }) => taskIdOf(number), "becomes the name of its task file");
  return fitting.finish();
}

/** Writes the overview and one file for each task. */
export function writeBranch(plan: Plan): SourceFile[] {
  return [{ path: "overview.md", text: overviewText(plan) }, ...plan.steps.map(taskFile)];
}

function overviewText(plan: Plan): string {
  const areas = plan.protectedAreas.map(({ name, paths }) =>
    [`- ${name}`, ...(paths.length === 0 ? [] : [paths.map((path) => `\`${path}\``).join(", ")])].join(": "),
  );
  const rows = plan.steps.map((step) => {
    const result = step.result === undefined ? "—" : escaped(step.result, "|");
    return `| ${[step.number, nameOf(step), step.status, result].join(" | ")} |`;
  });
  return sections(frontmatterText(planEntries(plan)), `# ${plan.title}`, {
    What: plan.what,
    "Architecture & Design Decisions": plan.architecture,
    How: plan.how,
    "Protected Areas": areas.length === 0 ? undefined : areas.join("\n"),
    "Task List":
      rows.length === 0 ? undefined : ["| # | Task File | Status | Result |", "|---|---|---|---|", ...rows].join("\n"),
  });
}

/** A finished task is called `task-01.done.md`. */
const nameOf = ({ number, status }: Step): string => `${taskIdOf(number)}${status === "done" ? ".done" : ""}.md`;

function taskFile(step: Step): SourceFile {
  const { fail_count: count, ...fields } = stepEntries(step);
  const head = { status: step.status, ...(count !== undefined && { "fail-count": count }), ...fields };
  const { change, add, delete: remove, mustNotTouch } = step.files;
  const text = sections(frontmatterText(head), `# ${step.title}`, {
    What: taskText(step),
    How: step.how,
    "Files to Change": fileList(change),
    "Files to Add": fileList(add),
    "Files to Delete": fileList(remove),
    "Files Must Not Touch": fileList(mustNotTouch),
    Verification: verificationText(step),
  });
  return { path: nameOf(step), text };
}

function fileList(list: readonly FileEntry[]): string | undefined {
  if (list.length === 0) return undefined;
  return list.map(({ path, note }) => `- \`${path}\`${note === undefined ? "" : ` — ${note}`}`).join("\n");
}

function verificationText({ acceptsWhen, expected, contracts: [contract] }: Step): string | undefined {
  const lines = [
    ...(acceptsWhen === undefined ? [] : [`Accepts when: ${acceptsWhen}`]),
    ...(contract ? contractLines(contract) : []),
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
  ];
  return lines.length === 0 ? undefined : lines.join("\n");
}

function contractLines(contract: Contract): string[] {
  const { command, timeout, kind } = contract;
  const isPlain = command !== "" && !/[`\n]/.test(command) && command === command.trim();
  const [exit, ...others] = expectationLines(contract);
  return [
    isPlain ? `Command: \`${command}\`` : `Command:\n${fenceText(command, "shell")}`,
    ...(contract.exitCode === 0 ? [] : [exit ?? ""]),
    ...others,
    ...(timeout === undefined ? [] : [`Timeout: ${formatDuration(timeout)}`]),
    ...(kind === undefined ? [] : [`Kind: ${kind}`]),
  ];
}

function sections(head: string, title: string, bodies: { [heading: string]: string | undefined }): string {
  const parts = Object.entries(bodies).flatMap(([heading, body]) =>
    body === undefined ? [] : [`## ${heading}\n\n${body}`.trimEnd()],
  );
  return `${head}${[title, ...parts].join("\n\n")}\n`;
}
