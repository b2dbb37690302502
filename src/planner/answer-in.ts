import { repeatedKey } from "../std/repeated-key.ts";

type Found = { ok: true; value: unknown } | { ok: false; why: string };

/**
 * The JSON that an answer ends with: what stands below the last fence, or among the words there. There is one place to
 * look at and no second guess, since whatever stands further up may only be quoted.
 */
export function answerIn(text: string): Found {
  if (text.trim() === "") return { ok: false, why: "it says nothing" };
  const part = lastPart(text);
  const json = part.slice(beginning(part), Math.max(part.lastIndexOf("}"), part.lastIndexOf("]")) + 1);
  const value = parsed(json);
  if (value === undefined) return { ok: false, why: "there is no JSON in its answer" };
  const twice = repeatedKey(json);
  return twice === null ? { ok: true, value } : { ok: false, why: `it says \`${twice}\` twice` };
}

/** The last part with a brace in it, of those that lines with fences leave. No line inside of JSON begins with a fence. */
const lastPart = (text: string): string => text.split(FENCE).findLast((part) => /[{}]/.test(part)) ?? "";

const FENCE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:[\w+.-]+[ \t]*)?$/m;

/** Words may have braces in them; an answer most often begins its line. */
function beginning(part: string): number {
  const atLine = part.search(/^[ \t]*(?:\{|\[\s*\{)/m);
  return atLine < 0 ? Math.max(part.indexOf("{"), 0) : atLine;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
