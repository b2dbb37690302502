import { tokensIn } from "../plan/prompt-size.ts";
import type { PromptLayer } from "../ports/agent.ts";
import type { FailedAttempt, FinishedStep, TemplateStep } from "../ports/judge.ts";
import { fenced } from "../std/fenced.ts";
import { type Length, planBrief } from "./plan-brief.ts";

/**
 * What a planner is asked, each time anew: it remembers nothing. Above this share of what its model can take in, the
 * finished steps are compressed and only the last attempt is shown.
 */
const COMPRESSED_FROM = 0.7;

export const triageLayers = (failed: FailedAttempt, window: number): PromptLayer[] =>
  fitting(window, TRIAGE, (length) => ({
    plan: planBrief(failed.plan, length),
    news: [
      `# What has failed: step \`${failed.step.id}\``,
      ...attemptsIn(failed, length),
      `The architecture was blamed ${failed.resets} times before.`,
    ],
  }));

export const reviewLayers = (finished: FinishedStep, window: number): PromptLayer[] =>
  fitting(window, REVIEW, (length) => ({
    plan: planBrief(finished.plan, length),
    news: [
      `# What has passed its contract: step \`${finished.step.id}\``,
      `The worker said:\n\n${fenced(finished.said)}`,
      `It changed:\n\n${fenced(shortened(finished.diff, length), "diff")}`,
    ],
  }));

export const expandLayers = ({ plan, step, files }: TemplateStep, window: number): PromptLayer[] =>
  fitting(window, EXPAND, (length) => ({
    plan: planBrief(plan, length),
    news: [
      `# What stands for steps that are not written yet: step \`${step.id}\` (${step.template ?? ""})`,
      ...files.map(({ path, text }) => `\`${path}\`:\n\n${fenced(shortened(text, length))}`),
    ],
  }));

type Parts = { plan: string; news: readonly string[] };

function fitting(window: number, instruction: string, parts: (length: Length) => Parts): PromptLayer[] {
  const layers = ({ plan, news }: Parts): PromptLayer[] => [
    { level: "role", text: PLANNER },
    { level: "step", text: plan },
    { level: "attempt", text: news.map((part) => part.trim()).join("\n\n") },
    { level: "instruction", text: instruction },
  ];
  const whole = layers(parts("whole"));
  const length = whole.reduce((sum, { text }) => sum + text.length, 0);
  return tokensIn(length) < COMPRESSED_FROM * window ? whole : layers(parts("compressed"));
}

function attemptsIn({ attempts }: FailedAttempt, length: Length): string[] {
  const shown = length === "whole" ? attempts : attempts.slice(-1);
  return shown.map(({ number, told, said, output, diff }) =>
    [
      `## Attempt ${number}: ${told}`,
      ...(said.trim() === "" ? [] : [`The worker said:\n\n${fenced(said)}`]),
      `The end of the output:\n\n${fenced(output)}`,
      `It changed:\n\n${fenced(shortened(diff, length), "diff")}`,
    ].join("\n\n"),
  );
}

const shortened = (text: string, length: Length): string =>
  length === "whole" || text.length <= MOST
    ? text
    : `${text.slice(0, MOST)}\n… ${text.length - MOST} characters more\n`;

const MOST = 8 * 1024;

const PLANNER = `You are the planner of this plan. Workers carry it out, one step each, and know nothing but their step. You \
can read the repository where you start, and write nothing. What the plan asks for (What), its protected areas, its \
contracts and finished steps are not yours to change: only How is, of steps that are still to come, and decisions can be \
added. Your answer is a proposal; it is held against these rules, and refused where it breaks them.`;

const ANSWER = "End with one JSON object in a fenced block, and nothing after it.";

const TRIAGE = `Find the root cause, and say which it is:
1. The How of this step is wrong, and the architecture is sound. Give the step's new How.
2. The architecture is missing something or wrong. Give the decision to be added, and the How of this and of every pending step that it changes.
3. The What is ambiguous, contradicts itself or cannot be done. A person decides; change nothing.

${ANSWER}

{"class": 1, "told": "what went wrong, in one sentence", "how": "the whole new How, or null", "decision": null, "pending": []}

With class 2, \`decision\` is Markdown and \`pending\` a list such as [{"step": "its id", "how": "its whole new How"}].`;

const REVIEW = `Has this shown that the architecture lacks something? Does the How of a step that is still to come have to change because of it? Most often neither is so.

${ANSWER}

{"told": "what you found, in one sentence", "result": "what the step has come to, in one line", "decision": null, "pending": []}

\`decision\` is Markdown to be added to the architecture, and \`pending\` a list such as [{"step": "its id", "how": "its whole new How"}].`;

const EXPAND = `Write the steps that it stands for, now that it is known. Each is small, self-contained, and proven by the contract of the template, which you cannot change. A person approves them.

${ANSWER}

{"steps": [{"title": "…", "what": "what the worker has to do, with everything it has to know", "how": null}]}`;
