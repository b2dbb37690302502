import { formatDuration } from "../plan/duration.ts";
import type { FileEntry, Plan, Step } from "../plan/model.ts";
import type { WorkLimits } from "../plan/policies.ts";
import type { PromptLayer } from "../ports/agent.ts";
import { roleNamed } from "../roles/roles.ts";
import { fenced, inline } from "../std/fenced.ts";
import { type AttemptNews, attemptPart } from "./attempt-part.ts";
import { promptText } from "./session/prompt-text.ts";

/** Everything a worker is told. Of the other steps it sees what the plan's files say, read-only. */
export type WorkBrief = {
  plan: Plan;
  step: Step;
  role: string;
  /** The project's own rules: the text of `AGENTS.md`. */
  rules: string | null;
  conditions: Conditions;
  /** `file:…` and `topic:…` with what they say. */
  subscriptions: Subscription[];
  /** Not the first stretch of the attempt: what the worker has done is in its folder. */
  goesOn: GoesOn | null;
} & AttemptNews;

/** What a worker can count on, and for how long. */
type Conditions = {
  /** Whom the worker can reach, as `name:port`. */
  reaches: "everybody" | readonly string[];
  /** Whether what the lockfiles of a tree name is installed for it, or nothing but what somebody has installed before. */
  installsLockfiles: boolean;
  limits: WorkLimits;
};

/** `text` is null for one that is not there; `rest` counts the characters that are left out at its end. */
export type Subscription = { name: string; text: string | null; rest: number };

/** `hadPassed`: so did the contract. `stopped` says what else the harness held against the work. */
export type GoesOn = { hadPassed: boolean; stopped: string | null };

/**
 * What a worker is told. What is the same for every step comes first and what is new in this attempt last, so that a
 * model's provider can reuse what it has read; for the same reason nothing above the attempt names a date, an id or a place
 * on this machine.
 */
export function workLayers(brief: WorkBrief): PromptLayer[] {
  const { plan, step, role, rules, conditions, subscriptions, goesOn } = brief;
  return [
    ...layer("role", [`${roleNamed(role).duty} ${EVERYBODY}`]),
    ...layer("project", rules === null ? [] : [`# Rules of the project\n\n${fenced(rules, "markdown")}`]),
    ...layer("step", [conditionsPart(conditions, step), ...stepParts(plan, step), ...subscriptionParts(subscriptions)]),
    ...layer("attempt", [...(goesOn === null ? [] : [goesOnPart(goesOn)]), ...attemptPart(brief)]),
    ...layer("instruction", [INSTRUCTION]),
  ];
}

/** The same as one text. */
export const workPrompt = (brief: WorkBrief): string => promptText(workLayers(brief));

/** After the duty of the role; the same bytes for every plan. */
const EVERYBODY = `You work alone, in a sandbox, on one step. The folder you start in is your own copy of the \
repository; \`.plan/\`, and what you must not touch, can only be read there (EROFS is no fault of yours). Nobody reads along \
and nobody answers while you work. Do what the step says, no less and no more.`;

const layer = (level: PromptLayer["level"], parts: readonly string[]): PromptLayer[] =>
  parts.length === 0 ? [] : [{ level, text: parts.map((part) => part.trim()).join("\n\n") }];

function conditionsPart({ reaches, installsLockfiles, limits: { total, silence } }: Conditions, step: Step): string {
  const installed = `What is installed is there. What you install besides is thrown away${installsLockfiles ? ", unless the step changes the lockfile that names it" : ""}.`;
  const time = `You have ${formatDuration(total)}${silence < total ? `, and are stopped after ${formatDuration(silence)} without output` : ""}.`;
  return `# Where you work\n\n${networkWords(reaches, step)} ${installed} ${time}`;
}

function networkWords(reaches: Conditions["reaches"], { needs }: Step): string {
  if (needs.length > 0) return `${ownNetwork(reaches)} The contract has the network that a person lets it have.`;
  if (reaches === "everybody") return "You have a network; the contract has none.";
  if (reaches.length === 0) return "There is no network.";
  return `You and what you run can reach ${reaches.join(", ")} and nobody else; the contract has no network.`;
}

function ownNetwork(reaches: Conditions["reaches"]): string {
  if (reaches === "everybody") return "You have a network.";
  if (reaches.length === 0) return "You have no network.";
  return `You and what you run can reach ${reaches.join(", ")} and nobody else.`;
}

function stepParts(plan: Plan, step: Step): string[] {
  const { change, add, delete: remove, mustNotTouch } = step.files;
  return [
    `# The step: ${step.title}`,
    ...section("What", step.what),
    ...section("Why", step.reason),
    ...section("Architecture & Design Decisions", isWholePlan(plan, step) ? plan.architecture : ""),
    ...section("How", step.how),
    ...section("Parts", step.subtasks.map(({ text, done }) => `- [${done ? "x" : " "}] ${text}`).join("\n")),
    ...section("Expected", step.expected),
    ...section("Accepted when", step.acceptsWhen),
    ...section("Files to change", entries(change)),
    ...section("Files to add", entries(add)),
    ...section("Files to delete", entries(remove)),
    ...(change.length + add.length + remove.length === 0 ? [] : [NO_OTHERS]),
    ...section("You must not touch", entries(mustNotTouch)),
    ...section("Protected: you must not touch these either", protectedAreas(plan)),
    ...contractParts(step),
    ...section("Publishing", step.needs.includes("publish") ? PUBLISHING : ""),
  ];
}

/** A plan without task files is one step. Its worker has nothing but the overview, and needs the decisions in it. */
const isWholePlan = ({ source, steps, title, what }: Plan, step: Step): boolean =>
  source.dialect === "branch" && steps.length === 1 && step.title === title && step.what === what;

const NO_OTHERS = "A change to any other file may stop the step until a person has looked at it.";

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
  const proves = contracts.some(({ kind }) => kind === "proves") ? `\n\n${PROVES}` : "";
  return section("How it is judged", `${JUDGED}${proves}\n\n${commands.join("\n\n")}`);
}

const JUDGED = `By the contract. You may run it as often as you like, but what you say about it does not count: the \
harness runs this itself in a clean copy of your work, with the tests and settings that the step does not say it changes \
put back as they were. New tests must fail without your work.`;

const PROVES = `If it passes before you begin, add a test that fails without your work: a contract that passes with and \
without it proves nothing, and the step is not accepted.`;

const PUBLISHING = `The harness commits, pushes the branch and opens the pull request itself, before it runs the contract. \
You cannot, and need not. Do what the step asks for besides; where that is nothing, change nothing and say so.`;

function subscriptionParts(subscriptions: readonly Subscription[]): string[] {
  return section("What you should know", subscriptions.map(subscriptionText).join("\n\n"));
}

function subscriptionText({ name, text, rest }: Subscription): string {
  if (text === null) return `${inline(name)} is not there. Go on without it.`;
  if (text.trim() === "") return `${inline(name)} says nothing yet.`;
  const more = rest === 0 ? "" : `\n\nIt goes on for another ${rest} characters.`;
  return `${inline(name)}:\n\n${fenced(text)}${more}`;
}

function goesOnPart({ hadPassed, stopped }: GoesOn): string {
  const passed = hadPassed ? " The contract passed on it." : "";
  const why = stopped === null ? "" : `\n\nThe harness stopped there, because of this:\n\n${fenced(stopped)}`;
  return `You have worked on this step before. What you did is in your folder (\`git status\`); go on from there.${passed}${why}`;
}

/** No line of it may begin with a marker: an agent that repeats its task has not asked anything. */
const INSTRUCTION = `# Now

Do the step. You need not commit anything; the harness does. When you are done, end with a short paragraph that says what \
you have changed. The commit quotes it.

If this cannot be done as specified, say why in a last paragraph that begins with \`CANNOT:\`. That is better than a step \
that only looks done. If you need something that only a person can decide, ask in a last paragraph that begins with \
\`QUESTION:\`, and stop; you go on with the answer. If there are answers to choose from, end with a JSON object instead: \
\`{"type":"question","question":"…","context":"…","severity":"critical|major|minor","options":[{"label":"…","value":"…",\
"description":"…"}],"default":"a value"}\`.`;
