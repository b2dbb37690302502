import type { ShellWord } from "./shell-word.ts";

/** Where control can end up in either state, the setting is `maybe`. */
export type Setting = "off" | "on" | "maybe";

/** The options that decide which failures reach the exit status. */
export type ShellOptions = { errexit: Setting; pipefail: Setting; nounset: Setting };

export const DEFAULT_OPTIONS: ShellOptions = { errexit: "off", pipefail: "off", nounset: "off" };
export const UNKNOWN_OPTIONS: ShellOptions = { errexit: "maybe", pipefail: "maybe", nounset: "maybe" };

/**
 * The options after `set` or a shell was given these flags, and where its operands begin.
 * Null when a flag is not certain, or changes more than we follow.
 */
export function applyFlags(
  options: ShellOptions,
  words: readonly ShellWord[],
): { options: ShellOptions; operands: number; letters: string } | null {
  let changed = options;
  let letters = "";
  let index = 0;
  while (index < words.length) {
    const flag = words[index]?.text;
    if (flag === null || flag === undefined) return null;
    if (flag === "--") return { options: changed, operands: index + 1, letters };
    if (!/^[-+]./.test(flag)) break;
    index += 1;
    if (flag.startsWith("--")) {
      if (!HARMLESS_LONG.has(flag)) return null;
      continue;
    }
    const setting: Setting = flag.startsWith("-") ? "on" : "off";
    for (const letter of flag.slice(1)) {
      letters += letter;
      const name = letter === "o" ? words[index++]?.text : LETTERS[letter];
      if (name === undefined || name === null) return null;
      if (name === "errexit" || name === "pipefail" || name === "nounset") changed = { ...changed, [name]: setting };
      else if (!HARMLESS_NAMES.has(name)) return null;
    }
  }
  return { options: changed, operands: index, letters };
}

/** The options when either of two roads may have been taken. */
export function joinOptions(a: ShellOptions, b: ShellOptions): ShellOptions {
  if (a === b) return a;
  return {
    errexit: joinSetting(a.errexit, b.errexit),
    pipefail: joinSetting(a.pipefail, b.pipefail),
    nounset: joinSetting(a.nounset, b.nounset),
  };
}

const joinSetting = (a: Setting, b: Setting): Setting => (a === b ? a : "maybe");

/** `c`, `l` and `i` belong to a shell's command line; they say how it starts, not how it runs. */
const LETTERS: Readonly<Record<string, string>> = {
  e: "errexit",
  u: "nounset",
  x: "xtrace",
  v: "verbose",
  f: "noglob",
  a: "allexport",
  h: "hashall",
  E: "errtrace",
  c: "command",
  l: "login",
  i: "interactive",
};

const HARMLESS_NAMES = new Set(["xtrace", "verbose", "noglob", "allexport", "hashall", "errtrace", "command", "login"]);
const HARMLESS_LONG = new Set(["--login", "--norc", "--noprofile"]);
