import type { Area, Effect, Finding } from "./change.ts";
import { count, named } from "./spoken.ts";

type Prose = string | undefined;
/** `effect` is what a real difference does; one of white space only is always wording. */
type Manner = { effect?: Effect; area?: Area };

/** How a text differs: `name` is what it is called, with its owner ("its What", "the plan's What"). */
export function proseFindings(
  name: string,
  before: Prose,
  after: Prose,
  { effect = "changes", area = "text" }: Manner = {},
): Finding[] {
  if (before === after) return [];
  if (singleSpaced(before) === singleSpaced(after)) {
    return [{ effect: "wording", area, told: `${name} differs in white space only`, before, after }];
  }
  return [{ effect, area, told: `${name} ${howItDiffers(before ?? "", after ?? "")}`, before, after }];
}

const singleSpaced = (text: Prose): string => (text ?? "").replace(/\s+/g, " ").trim();

function howItDiffers(before: string, after: string): string {
  const [then, now] = [linesOf(before), linesOf(after)];
  const more = now.length - then.length;
  if (then.length === 0) return `is new (${count(now.length, "line")})`;
  if (now.length === 0) return "is gone";
  if (more > 0 && startsWith(after, before)) return `grew by ${count(more, "line")}`;
  if (more < 0 && startsWith(before, after)) return `lost ${count(-more, "line")} at its end`;
  const lines = new Set(then);
  const kept = now.filter((line) => lines.has(line)).length;
  const changed = Math.max(then.length, now.length) - kept;
  if (changed > 0 && changed <= kept) return `differs in ${count(changed, "line")}${firstDifference(then, now)}`;
  return `is rewritten${firstDifference(sentencesOf(before), sentencesOf(after))}`;
}

/** The first piece that is gone, or else the first that is new. */
function firstDifference(then: readonly string[], now: readonly string[]): string {
  const gone = firstOutside(then, now);
  if (gone !== undefined) return `: ${named(gone, LONGEST)} is gone`;
  const fresh = firstOutside(now, then);
  return fresh === undefined ? "" : `: ${named(fresh, LONGEST)} is new`;
}

const LONGEST = 60;

/** Lines that are wrapped belong together; an empty line and the mark of a list or a heading begin something new. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\n(?=[ \t]*(?:\n|[-*+#>|]|\d{1,3}[.)] ))/)
    .flatMap((block) => singleSpaced(block).split(/(?<=[.!?]) /))
    .filter((sentence) => sentence !== "");

function firstOutside(pieces: readonly string[], others: readonly string[]): string | undefined {
  const known = new Set(others);
  return pieces.find((piece) => !known.has(piece));
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** New text starts on a line of its own: "Use SQLite" does not grow into "Use SQLite in tests only". */
const startsWith = (long: string, short: string): boolean => long.startsWith(`${short.trimEnd()}\n`);
