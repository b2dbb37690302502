import type { Plan } from "../../plan/model.ts";

/**
 * The text that a plan fails for, as a JSON pointer; null when it fails whatever its texts say. Where a plan is misread
 * is often not where the reason stands: a How that opens a comment makes the files below it disappear. So the texts
 * are all made harmless and then come back, the first so many of them, until the one is found that tips the scales.
 */
export function findCulprit(plan: Plan, fails: (plan: Plan) => boolean): string | null {
  if (fails(withTexts(plan, 0))) return null;
  const texts = [...textsIn(plan, "")];
  let fine = 0;
  let failing = texts.length;
  while (failing - fine > 1) {
    const middle = (fine + failing) >> 1;
    if (fails(withTexts(plan, middle))) failing = middle;
    else fine = middle;
  }
  return texts[failing - 1]?.pointer ?? null;
}

/** The plan with the first `count` of its texts. The others differ from each other, as names of areas have to. */
function withTexts(plan: Plan, count: number): Plan {
  const copy = structuredClone(plan);
  for (const [index, { holder, key }] of [...textsIn(copy, "")].entries())
    if (index >= count) holder[key] = `x${index}`;
  return copy;
}

type Text = { holder: Record<string, unknown>; key: string; pointer: string };

/** Every text that may say anything. A plan is only a few levels deep. */
function* textsIn(value: object, pointer: string): Iterable<Text> {
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    const each = holder[key];
    const at = `${pointer}/${key}`;
    if (typeof each === "string" && !BOUND.test(at)) yield { holder, key, pointer: at };
    else if (typeof each === "object" && each !== null) yield* textsIn(each, at);
  }
}

/** Words of a closed list, and the names by which one part of a plan means another. */
const BOUND =
  /^\/source\/|\/(?:id|status|mode|complexity|priority|kind|exhausted|template)$|\/(?:needs|dependsOn)\/\d+$/;
