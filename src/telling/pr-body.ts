import type { Plan, Step } from "../plan/model.ts";
import { nameOf } from "../record/person.ts";
import { finishedFolder } from "../record/plan-artifacts.ts";
import type { RunEvent } from "../record/run-event.ts";
import { outcomeCounts } from "./outcome-words.ts";
import { outcomesIn } from "./run-outcomes.ts";

/** What reviewers get to read, in Markdown: what the plan is for, how each step ended, and how to check it. */
export function pullRequestBody(
  plan: Plan,
  { remote, branch }: { remote: string; branch: string },
  events: readonly RunEvent[],
): string {
  const there = `${remote}/${branch}`;
  const found = outcomesIn(events);
  const outcomes = plan.steps.flatMap(({ id }) => found.get(id) ?? []);
  return [
    "## What",
    plan.what.trim() === "" ? plan.title : plan.what.trim(),
    "## Steps",
    ...(outcomes.length === 0 ? [] : [`${outcomeCounts(outcomes)}.`]),
    [
      "| step | result | contract | receipt |",
      "| --- | --- | --- | --- |",
      ...plan.steps.map((step) => `| ${rowOf(step, events).map(cell).join(" | ")} |`),
    ].join("\n"),
    "## How to check it",
    `Every step has a signed receipt in \`${finishedFolder(plan.id)}/receipts/\`. To check them all against the commits, from git alone:`,
    `\`\`\`sh\ngit fetch ${remote} ${branch}\nplanwright audit ${there}           # the record\nplanwright audit ${there} --rerun   # and every contract again\n\`\`\``,
    "Whose key has signed it is for you to say: with its line in `allowed_signers` at the top of the main branch before the plan began, or in a file given with `--signers`, the audit ends with 0 (proven). Without, it ends with 4: everything agrees, but anyone may have made it.",
    "",
  ].join("\n\n");
}

function rowOf(step: Step, events: readonly RunEvent[]): string[] {
  const title = `${step.number}. ${plain(step.title)}`;
  const contract = step.contracts.map(({ command }) => code(command)).join("<br>") || "none";
  const last = events.findLast((event) => ENDS.has(event.type) && stepsOf(event).includes(step.id));
  if (last?.type === "step-accepted") {
    // Where no outcome is told, the result is somebody's own words.
    const isOld = last.outcome === null;
    const by = isOld && last.byEye !== null ? `accepted by eye, by ${plain(nameOf(last.byEye))}: ` : "";
    return [title, `${by}${plain(last.result)}`, contract, code(last.receipt.slice(0, 12))];
  }
  if (last?.type === "step-skipped") {
    const why = last.note.trim() === "" ? "" : `: ${plain(last.note)}`;
    return [title, `skipped by ${plain(nameOf(last.by))}${why}`, contract, "by eye"];
  }
  return [title, "open", contract, "none"];
}

const ENDS = new Set<RunEvent["type"]>(["step-accepted", "step-skipped", "step-undone"]);

const stepsOf = (event: RunEvent): readonly string[] => {
  if (event.type === "step-undone") return event.steps;
  return "step" in event && event.step !== null ? [event.step] : [];
};

/** Words of a worker or a person must not become markup. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>#]/g, "\\$&");

/** A code span of one line; backticks within it ask for more around it. */
function code(text: string): string {
  const [first = "", ...rest] = text.trim().split("\n");
  const shown = rest.length > 0 || first.length > 80 ? `${first.slice(0, 79)}…` : first;
  const fence = "`".repeat(Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const space = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}

/** One cell of a table. */
const cell = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
