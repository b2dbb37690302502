import type { FileEntry, Plan, Step } from "../plan/model.ts";
import { type AttemptNews, attemptPart } from "./attempt-part.ts";
import { fenced, inline } from "./fenced.ts";
import { roleText } from "./role-text.ts";

/** Everything a worker is told. It sees nothing else of the plan. */
export type WorkBrief = {
  plan: Plan;
  step: Step;
  role: string;
  /** The project's own rules: the text of `AGENTS.md`. */
  rules: string | null;
  /** `file:…` and `topic:…` with what they say; null for one that is not there. */
  subscriptions: { name: string; text: string | null }[];
} & AttemptNews;

/**
 * The text that a worker reads on its standard input. What is the same for every step comes first and what is new in
 * this attempt last, so that a model's provider can reuse what it has read; for the same reason nothing above the
 * attempt names a date, an id or a place on this machine.
 */
export function workPrompt(brief: WorkBrief): string {
  const { plan, step, role, rules, subscriptions } = brief;
  const parts = [
    roleText(role),
    ...(rules === null ? [] : [`# Rules of the project\n\n${fenced(rules, "markdown")}`]),
    ...stepParts(plan, step),
    ...subscriptionParts(subscriptions),
    ...attemptPart(brief),
    INSTRUCTION,
  ];
  return `${parts.map((part) => part.trim()).join("\n\n")}\n`;
}

function stepParts(plan: Plan, step: Step): string[] {
  const { change, add, delete: remove, mustNotTouch } = step.files;
  return [
    `# The step: ${step.title}`,
    ...section("What", step.what),
    ...section("Why", step.reason),
    ...section("How", step.how),
    ...section("Parts", step.subtasks.map(({ text, done }) => `- [${done ? "x" : " "}] ${text}`).join("\n")),
    ...section("Expected", step.expected),
    ...section("Accepted when", step.acceptsWhen),
    ...section("Files to change", entries(change)),
    ...section("Files to add", entries(add)),
    ...section("Files to delete", entries(remove)),
    ...section("You must not touch", entries(mustNotTouch)),
    ...section("Protected: you must not touch these either", protectedAreas(plan)),
    ...contractParts(step),
  ];
}

const section = (heading: string, text: string | undefined): string[] =>
  text === undefined || text.trim() === "" ? [] : [`## ${heading}\n\n${text.trim()}`];

const entries = (files: readonly FileEntry[]): string =>
  files.map(({ path, note }) => `- ${inline(path)}${note === undefined ? "" : `: ${note}`}`).join("\n");

const protectedAreas = ({ protectedAreas: areas }: Plan): string =>
  areas.map(({ name, paths }) => `- ${[name, paths.map(inline).join(", ")].filter(Boolean).join(": ")}`).join("\n");

function contractParts({ contracts }: Step): string[] {
  if (contracts.length === 0) return section("How it is judged", "A person looks at the result.");
  const commands = contracts.map(({ command, exitCode, stdout }) => {
    const output =
      stdout && (stdout.kind === "contains" ? `contain ${inline(stdout.text)}` : `match ${inline(stdout.pattern)}`);
    const wanted = `It must end with status ${exitCode}${output ? `, and its output must ${output}` : ""}.`;
    return `${fenced(command, "sh")}\n\n${wanted}`;
  });
  return section("How it is judged", `${JUDGED}\n\n${commands.join("\n\n")}`);
}

const JUDGED = `By the contract. You may run it as often as you like, but what you say about it does not count: the \
harness runs this itself in a clean copy of your work, with the tests and settings that the step does not say it changes \
put back as they were.`;

function subscriptionParts(subscriptions: WorkBrief["subscriptions"]): string[] {
  if (subscriptions.length === 0) return [];
  const parts = subscriptions.map(({ name, text }) =>
    text === null ? `${inline(name)} is not there. Go on without it.` : `${inline(name)}:\n\n${fenced(text)}`,
  );
  return section("What you should know", parts.join("\n\n"));
}

/** No line of it may begin with a marker: an agent that repeats its task has not asked anything. */
const INSTRUCTION = `# Now

Do the step. You need not commit anything; the harness does. When you are done, end with a short paragraph that says what \
you have changed. Its first line becomes the title of the commit.

If this cannot be done as specified, say why in a last line that begins with \`CANNOT:\`. That is better than a step that \
only looks done. If you need something that only a person can decide, ask in a last line that begins with \`QUESTION:\`, \
and stop; you go on with the answer.`;
