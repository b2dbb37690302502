import { type Invocation, programOf } from "./invocation.ts";
import { hasOption, type OptionStyle, operandsOf, optionsTaking, optionValue } from "./operands.ts";
import { applyFlags, DEFAULT_OPTIONS } from "./shell-options.ts";
import type { ShellWord } from "./shell-word.ts";

/** The file whose text an invocation runs as a program: `./check.sh`, `bash check.sh`, `make -f x.mk`. */
export function executedFile(invocation: Invocation): ShellWord | null {
  const file = programFile(invocation);
  // `python - <<EOF` reads its program from the contract itself.
  return file?.text === "-" ? null : file;
}

function programFile(invocation: Invocation): ShellWord | null {
  const { name, args, isOnPath } = invocation;
  const program = programOf(invocation);
  if (SHELL.test(program)) return shellScript(args);
  if (name.text?.includes("/") && !INTERPRETERS.some(({ names }) => names.test(program))) return name;
  // `uv run check.py` finds the interpreter by itself.
  if (!isOnPath && /\.(?:py|[cm]?[jt]s)$/.test(program)) return name;
  if (/^(?:make|gmake)$/.test(program)) return optionValue(args, "-f", "--file", "--makefile");
  if (program === "source" || program === ".") return args[0] ?? null;
  const interpreter = INTERPRETERS.find(({ names }) => names.test(program));
  return interpreter === undefined ? null : scriptOf(args, interpreter);
}

const SHELL = /^(?:ba|da|z|k)?sh$/;

function shellScript(args: readonly ShellWord[]): ShellWord | null {
  const flags = applyFlags(DEFAULT_OPTIONS, args);
  return flags === null || flags.letters.includes("c") ? null : (args[flags.operands] ?? null);
}

type Interpreter = {
  names: RegExp;
  style: OptionStyle;
  /** With one of these the program comes from somewhere else. */
  elsewhere: RegExp;
  /** It has verbs of its own, so that only what looks like a path is a file. */
  isTool?: boolean;
};

function scriptOf(args: readonly ShellWord[], { style, elsewhere, isTool = false }: Interpreter): ShellWord | null {
  const [first, second] = operandsOf(args, style);
  const script = isTool && first?.text === "run" ? second : first;
  if (script === undefined || (isTool && !/[./]/.test(script.source))) return null;
  const before = args.slice(0, args.indexOf(script));
  return before.some(({ text }) => elsewhere.test(text ?? "")) ? null : script;
}

const INTERPRETERS: readonly Interpreter[] = [
  { names: /^(?:python|pypy)[\d.]*$/, style: optionsTaking("-W", "-X"), elsewhere: /^-\w*[cm]$/ },
  {
    names: /^(?:node|nodejs|tsx|ts-node)$/,
    style: optionsTaking("-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--env-file"),
    elsewhere: /^(?:--test|-e|-p|-pe|-c|--eval|--print|--check|--run)(?:=|$)/,
  },
  { names: /^(?:deno|bun)$/, style: optionsTaking("-c", "--config"), elsewhere: /^-e$/, isTool: true },
  { names: /^(?:ruby|perl|php)$/, style: optionsTaking("-I", "-r", "-d"), elsewhere: /^-\w*[eEr]$/ },
];

/** Whether this is Node's own test runner, which only reads the files it is given. */
export const isNodeTest = (invocation: Invocation): boolean =>
  programOf(invocation) === "node" && hasOption(invocation.args, "--test");
