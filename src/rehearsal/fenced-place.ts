import { covers } from "../plan/files.ts";
import type { Plan, Step } from "../plan/model.ts";

/** Something that must not be touched, as the plan names it; where it is touched, and by which command. */
export type FencedPlace = { entry: string; at: Step; command: string };

/** What the step itself must leave alone comes first, then what the plan protects, then what any step must leave alone. */
export function fencedPlace(plan: Plan, step: Step): FencedPlace | null {
  const named = [
    ...forbidden(step),
    ...plan.protectedAreas.flatMap(({ paths }) => paths.map((entry) => ({ entry, at: step }))),
    ...plan.steps.flatMap(forbidden),
  ];
  for (const { entry, at } of named) {
    const path = pathIn(entry);
    if (at.template === undefined && covers(entry, path)) return { entry, at, command: writingTo(path) };
  }
  return null;
}

const forbidden = (at: Step): Omit<FencedPlace, "command">[] =>
  at.files.mustNotTouch.map(({ path }) => ({ entry: path, at }));

/** Some path that a pattern covers. */
const pathIn = (entry: string): string =>
  entry.replaceAll("**/", "").replaceAll("**", NEW).replaceAll("*", NEW).replaceAll("?", "x");

/** A folder is touched by a new file in it. */
const writingTo = (path: string): string =>
  `p=${quoted(path)}; if [ -d "$p" ] || [ "\${p%/}" != "$p" ]; then p="$p/${NEW}.txt"; fi; ` +
  'mkdir -p -- "$(dirname -- "$p")"; echo rehearsal >> "$p"';

const NEW = "rehearsal";

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
