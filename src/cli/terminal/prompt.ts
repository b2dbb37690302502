import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { foldedTo } from "./folded.ts";
import { terminalSize } from "./terminal-size.ts";

/** Whether somebody sits here and can be asked. What a command answers may go elsewhere: questions are no part of it. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/**
 * Asks for a line. Null when the person leaves with Ctrl-D, or the signal says that nobody needs to know any more. Ctrl-C
 * does here what it does everywhere else.
 */
export async function prompt(question: string, signal?: AbortSignal): Promise<string | null> {
  // Only the last line is the editor's: it would break what is longer in the middle of a word.
  const lines = foldedTo(question, terminalSize(process.stderr).width - 1).split("\n");
  const last = lines.pop() ?? "";
  process.stderr.write(lines.map((line) => `${line}\n`).join(""));
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  reader.once("close", () => left.abort());
  reader.once("SIGINT", () => {
    // Whoever listens hears of it before the question ends; without anybody the terminal is put in order first.
    const isHeard = process.emit("SIGINT", "SIGINT");
    reader.close();
    if (!isHeard) process.kill(process.pid, "SIGINT");
  });
  try {
    return await reader.question(/\s$/.test(question) ? `${last.trimEnd()} ` : last, {
      signal: AbortSignal.any([left.signal, ...(signal ? [signal] : [])]),
    });
  } catch {
    process.stderr.write("\n");
    return null;
  } finally {
    reader.close();
    // A terminal that is still read would keep us alive.
    process.stdin.pause();
  }
}

/** Asks for a yes; everything else is a no. */
export async function confirm(question: string): Promise<boolean> {
  await dropTypedAhead();
  const answer = await prompt(`${question} [y/N] `);
  return /^\s*y(es)?\s*$/i.test(answer ?? "");
}

/** The same where much depends on it: a letter that slips is no answer. */
export async function confirmInWord(question: string): Promise<boolean> {
  await dropTypedAhead();
  let answer = await prompt(`${question} [yes/N] `);
  while (answer !== null && /^\s*ye?\s*$/i.test(answer)) answer = await prompt("type the whole word: yes ");
  return /^\s*yes\s*$/i.test(answer ?? "");
}

/** What was typed before anything was asked is no answer to it. A Ctrl-C is one all the same. */
export async function dropTypedAhead(): Promise<void> {
  const { stdin } = process;
  if (!stdin.isTTY) return;
  let typed = "";
  const hear = (bytes: Buffer | string): void => {
    typed += bytes;
  };
  // A terminal gives out a line when it is finished; in raw mode all that it holds.
  stdin.setRawMode(true);
  stdin.on("data", hear);
  stdin.resume();
  await sleep(LONG_ENOUGH);
  stdin.pause();
  stdin.off("data", hear);
  stdin.setRawMode(false);
  if (typed.includes("\x03") && !process.emit("SIGINT", "SIGINT")) process.kill(process.pid, "SIGINT");
}

/** Nobody sees it; what a terminal holds is there at once. */
const LONG_ENOUGH = 40;

/** Asks for a word, where a yes would be said too quickly; everything else is a no. */
export async function confirmWord(question: string, word: string): Promise<boolean> {
  await dropTypedAhead();
  const answer = await prompt(`${question} Type ${word} for yes: `);
  return answer?.trim().toLowerCase() === word;
}
