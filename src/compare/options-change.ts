import type { Script } from "../shell/script.ts";
import { type CommandIn, isProgram, optionsAtEnd } from "./commands-in.ts";
import type { Shift } from "./shift.ts";
import { inBackticks } from "./spoken.ts";

type Side = { script: Script; commands: readonly CommandIn[] };

/** The same commands under other shell options; null when more than that differs. */
export function optionsChange(before: Side, after: Side, isSuccessAll: boolean): Shift | null {
  const [then, now] = [optionsAtEnd(before.script), optionsAtEnd(after.script)];
  if (then === null || now === null || ranIn(before.commands) !== ranIn(after.commands)) return null;
  const gained = NAMES.filter((name) => then[name] === "off" && now[name] === "on");
  const lost = NAMES.filter((name) => then[name] === "on" && now[name] === "off");
  const sets = `sets ${inBackticks(gained)} now`;
  if (lost.length > 0) {
    return { way: "weakened", why: `no longer sets ${inBackticks(lost)}${gained.length > 0 ? `, but ${sets}` : ""}` };
  }
  if (gained.length === 0) return null;
  const isProven = isSuccessAll && [before, after].every(isPlain);
  return { way: isProven ? "strengthened" : "changed", why: sets };
}

const NAMES = ["errexit", "pipefail", "nounset"] as const;

const isSet = ({ text }: CommandIn): boolean => /^set\b/.test(text);

const ranIn = (commands: readonly CommandIn[]): string =>
  JSON.stringify(commands.filter((command) => !isSet(command)).map(({ text, joint }) => [joint, text]));

/**
 * Options first, then programs that are waited for and must succeed, with no `!`, `||` or pipe through which a failure
 * could turn into a success, no substitution in which it could be lost, and no look at the options themselves.
 */
function isPlain({ script: { syntax, survey }, commands }: Side): boolean {
  const isFirst = commands.every((command, index) => index === 0 || !isSet(command));
  const texts = commands.filter((command) => !isSet(command)).map(({ text }) => text);
  return (
    isFirst &&
    !texts.some((text) => /[`$<>]\(|`|\$\{?-|SHELLOPTS|(?:^|\s)-o\s/.test(text)) &&
    syntax.commands.every(({ command, background }) => {
      if (background) return false;
      if (command.type !== "AndOr") return isRun(command);
      return command.operators.every((operator) => operator === "&&") && command.commands.every(isRun);
    })
  );

  function isRun(node: Parameters<typeof isProgram>[0]): boolean {
    return node.type === "Command" && isProgram(node, survey.functions);
  }
}
