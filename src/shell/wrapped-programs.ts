import type { Invocation } from "./invocation.ts";
import { programOf } from "./invocation.ts";
import { firstOperandAt, hasOption } from "./operands.ts";
import type { ShellWord } from "./shell-word.ts";

/** A program that another one starts: `timeout 60 npm test` starts `npm test`. */
export type Wrapped = { words: readonly ShellWord[]; isOnPath: boolean; folder: string | null };

/** What an invocation does nothing but start. */
export function wrappedPrograms(outer: Invocation): Wrapped[] {
  const program = programOf(outer);
  const { args, folder } = outer;
  if (program === "find") return findActions(args).map((words) => ({ words, isOnPath: true, folder: null }));
  const onPath = Object.hasOwn(STARTERS, program) ? STARTERS[program]?.(args) : undefined;
  if (onPath !== undefined) return wrapped(args, onPath, true, folder);
  const local = Object.hasOwn(RUNNERS, program) ? RUNNERS[program]?.(args) : undefined;
  if (local === undefined) return [];
  return wrapped(args, local, false, hasOption(args.slice(0, local), ...FOLDER_OPTIONS) ? null : folder);
}

/** Says at which argument the inner program's name stands. */
type Locate = (args: readonly ShellWord[]) => number;

const after =
  (...valued: string[]): Locate =>
  (args) =>
    firstOperandAt(args, 0, valued);

/** `runner verb program …`, with options before and after the verb. */
const afterVerb =
  (verbs: readonly string[], ...valued: string[]): Locate =>
  (args) => {
    const verb = firstOperandAt(args, 0, valued);
    return verbs.includes(args[verb]?.text ?? "") ? firstOperandAt(args, verb + 1, valued) : args.length;
  };

const afterAssignments =
  (...valued: string[]): Locate =>
  (args) => {
    let index = firstOperandAt(args, 0, valued);
    while (/^\w+=/.test(args[index]?.source ?? "")) index += 1;
    return index;
  };

const NEVER: Locate = (args) => args.length;

const STARTERS: Readonly<Record<string, Locate>> = {
  // `command -v x` only asks whether there is an x.
  command: (args) => (hasOption(args.slice(0, 1), "-v", "-V") ? NEVER(args) : firstOperandAt(args, 0, [])),
  builtin: after(),
  exec: after("-a"),
  env: (args) =>
    hasOption(args, "-S", "--split-string") ? NEVER(args) : afterAssignments("-u", "-C", "--chdir")(args),
  time: after("-f", "-o"),
  nice: after("-n"),
  ionice: after("-c", "-n"),
  nohup: after(),
  setsid: after(),
  stdbuf: after("-i", "-o", "-e"),
  timeout: (args) => firstOperandAt(args, 0, ["-s", "-k", "--signal", "--kill-after"]) + 1,
  xargs: after(
    "-a",
    "-d",
    "-E",
    "-I",
    "-L",
    "-n",
    "-P",
    "-s",
    "--max-args",
    "--max-procs",
    "--delimiter",
    "--arg-file",
  ),
  sudo: afterAssignments("-u", "-g", "-h", "-p", "-C", "--user", "--group"),
  doas: after("-u"),
  chronic: after(),
  "xvfb-run": after("-e", "-f", "-n", "-p", "-s", "-w", "--server-args", "--server-num"),
};

/** A project's own way to find programs, which need not be on PATH. */
const RUNNERS: Readonly<Record<string, Locate>> = {
  uv: afterVerb(
    ["run"],
    ...["--with", "--python", "-p", "--group", "--extra", "--project", "--directory", "--env-file", "--package"],
  ),
  poetry: afterVerb(["run"], "-C", "--directory", "-P", "--project"),
  pdm: afterVerb(["run"], "-p", "--project"),
  pipenv: afterVerb(["run"]),
  rye: afterVerb(["run"]),
  hatch: afterVerb(["run"], "-e", "--env"),
  npx: after("-p", "--package", "-c", "--call", "-w", "--workspace"),
  bunx: after(),
  npm: afterVerb(["exec", "x"], "-p", "--package", "-w", "--workspace", "--prefix"),
  pnpm: afterVerb(["exec", "dlx"], "-C", "--dir", "--filter", "-F"),
  yarn: (args) => {
    const first = firstOperandAt(args, 0, ["--cwd"]);
    return ["run", "exec", "dlx"].includes(args[first]?.text ?? "") ? first + 1 : first;
  },
  bundle: afterVerb(["exec"]),
  python: moduleAt,
  python3: moduleAt,
};

const FOLDER_OPTIONS = [
  "--directory",
  "--project",
  "--prefix",
  "--dir",
  "--cwd",
  "-C",
  "--workspace",
  "-w",
  "--filter",
  "-F",
];

/** `python -m pytest …` runs pytest. */
function moduleAt(args: readonly ShellWord[]): number {
  const flag = args.findIndex(({ text }) => text === "-m");
  const isFlagOfPython = flag >= 0 && firstOperandAt(args.slice(0, flag), 0, ["-W", "-X"]) >= flag;
  return isFlagOfPython ? flag + 1 : args.length;
}

function wrapped(args: readonly ShellWord[], at: number, isOnPath: boolean, folder: string | null): Wrapped[] {
  return at < args.length ? [{ words: args.slice(at), isOnPath, folder }] : [];
}

/** `find … -exec program … ;` and its relatives. */
function findActions(args: readonly ShellWord[]): ShellWord[][] {
  const actions: ShellWord[][] = [];
  let open: ShellWord[] | null = null;
  for (const arg of args) {
    const text = arg.text ?? "";
    if (open === null && /^-(?:exec|execdir|ok|okdir)$/.test(text)) {
      open = [];
      actions.push(open);
    } else if (text === ";" || text === "+") open = null;
    else open?.push(arg);
  }
  return actions.filter((action) => action.length > 0);
}
