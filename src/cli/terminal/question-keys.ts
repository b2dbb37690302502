import type { OpenedRun, Question } from "../../app/hosting/go-on.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { listedAnswers } from "../../telling/meant-answer.ts";
import { editByHand } from "./edit-by-hand.ts";
import { foldedTo } from "./folded.ts";
import type { Paint } from "./paint.ts";
import { showPatch, showText } from "./show-paged.ts";
import { terminalSize } from "./terminal-size.ts";

export type Key = "d" | "l" | "e" | "?";

const KEYS: Readonly<Record<Key, { word: string; told: string }>> = {
  d: { word: "diff", told: "the whole diff, in your pager ($GIT_PAGER, $PAGER or less)" },
  l: { word: "log", told: "all that the agent and the contracts have printed" },
  e: { word: "edit", told: "open the work in your editor ($VISUAL or $EDITOR) and change it yourself" },
  "?": { word: "help", told: "this" },
};

/** What a person can look at and do before they answer. */
export function keysOf({ step, options }: Question): Key[] {
  if (step === null) return ["?"];
  return ["d", "l", ...(options.some(({ value }) => value === "edit") ? (["e"] as const) : []), "?"];
}

export const keysLine = (keys: readonly Key[]): string =>
  `${keys.map((key) => `${key} ${KEYS[key].word}`).join("   ")}   Ctrl-D later`;

/** A worker may propose an answer of one letter; that is an answer. */
export function keyMeant(question: Question, keys: readonly Key[], text: string): Key | null {
  const typed = text.trim();
  const isAnswer = listedAnswers(question).some(({ value }) => value === typed);
  return isAnswer ? null : (keys.find((key) => key === typed) ?? null);
}

/** A question that is being asked, and where. */
export type Asking = { scene: Scene; opened: OpenedRun; question: Question; paint: Paint; signal: AbortSignal };

/**
 * `judge`: the person has gone on by hand, and what they left is to be judged. `looked`: something else has been on the
 * screen since.
 */
export async function pressed(
  key: Key,
  { scene, opened, question, paint, signal }: Asking,
): Promise<"judge" | "looked" | "told"> {
  const names = [opened.run.id, question.step ?? ""];
  switch (key) {
    case "d": {
      const { diffRun } = await import("../../app/looking/diff-run.ts");
      const { about, patch } = await diffRun(scene, { names, plan: false, color: isPainted(paint), binary: false });
      if (patch.length === 0) process.stderr.write(`${visibleText(about)}: nothing has changed\n`);
      else await showPatch(scene, patch);
      return "looked";
    }
    case "l": {
      const { runLog } = await import("../../app/looking/log-run.ts");
      const { attemptText } = await import("./attempt-text.ts");
      const { attempts } = await runLog(scene, names, null);
      await showText(scene, (attempts ?? []).map((attempt) => attemptText(attempt, paint)).join("\n"));
      return "looked";
    }
    case "e":
      return (await editByHand(scene, opened, signal)) ? "judge" : "looked";
    case "?":
      process.stderr.write(foldedTo(helpText(keysOf(question)), terminalSize(process.stderr).width - 1));
      return "told";
  }
}

const isPainted = (paint: Paint): boolean => paint("bold", "x") !== "x";

const helpText = (keys: readonly Key[]): string =>
  [
    ...keys.filter((key) => key !== "?").map((key) => `${key.padEnd(8)}${KEYS[key].told}`),
    "Enter   takes what is suggested, where little depends on it",
    "1 2 …   an answer by its number, its word or the start of it; y and n",
    "Ctrl-D  leaves the question for later: `planwright inbox` has it",
  ]
    .map((line) => `  ${line}\n`)
    .join("");
