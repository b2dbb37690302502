import type { AttemptEnd, AttemptLog } from "../../app/looking/log-run.ts";
import { plainLines } from "../../std/plain-lines.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Paint, Tone } from "./paint.ts";

/** One leg of an attempt, whole: what the agent printed, what each contract printed, and what became of it. */
export function attemptText({ number, attempt, leg, agent, text, contracts, end }: AttemptLog, paint: Paint): string {
  const again = leg > 1 ? `, part ${leg}` : "";
  return [
    paint("bold", visibleText(`step ${number}, attempt ${attempt}${again}, ${agent}`)),
    ...printed(text, paint),
    ...contracts.flatMap(({ command, exit, log }) => [
      "",
      ...plainLines(command.trimEnd()).map((line, index) => paint("cyan", `${index === 0 ? "$" : " "} ${line}`)),
      ...(log.trim() === "" ? [] : plainLines(log.trimEnd())),
      paint("dim", visibleText(`exit ${exit}`)),
    ]),
    "",
    ...ending(end, paint),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function printed(text: string | null, paint: Paint): string[] {
  if (text === null) return [paint("dim", "its output is no longer kept")];
  return text === "" ? [paint("dim", "it printed nothing")] : plainLines(text.replace(/\n$/, ""));
}

function ending({ is, told, kept }: AttemptEnd, paint: Paint): string[] {
  const [sign, tone, word] = ENDS[is];
  const [first = "", ...rest] = told.trim() === "" ? [] : plainLines(told.trimEnd());
  return [
    `${paint(tone, sign)} ${word}${first === "" ? "" : `: ${first}`}`,
    ...rest.map((line) => `  ${line}`),
    ...(kept === null ? [] : [`  what it left is kept on ${visibleText(kept)}`]),
  ];
}

const ENDS: Readonly<Record<AttemptEnd["is"], readonly [sign: string, tone: Tone, word: string]>> = {
  "under-way": ["▸", "cyan", "under way"],
  passed: ["✓", "green", "passed"],
  failed: ["✗", "red", "refused"],
  held: ["!", "yellow", "stopped"],
  interrupted: ["·", "dim", "interrupted"],
};
