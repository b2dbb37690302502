import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { visibleText } from "../../std/visible-text.ts";
import { type ProgramWord, programWord } from "./program-word.ts";

/** Where an agent's program is looked for, as paths outside the sandbox. */
export type ProgramPlace = {
  /** The person's folder, which relative paths start from. */
  cwd: string;
  /** The folders of PATH. */
  search: readonly string[];
  /** The repository's top folder. The worker sees its own copy of it. */
  tree: string;
};

export type Program = FoundProgram | MissingProgram;

/** `mount` is the real file to show inside; null when the sandbox shows it anyway, or the worker's tree has it. */
export type FoundProgram = {
  ok: true;
  name: string;
  /** The real file; null for a line of which only the shell can tell what it starts. */
  file: string | null;
  mount: string | null;
  /** Whether it comes with the work, and so has to be committed. */
  isInTree: boolean;
  /** The command line as it has to be written inside, where the worker's tree is at `at`. */
  lineAt(at: string): string;
};

export type MissingProgram = { ok: false; name: string; cause: string; remedy: string };

/** Finds the program that a command line names, and how to start it from inside the sandbox. Never throws. */
export function findProgram(line: string, place: ProgramPlace): Program {
  if (line.trim() === "") {
    return { ok: false, name: "command", cause: "no command is given", remedy: "write one: `command:./agent.sh`" };
  }
  const word = programWord(line);
  if (word === null || word.text === null || OF_THE_SHELL.has(word.text)) return leftToTheShell(line);
  const found = look(word.text, place);
  const name = basename(word.text) || word.text;
  return found.ok ? started(line, word, found.path, name, place) : { ...found, name };
}

/** Words that begin a command and are no program's name. Others, such as `echo`, are programs as well. */
const OF_THE_SHELL = new Set([
  ...["!", ".", ":", "case", "for", "function", "if", "time", "until", "while"],
  ...["alias", "builtin", "cd", "command", "declare", "eval", "exec", "exit", "export", "let", "local", "read"],
  ...["readonly", "return", "set", "shopt", "source", "trap", "type", "typeset", "ulimit", "umask", "unset", "wait"],
]);

const leftToTheShell = (line: string): FoundProgram => ({
  ok: true,
  name: "bash",
  file: null,
  mount: null,
  isInTree: false,
  lineAt: () => line,
});

function started(line: string, word: ProgramWord, path: string, name: string, place: ProgramPlace): FoundProgram {
  const [real, tree] = [realPath(path), realPath(place.tree)];
  const lineWith = (program: string): string => `${line.slice(0, word.start)}${quoted(program)}${line.slice(word.end)}`;
  const found = { ok: true, name, file: real } as const;
  if (isInside(real, tree)) {
    const within = relative(tree, real);
    return { ...found, mount: null, isInTree: true, lineAt: (at) => lineWith(join(at, within)) };
  }
  if (!SHOWN_ANYWAY.some((folder) => isInside(real, folder))) {
    return { ...found, mount: real, isInTree: false, lineAt: () => lineWith(real) };
  }
  // Its own name stays, since some programs do what they are called.
  const asFound = word.text?.includes("/") ? lineWith(path) : line;
  return { ...found, mount: null, isInTree: false, lineAt: () => asFound };
}

/** The system's own folders, which every sandbox shows. */
const SHOWN_ANYWAY = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/snap"],
  ...["/nix/store", "/gnu/store", "/run/current-system/sw"],
];

export const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** What has gone away meanwhile is told by whoever starts it. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

type Looked = { ok: true; path: string } | Omit<MissingProgram, "name">;

function look(word: string, { cwd, search }: ProgramPlace): Looked {
  const told = visibleText(word);
  if (word.startsWith("~")) {
    return missing(`${told} begins with \`~\`, which only your own shell knows`, "write the path out");
  }
  const isPath = word.includes("/");
  const places = isPath ? [resolve(cwd, word)] : search.map((folder) => join(folder, word));
  const seen = places.map((path) => ({ path, state: stateOf(path) }));
  const [first] = seen.filter(({ state }) => state === "program");
  if (first) return { ok: true, path: first.path };

  const unfit = seen.find(({ state }) => state === "not-executable");
  const where = visibleText(unfit?.path ?? places[0] ?? "");
  if (unfit) return missing(`${where} is not executable`, `chmod +x ${quoted(where)}`);
  if (!isPath) {
    return missing(`${told} is not installed: no folder of PATH has it`, "install it, or write its path");
  }
  if (seen[0]?.state === "folder") return missing(`${where} is a folder`, "name the program in it");
  return missing(`${told} is not there: there is no file ${where}`, "write the path as seen from your folder");
}

const missing = (cause: string, remedy: string): Looked => ({ ok: false, cause, remedy });

function stateOf(path: string): "program" | "not-executable" | "folder" | "nothing" {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return stats.isDirectory() ? "folder" : "nothing";
  } catch {
    return "nothing";
  }
  try {
    accessSync(path, constants.X_OK);
    return "program";
  } catch {
    return "not-executable";
  }
}
