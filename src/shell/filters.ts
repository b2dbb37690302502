import { isWritable } from "./redirects.ts";
import type { ShellWord } from "./shell-word.ts";

/**
 * Whether a program at the end of a pipe ends well whatever comes in: `tee`, `head`, `sort`, but not `grep`.
 * It may still fail for reasons of its own, a missing file for example.
 */
export function ignoresInput([name, ...args]: readonly ShellWord[]): boolean {
  if (name === undefined || name.text === null) return false;
  const program = name.text.slice(name.text.lastIndexOf("/") + 1);
  const check = Object.hasOwn(FILTERS, program) ? FILTERS[program] : undefined;
  return check?.(args) ?? false;
}

/** Whether it closes its input before the end, which kills the program that still writes. */
export function stopsReading([name, ...args]: readonly ShellWord[]): boolean {
  const program = name?.text ?? "";
  if (/^(?:head|less|more)$/.test(program)) return true;
  if (/^(?:[ef]?grep|rg)$/.test(program))
    return args.some(({ text }) => /^-\w*[qlm]|^--(?:quiet|max-count)/.test(text ?? ""));
  return program === "sed" && args.some(({ source }) => SED_QUITS.test(source));
}

/** Whether nothing at all can make it fail: no file to miss, no option to get wrong. */
export function cannotFail([name, ...args]: readonly ShellWord[]): boolean {
  const texts = args.map(({ text }) => text ?? "\0");
  switch (name?.text) {
    case "cat":
    case "sort":
    case "uniq":
      return texts.length === 0;
    case "wc":
      return texts.every((text) => /^-[lwc]$/.test(text));
    case "head":
    case "tail":
      return texts.length === 0 || /^-(?:n ?)?\d+$/.test(texts.join(" "));
    case "tee":
      return texts.every((text) => text === "-a" || isWritable(text));
    default:
      return false;
  }
}

type Check = (args: readonly ShellWord[]) => boolean;

const ALWAYS: Check = () => true;
const without =
  (pattern: RegExp): Check =>
  (args) =>
    !args.some(({ source }) => pattern.test(source));

const SED_QUITS = /(?:^|[^\w\\])\d*\$?[qQ]\s*\d*\s*(?:['";}]|$)/;

const FILTERS: Readonly<Record<string, Check>> = {
  tee: ALWAYS,
  cat: ALWAYS,
  head: ALWAYS,
  tail: ALWAYS,
  // `sort --check` fails on what is not sorted.
  sort: without(/^-\w*[cC]|^--check/),
  uniq: ALWAYS,
  wc: ALWAYS,
  tr: ALWAYS,
  cut: ALWAYS,
  column: ALWAYS,
  less: ALWAYS,
  more: ALWAYS,
  nl: ALWAYS,
  fold: ALWAYS,
  fmt: ALWAYS,
  paste: ALWAYS,
  rev: ALWAYS,
  tac: ALWAYS,
  sed: without(SED_QUITS),
  awk: without(/\bexit\b|^-f|^--file/),
  gawk: without(/\bexit\b|^-f|^--file/),
  mawk: without(/\bexit\b|^-f|^--file/),
};
