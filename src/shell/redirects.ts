import type { Redirection } from "unbash";
import { sameText } from "./place.ts";
import { readWord } from "./shell-word.ts";

/** Whether a redirection works everywhere, so that it cannot be the reason a command fails. */
export function alwaysWorks(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect") return redirect.descriptor === undefined;
  const descriptor = redirect.descriptor;
  if (descriptor?.type === "FileDescriptorVariable" || redirect.target === undefined) return false;
  const target = readWord(redirect.target, sameText).text;
  if (target === null) return false;
  switch (redirect.operator) {
    case ">&":
      return target === "1" || target === "2";
    case ">":
    case ">>":
    case ">|":
    case "&>":
    case "&>>":
      return isWritable(target);
    case "<":
      return target === "/dev/null" && (descriptor?.value ?? 0) === 0;
    default:
      return false;
  }
}

/** A plain name lands in the folder the contract runs in, which is its own. */
export const isWritable = (path: string): boolean =>
  /^\/dev\/(?:null|stdout|stderr)$/.test(path) || /^(?:\/tmp\/)?[\w-][\w.-]*$/.test(path);
