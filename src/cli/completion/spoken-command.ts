import type { Command } from "commander";

/** A command as somebody types it, with all that may follow. `path` is its words, such as `topic read`; empty for the root. */
export type SpokenCommand = {
  path: string;
  summary: string;
  subcommands: { name: string; summary: string }[];
  options: SpokenOption[];
  /** What its arguments name. */
  takes: "runs" | "refs" | "words" | "files" | "nothing";
  /** Where an argument is one of a few words. */
  words: string[];
};

/** `values` is null for a switch, and empty where anything may follow. */
export type SpokenOption = { long: string; short: string | null; about: string; values: string[] | null };

/** The program and every command of it, as it describes itself. */
export const spokenCommands = (command: Command, path = ""): SpokenCommand[] => [
  spoken(command, path),
  ...command.commands.flatMap((each) => spokenCommands(each, path === "" ? each.name() : `${path} ${each.name()}`)),
];

function spoken(command: Command, path: string): SpokenCommand {
  const names = command.registeredArguments.map((argument) => argument.name());
  const words = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
  return {
    path,
    summary: command.summary(),
    subcommands: command.commands.map((each) => ({ name: each.name(), summary: each.summary() })),
    options: [...command.options.filter(({ hidden }) => !hidden).map(spokenOption), HELP],
    takes: takenBy(names, words),
    words,
  };
}

const spokenOption = (option: Command["options"][number]): SpokenOption => ({
  long: option.long ?? "",
  short: option.short ?? null,
  about: option.description,
  values: option.required || option.optional ? (option.argChoices ?? []) : null,
});

const HELP: SpokenOption = { long: "--help", short: "-h", about: "show help", values: null };

/** By the names that arguments have in every command: a question may be named by the plan that asks. */
function takenBy(names: readonly string[], words: readonly string[]): SpokenCommand["takes"] {
  if (words.length > 0) return "words";
  if (names.some((name) => name === "run" || name === "id")) return "runs";
  if (names.includes("ref")) return "refs";
  return names.length === 0 ? "nothing" : "files";
}
