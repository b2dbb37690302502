import type { SentPrompt, ShownStep } from "../../app/looking/show-step.ts";
import { plainLines } from "../../std/plain-lines.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Paint } from "./paint.ts";

/** A step as it was approved, whole. */
export function stepText({ step, status, prompts }: ShownStep, paint: Paint): string {
  const { number, title, what, how, subtasks, files, contracts } = step;
  const last = prompts.at(-1)?.attempt ?? 0;
  const tried = last === 0 ? "not tried yet" : `${last} ${last === 1 ? "attempt" : "attempts"}`;
  const paths = [
    ...files.change.map(({ path }) => `changes ${path}`),
    ...files.add.map(({ path }) => `adds ${path}`),
    ...files.delete.map(({ path }) => `deletes ${path}`),
  ];
  return [
    paint("bold", visibleText(`step ${number}: ${title}`)),
    paint("dim", `${status}, ${tried}`),
    ...section(plainLines(what)),
    ...section(how === undefined ? [] : plainLines(how)),
    ...section(subtasks.map(({ text }) => `- ${visibleText(text)}`)),
    ...section(paths.map(visibleText)),
    ...section(contracts.flatMap(({ command }) => commandLines(command, paint))),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

const section = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", ...lines]);

const commandLines = (command: string, paint: Paint): string[] =>
  plainLines(command.trimEnd()).map((line, index) => paint("cyan", `${index === 0 ? "$" : " "} ${line}`));

/** What went to the workers of a step, one attempt after the other. */
export function promptsText({ step, prompts }: ShownStep, paint: Paint): string {
  if (prompts.length === 0) return `no worker has started step ${step.number} yet\n`;
  return prompts.map((prompt, index) => `${index > 0 ? "\n" : ""}${promptText(step.number, prompt, paint)}`).join("");
}

function promptText(number: number, { attempt, leg, agent, text }: SentPrompt, paint: Paint): string {
  const again = leg > 1 ? `, part ${leg}` : "";
  const lines = text === null ? [paint("dim", "nothing is kept of what it was told")] : plainLines(text.trimEnd());
  const head = paint("bold", visibleText(`step ${number}, attempt ${attempt}${again}, ${agent}`));
  return [head, "", ...lines].map((line) => `${line}\n`).join("");
}
