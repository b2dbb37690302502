import { type Invocation, programOf } from "./invocation.ts";
import { operandsOf, optionsTaking, optionValue } from "./operands.ts";
import type { ShellWord } from "./shell-word.ts";

/** What an invocation deletes or moves away. `isDeep`: folders with everything in them. */
export type Deletion = { targets: readonly ShellWord[]; isDeep: boolean };

export function deletionOf(invocation: Invocation): Deletion | null {
  const { args } = invocation;
  switch (programOf(invocation)) {
    case "rm":
      return {
        targets: operandsOf(args, optionsTaking()),
        isDeep: args.some(({ text }) => /^-\w*[rR]|^--recursive$/.test(text ?? "")),
      };
    case "rmdir":
    case "unlink":
      return { targets: operandsOf(args, optionsTaking()), isDeep: false };
    case "shred":
      return { targets: operandsOf(args, optionsTaking("-n", "-s", "--iterations", "--size")), isDeep: false };
    case "mv": {
      const operands = operandsOf(args, optionsTaking("-t", "-S", "--target-directory", "--suffix"));
      const isFolderFirst = optionValue(args, "-t", "--target-directory") !== null;
      return { targets: isFolderFirst ? operands : operands.slice(0, -1), isDeep: false };
    }
    case "find":
      return findDeletes(args) ? { targets: findRoots(args), isDeep: true } : null;
    case "git":
      return cleanedByGit(args);
    default:
      return null;
  }
}

/** `find … -delete`, and `find … -exec rm`, which is the same with more letters. */
function findDeletes(args: readonly ShellWord[]): boolean {
  return args.some(
    ({ text }, index) =>
      text === "-delete" ||
      (/^-(?:exec|execdir|ok|okdir)$/.test(text ?? "") && /^(?:rm|shred|unlink)$/.test(args[index + 1]?.text ?? "")),
  );
}

function findRoots(args: readonly ShellWord[]): readonly ShellWord[] {
  const from = args.findIndex(({ text }) => !/^-[HLP]$/.test(text ?? ""));
  const to = args.findIndex(({ text }, index) => index >= from && /^(?:-.+|\(|!)$/.test(text ?? ""));
  return args.slice(Math.max(from, 0), to < 0 ? args.length : to);
}

function cleanedByGit(args: readonly ShellWord[]): Deletion | null {
  const verb = args.findIndex(({ text }) => text === "clean");
  if (verb < 0) return null;
  const folder = optionValue(args.slice(0, verb), "-C");
  const operands = operandsOf(args.slice(verb + 1), optionsTaking("-e", "--exclude"));
  return { targets: folder === null ? operands : [folder, ...operands], isDeep: true };
}
