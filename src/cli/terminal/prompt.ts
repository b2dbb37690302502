import { createInterface } from "node:readline/promises";

/** Whether somebody sits here and can be asked. What a command answers may go elsewhere: questions are no part of it. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/**
 * Asks for a line. Null when the person leaves with Ctrl-D, or the signal says that nobody needs to know any more. Ctrl-C
 * does here what it does everywhere else.
 */
export async function prompt(question: string, signal?: AbortSignal): Promise<string | null> {
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
    return await reader.question(question, { signal: AbortSignal.any([left.signal, ...(signal ? [signal] : [])]) });
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
  const answer = await prompt(`${question} [y/N] `);
  return /^\s*y(es)?\s*$/i.test(answer ?? "");
}

/** Asks for a word, where a yes would be said too quickly; everything else is a no. */
export async function confirmWord(question: string, word: string): Promise<boolean> {
  const answer = await prompt(`${question} Type ${word} for yes: `);
  return answer?.trim().toLowerCase() === word;
}
