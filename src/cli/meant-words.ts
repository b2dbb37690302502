import type { Command } from "commander";

/** The command line as a person meant it, in the words of the commands that there are. */
export function meantWords(words: readonly string[]): string[] {
  const at = words.findIndex((word) => !word.startsWith("-"));
  const first = words[at];
  if (first === undefined) return [...words];
  const [before, after] = [words.slice(0, at), words.slice(at + 1)];
  if (first === "help") return help(before, after);
  if (first === "plan") return [...before, ...after];
  return [...before, OTHER_WORDS.get(first) ?? first, ...after];
}

/** What people type who come from other tools, or know the thing by another word. */
export const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ["list", "status"],
  ["ls", "status"],
  ["stop", "pause"],
  ["abort", "cancel"],
  ["continue", "resume"],
  ["version", "--version"],
]);

/** `help run` is `run --help`, so that a command that does not exist is an error in both. */
function help(before: readonly string[], after: readonly string[]): string[] {
  const words = meantWords(after.filter((word) => !isHelp(word)));
  return [...before, ...words, "--help"];
}

/** Help that is asked of a command that does not exist would be the help of the one around it, as if all were well. */
export function withoutVainHelp(planwright: Command, words: readonly string[]): string[] {
  let command = planwright;
  for (const word of words) {
    if (word === "--") break;
    if (word.startsWith("-") || command.commands.length === 0) continue;
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) return words.filter((each) => !isHelp(each));
    command = next;
  }
  return [...words];
}

const isHelp = (word: string): boolean => word === "--help" || word === "-h";
