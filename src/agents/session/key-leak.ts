import { existsSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { visibleText } from "../../std/visible-text.ts";
import { findProgram, isInside, type ProgramPlace, realPath } from "./find-program.ts";
import { plainWords } from "./plain-words.ts";

/** Why a command line may not be given keys, and what helps. */
type Leak = { cause: string; remedy: string };

/**
 * Whether a command line starts nothing but one program from outside the repository; null when it does. It is started in
 * the worker's tree, where whatever else it starts could be of the worker's making, and would have the keys.
 */
export function leakIn(line: string, place: ProgramPlace): Leak | null {
  const program = findProgram(line, place);
  // What is not there is told by whoever would start it.
  if (!program.ok) return null;
  const words = plainWords(line);
  if (program.file === null || words === null) {
    const cause = `\`${visibleText(line)}\` is more than one program and its words, and only the shell knows what it starts`;
    return { cause, remedy: SCRIPT };
  }
  if (program.isInTree) {
    return { cause: `${program.name} lies in the repository, whose work could change it`, remedy: "keep it outside" };
  }
  const [, script] = words;
  const names = [program.name, basename(program.file)];
  if (names.some((name) => STARTERS.has(name))) {
    return { cause: `${program.name} starts another program, which may be one of the repository's`, remedy: SCRIPT };
  }
  return names.some((name) => INTERPRETER.test(name)) ? leakOf(program.name, script, place) : null;
}

const SCRIPT = "write a script that starts it, outside the repository, and name that one by its path";

/** Programs whose words name another one, which they look for in the folder where they stand, or fetch. */
const STARTERS = new Set([
  ...[
    "npx",
    "npm",
    "pnpm",
    "pnpx",
    "yarn",
    "yarnpkg",
    "bun",
    "bunx",
    "deno",
    "corepack",
    "uv",
    "uvx",
    "pipx",
    "poetry",
  ],
  ...["env", "nice", "ionice", "nohup", "setsid", "stdbuf", "timeout", "time", "xargs", "find", "script", "watch"],
  ...["sudo", "doas", "su", "runuser", "setpriv", "unshare", "chroot", "flock", "strace", "busybox", "parallel"],
  ...[
    "make",
    "just",
    "task",
    "cargo",
    "go",
    "bundle",
    "rake",
    "docker",
    "podman",
    "mise",
    "volta",
    "volta-shim",
    "direnv",
  ],
]);

const INTERPRETER =
  /^(?:node|nodejs|tsx|ts-node|python|pypy|ruby|perl|php|lua|luajit|tclsh|java|Rscript|pwsh|osascript|awk|gawk|mawk|bash|sh|dash|ash|zsh|ksh|fish)[\d.]*$/;

/** An option may have a file as its value, or a program; so the script comes first. */
function leakOf(interpreter: string, script: string | undefined, { tree }: ProgramPlace): Leak | null {
  if (script === undefined) return { cause: `${interpreter} alone runs whatever it is told`, remedy: SCRIPT };
  const told = visibleText(script);
  if (script.startsWith("-")) {
    const cause = `${interpreter} is told \`${told}\` before its script, and that may lead into the repository`;
    return { cause, remedy: SCRIPT };
  }
  if (!isAbsolute(script)) {
    return { cause: `${interpreter} would look for ${told} in the worker's tree`, remedy: "write its path out" };
  }
  if (!existsSync(script)) return { cause: `there is no file ${told}`, remedy: "write its path out" };
  return isInside(realPath(script), realPath(tree))
    ? { cause: `${told} lies in the repository, whose work could change it`, remedy: "keep it outside" }
    : null;
}
