import type { Statement } from "unbash";
import { sameText } from "./place.ts";
import type { Script } from "./script.ts";
import type { ShellWord } from "./shell-word.ts";
import { wordsOf } from "./survey.ts";

/** What a script prints whatever happens. `isAll` when it prints nothing besides. */
export type CertainOutput = { texts: readonly string[]; isAll: boolean };

export function certainOutput({ syntax, survey }: Script): CertainOutput {
  const canStopEarly = survey.invocations.some(({ name }) => STOPPERS.has(name.text ?? ""));
  if (canStopEarly || survey.functions.size > 0) return { texts: [], isAll: false };
  const texts = [""];
  let isAll = true;
  for (const statement of syntax.commands) {
    const printed = printedBy(statement);
    if (printed !== null) texts.push((texts.pop() ?? "") + printed);
    else {
      isAll = false;
      texts.push("");
    }
  }
  return { texts, isAll };
}

const STOPPERS = new Set(["exit", "exec", "set"]);

/** The text a statement prints for certain; null for anything but a plain `echo`, `printf` or `true`. */
function printedBy({ command, background }: Statement): string | null {
  if (background || command.type !== "Command" || command.redirects.length > 0 || command.name === undefined)
    return null;
  const [name, ...args] = wordsOf(command, sameText);
  const texts = args.map(({ text }) => text);
  switch (name?.text) {
    case "true":
    case ":":
      return "";
    case "echo":
      return texts.includes(null) ? null : echoed(texts.map((text) => text ?? ""));
    case "printf":
      return args.length === 1 ? formatted(args[0]) : null;
    default:
      return null;
  }
}

function echoed(texts: readonly string[]): string | null {
  const [first, ...rest] = texts;
  if (first === "-n") return rest.join(" ");
  return /^-[eEn]+$/.test(first ?? "") ? null : `${texts.join(" ")}\n`;
}

function formatted(format: ShellWord | undefined): string | null {
  const text = format?.text ?? null;
  return text === null || /%|\\[^n]|^-/.test(text) ? null : text.replaceAll("\\n", "\n");
}
