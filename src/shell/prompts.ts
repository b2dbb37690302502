import type { Invocation } from "./invocation.ts";
import type { Place } from "./place.ts";
import { parseScript, type Script } from "./script.ts";

/** A terminal's prompt that was copied along with its command. `cut` is what to delete, the blanks behind it included. */
export type Prompt = Place & { sign: string; cut: Place };

export function findPrompts(command: string, { survey }: Script): Prompt[] {
  return survey.invocations.flatMap((invocation) => promptOf(invocation, command) ?? []);
}

/** Whether the contract can be read once they are gone, and none is left. */
export function canDrop(prompts: readonly Prompt[], command: string): boolean {
  // A prompt with nothing behind it would leave nothing at all.
  if (prompts.some(({ cut, end }) => cut.end === end)) return false;
  const dropped = prompts.reduceRight((text, { cut }) => text.slice(0, cut.start) + text.slice(cut.end), command);
  const script = parseScript(dropped);
  return (
    script.faults.length === 0 && script.survey.openHeredocs.length === 0 && findPrompts(dropped, script).length === 0
  );
}

function promptOf({ name, args }: Invocation, command: string): Prompt | null {
  const { start, end, source } = name;
  // Inside an escaped script there is no telling where the sign itself is written.
  if (command.slice(start, end) !== source) return null;
  if (source === "$" || source === "%") return { start, end, sign: source, cut: { start, end: args[0]?.start ?? end } };
  const angle = ANGLE.exec(command.slice(Math.max(0, start - 80), start));
  if (angle === null) return null;
  const at = start - angle[0].length;
  return { start: at, end: at + 1, sign: ">", cut: { start: at, end: at + 2 } };
}

/** `> npm test` writes what `test` prints to a file called `npm`, which nobody means. */
const ANGLE = /(?<=^[ \t]*)> (?:npm|npx|pnpm|yarn|bun|uv|poetry|python3?|pytest|node|go|cargo|make|git)[ \t]+$/m;
