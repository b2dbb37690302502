import type { PlanToRun } from "../../app/plans/plan-to-run.ts";
import type { Rehearsed, Sentence, Unplayed } from "../../app/rehearsing/rehearse.ts";
import { visibleText } from "../../std/visible-text.ts";
import { wrapped } from "./fit.ts";
import { type Paint, painter, type Tone } from "./paint.ts";
import { printableJson } from "./printable-json.ts";
import { progressLine } from "./progress-line.ts";
import type { Manner } from "./run-display.ts";

export type RehearsalDisplay = {
  playing(scenario: { title: string }): void;
  played(told: Rehearsed | Unplayed): void;
  /** `kept` is the folder that was left. */
  end(kept: string | null): void;
  /** Nothing is left of what moves. */
  rest(): void;
};

/** Stories on standard output as they come; what is being played on standard error. */
export function rehearsalDisplay(plan: PlanToRun, { isJson, color }: Manner): RehearsalDisplay {
  const progress = progressLine();
  const paint = painter(color);
  const width = Math.max(40, Math.min(process.stdout.columns || 100, 100) - 1);
  let heading = paragraph(introduction(plan), "", width);
  return {
    playing({ title }) {
      if (process.stderr.isTTY) progress.show(`playing: ${title}`);
      else process.stderr.write(`playing: ${visibleText(title)}\n`);
    },
    played(told) {
      progress.clear();
      const json = (): string => `${printableJson({ version: 1, ...told }, 0)}\n`;
      process.stdout.write(isJson ? json() : `${heading}${rehearsalText(told, width, paint)}`);
      heading = "";
    },
    end(kept) {
      if (kept === null) return;
      process.stderr.write(
        `${visibleText(`kept in ${kept}; its runs: PLANWRIGHT_HOME=${kept}/home planwright status --all`)}\n`,
      );
    },
    rest: () => progress.clear(),
  };
}

/** What a reader has to know who sees nothing else. */
function introduction({ plan, ticked }: PlanToRun): string {
  const from = ticked.length > 0 ? " It starts with all steps pending, also those that the file calls done." : "";
  return `Rehearsal of "${plan.title}". Agents are played from scripts, and each contract by a stand-in that passes when its step is done: this shows how the plan moves, not whether the work can be done. Where you would only be asked to look or to let it go on, you agree.${from}`;
}

/** One scenario: what it is about, and what happens. */
function rehearsalText(told: Rehearsed | Unplayed, width: number, paint: Paint): string {
  const title = `\n${paint("bold", visibleText(told.title))}\n`;
  if ("why" in told) return `${title}${paragraph(`not played: ${told.why}`, "  ", width)}`;
  const sentences = told.story.map(({ kind, text }) => {
    const [sign, tone] = SIGNS[kind];
    const [first = "", ...rest] = wrapped(visibleText(text), width - 4);
    return [`  ${paint(tone, sign)} ${first}`, ...rest.map((line) => `    ${line}`)].join("\n");
  });
  return `${title}${paragraph(told.plot, "  ", width)}${sentences.join("\n")}\n`;
}

const SIGNS: Record<Sentence["kind"], [sign: string, tone: Tone]> = {
  good: ["✓", "green"],
  bad: ["✗", "red"],
  asks: ["?", "yellow"],
  plain: ["·", "dim"],
};

const paragraph = (text: string, indent: string, width: number): string =>
  wrapped(visibleText(text), width - indent.length)
    .map((line) => `${indent}${line}\n`)
    .join("");
