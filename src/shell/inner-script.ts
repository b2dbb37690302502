import { applyFlags, DEFAULT_OPTIONS, type ShellOptions } from "./shell-options.ts";
import type { ShellWord } from "./shell-word.ts";

/** `sh` may be any POSIX shell: what only bash understands is an error there. */
export type ShellKind = "bash" | "sh";

export type InnerScript = { word: ShellWord; shell: ShellKind; options: ShellOptions };

/** The script of `bash -c '…'` and its relatives. Null when this is no such call or its flags are beyond us. */
export function innerScript(program: string, args: readonly ShellWord[]): InnerScript | null {
  const shell = Object.hasOwn(SHELLS, program) ? SHELLS[program] : undefined;
  if (shell === undefined) return null;
  const flags = applyFlags(DEFAULT_OPTIONS, args);
  if (flags === null || !flags.letters.includes("c")) return null;
  const word = args[flags.operands];
  return word === undefined ? null : { word, shell, options: flags.options };
}

const SHELLS: Readonly<Record<string, ShellKind>> = {
  bash: "bash",
  "/bin/bash": "bash",
  "/usr/bin/bash": "bash",
  sh: "sh",
  "/bin/sh": "sh",
  "/usr/bin/sh": "sh",
  dash: "sh",
};
