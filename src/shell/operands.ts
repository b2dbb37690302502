import type { ShellWord } from "./shell-word.ts";

/** How a program's options are written: `valued` ones take the next word, `plain` ones stand alone. */
export type OptionStyle = { valued: ReadonlySet<string>; plain: ReadonlySet<string> | "all" };

/** Every option stands alone, except these. */
export const optionsTaking = (...valued: string[]): OptionStyle => ({ valued: new Set(valued), plain: "all" });

/**
 * The words that are no options and no option's value. After an option we do not know, the next word might be
 * its value, so it is left out.
 */
export function operandsOf(args: readonly ShellWord[], style: OptionStyle): ShellWord[] {
  const operands: ShellWord[] = [];
  let isTaken = false;
  for (const [index, arg] of args.entries()) {
    const text = arg.text ?? "";
    if (text === "--") return [...operands, ...args.slice(index + 1)];
    if (/^[-+]./.test(text)) {
      isTaken = takesNext(text, style);
    } else {
      if (!isTaken) operands.push(arg);
      isTaken = false;
    }
  }
  return operands;
}

/** The value of the first of these options: `-f X`, `-f=X`, `--file X` or `--file=X`. */
export function optionValue(args: readonly ShellWord[], ...names: string[]): ShellWord | null {
  for (const [index, arg] of args.entries()) {
    const text = arg.text ?? "";
    if (text === "--") return null;
    if (names.includes(text)) return args[index + 1] ?? null;
    const named = names.find((name) => text.startsWith(`${name}=`));
    if (named !== undefined) return { ...arg, text: text.slice(named.length + 1), verbatimAt: null };
  }
  return null;
}

export const hasOption = (args: readonly ShellWord[], ...names: string[]): boolean =>
  args.some(({ text }) => text !== null && names.some((name) => text === name || text.startsWith(`${name}=`)));

/** Where a program's first operand stands, or the end; a `--` before it is skipped. */
export function firstOperandAt(words: readonly ShellWord[], from: number, valued: readonly string[]): number {
  let index = from;
  while (index < words.length) {
    const text = words[index]?.text ?? "";
    if (text === "--") return index + 1;
    if (!/^-./.test(text)) return index;
    index += valued.includes(text) ? 2 : 1;
  }
  return words.length;
}

function takesNext(option: string, { valued, plain }: OptionStyle): boolean {
  if (option.includes("=")) return false;
  return valued.has(option) || (plain !== "all" && !plain.has(option));
}
