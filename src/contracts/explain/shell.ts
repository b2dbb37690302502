import { executedFile } from "../../shell/executed-file.ts";
import { programOf } from "../../shell/invocation.ts";
import { type Complaint, firstMatch, hasProgram, type Scene } from "./complaint.ts";

/** What bash says when it cannot start a command of the contract, cannot read it, or cannot go where it leads. */
export function shellComplaint(scene: Scene): Complaint | null {
  switch (scene.code) {
    case 127:
      return notFound(scene);
    case 126:
      return notExecutable(scene);
    default:
      return syntaxError(scene) ?? missingFolder(scene) ?? crashed(scene);
  }
}

/** `bash: line 1: ` as bash begins the messages of `bash -c`, `sh: 1: ` as dash does. */
const SHELL = String.raw`^(?:\/\S*\/)?(?:bash|sh|dash): (?:line )?\d{1,9}: `;

const NOT_FOUND = new RegExp(`${SHELL}(.+): (?:command )?not found$`);
const NO_FILE = new RegExp(`${SHELL}(.+): No such file or directory$`);
const NO_INTERPRETER = new RegExp(`${SHELL}(.+): (?:cannot execute: required file not found|bad interpreter: .*)$`);
const NO_SCRIPT = /^(?:\/\S*\/)?(?:bash|sh|dash): (?:0: cannot open )?([^:]+): No such file(?: or directory)?$/;
const STARTER =
  /^(?:env|timeout|xargs|nice|nohup|stdbuf|setsid|time|sudo): (?:failed to run command |cannot run |failed to execute )?[‘'"]?(.+?)[’'"]?: No such file or directory$/;

/** Status 127 alone says little: an unset variable under `set -u` ends bash with it, too. */
function notFound(scene: Scene): Complaint | null {
  const tool = firstMatch(scene.last, NOT_FOUND)?.[1] ?? firstMatch(scene.last, STARTER)?.[1];
  if (tool !== undefined)
    return { told: `\`${tool}\` is not installed`, reason: isOfContract(tool, scene) ? "missing-tool" : null };
  const file = firstMatch(scene.last, NO_FILE)?.[1];
  if (file !== undefined) {
    return { told: `\`${file}\` is not there`, reason: isOfContract(file, scene) ? "missing-target" : null };
  }
  const script = firstMatch(scene.last, NO_SCRIPT)?.[1];
  if (script !== undefined) {
    const isNamed = scene.invocations.some((invocation) => executedFile(invocation)?.text === script);
    return { told: `\`${script}\` is not there`, reason: isNamed ? "missing-target" : null };
  }
  const hanging = firstMatch(scene.last, NO_INTERPRETER)?.[1];
  if (hanging === undefined) return null;
  const reason = isOfContract(hanging, scene) ? "missing-tool" : null;
  return { told: `the program that the first line of \`${hanging}\` asks for is not installed`, reason };
}

const NOT_EXECUTABLE = new RegExp(
  `${SHELL}(.+): (Permission denied|Is a directory|cannot execute.*|Exec format error)$`,
);
const STARTER_DENIED =
  /^(?:env|timeout|xargs|nice|nohup|stdbuf|setsid|sudo): (?:failed to run command )?[‘'"]?(.+?)[’'"]?: (Permission denied)$/;

function notExecutable(scene: Scene): Complaint | null {
  const [, file, why] = firstMatch(scene.last, NOT_EXECUTABLE) ?? firstMatch(scene.last, STARTER_DENIED) ?? [];
  if (file === undefined) return null;
  const reason = isOfContract(file, scene) ? "not-executable" : null;
  if (why === "Is a directory") return { told: `\`${file}\` is a folder`, reason };
  const told =
    why === "Permission denied" ? `\`${file}\` is not executable (chmod +x)` : `\`${file}\` cannot be executed`;
  return { told, reason };
}

/** Started by the contract itself, or by what npm or make were told to run for it. */
function isOfContract(name: string, scene: Scene): boolean {
  if (scene.invocations.some((invocation) => invocation.name.text === name)) return true;
  return hasProgram(scene, /^(?:npm|npx|pnpm|yarn|bun|g?make)$/);
}

const SYNTAX =
  /^(?:\/\S*\/)?bash: (?:-c: )?line (\d{1,9}): (syntax error.*|unexpected EOF while looking for matching .*)$/;

/** Only what `bash -c` was given: a script that cannot be read is somebody's work. */
function syntaxError({ code, last }: Scene): Complaint | null {
  if (code !== 1 && code !== 2) return null;
  const [, line, what] = firstMatch(last, SYNTAX) ?? [];
  return what === undefined
    ? null
    : { told: `bash cannot read line ${line} of the command: ${what}`, reason: "syntax" };
}

function missingFolder({ code, last, invocations }: Scene): Complaint | null {
  const [, folder] =
    firstMatch(last.slice(-1), new RegExp(`${SHELL}(?:cd|pushd): (.+): No such file or directory$`)) ?? [];
  if (code !== 1 || folder === undefined) return null;
  const isNamed = invocations.some(
    (invocation) => /^(?:cd|pushd)$/.test(programOf(invocation)) && invocation.args.some(({ text }) => text === folder),
  );
  return isNamed ? { told: `the folder \`${folder}\` is not there`, reason: "missing-target" } : null;
}

function crashed({ code, last }: Scene): Complaint | null {
  const [, what, command] =
    firstMatch(
      last,
      /: line \d{1,9}: +\d{1,9} (Segmentation fault|Aborted|Bus error|Illegal instruction|Killed) +(?:\(core dumped\) +)?(.*)$/,
    ) ?? [];
  if (what !== undefined) return { told: `${what.toLowerCase()} in \`${command}\``, reason: null };
  const signal = CRASHES[code];
  return signal === undefined ? null : { told: signal, reason: null };
}

const CRASHES: Readonly<Record<number, string>> = {
  132: "illegal instruction (SIGILL)",
  134: "aborted (SIGABRT)",
  135: "bus error (SIGBUS)",
  137: "killed (SIGKILL)",
  139: "segmentation fault (SIGSEGV)",
};
