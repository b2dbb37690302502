import { CODE } from "./prose.ts";

/** Words that send the reader to something written elsewhere in the plan. */
export type Sending = { start: number; end: number; words: string; to: "overview" | "above" | "step" | "decision" };

/**
 * Finds "see the overview", "as described above", "as in step 2", "decision 3" and the like. A step that is only
 * mentioned ("after step 2 has run", "the errors of the previous step") sends nobody there. `text` is prose without
 * code, so "see `docs/names.md`" is fine. All repeats are bounded, so this takes linear time.
 */
export function sendingsIn(text: string): Sending[] {
  if (!HINT.test(text)) return [];
  return Array.from(text.matchAll(SENDING), ({ index, 0: words }) => {
    return { start: index, end: index + words.length, words: words.replace(/\s+/g, " "), to: aimOf(words) };
  });
}

function aimOf(words: string): Sending["to"] {
  if (/\b(?:above|earlier|previously)$/i.test(words)) return "above";
  if (/^decision\b/i.test(words)) return "decision";
  return /\b(?:step|task)\b/i.test(words) ? "step" : "overview";
}

const HINT = /overview|architecture|decision|above|earlier|previous|preceding|step|task|plan/i;

const _ = "\\s{1,9}";
/** Nothing follows that would make it another thing: "the overview page", "the architecture of the server". */
const END = `(?=[ \\t]{0,9}(?:\\.(?!\\w)|[,;:)!?—–]|$|\\n[ \\t]{0,9}(?:$|\\n|[-*+] ))|${_}(?:for|and|to|when|about|section|above)\\b)`;
const LEAVES_PLAN = `(?!${_}(?:of|in|from|under)\\b)`;
const OVERVIEW = `(?:the${_})?(?:plan(?:'s|’s)?${_})?(?:overview|architecture|(?:architecture|architectural|design)${_}decisions)${END}`;
const PLAN = `(?:this|the)${_}plan${END}`;
const NUMBERED = `(?:step|task)(?:${_}|-)#?\\d{1,6}\\b${LEAVES_PLAN}`;
const NEIGHBOUR = `the${_}(?:previous|preceding|earlier|first|next)${_}(?:step|task)${END}`;
const STEP = `(?:${NUMBERED}|${NEIGHBOUR})`;
const SEE = `(?:see|refer${_}to|consult)(?:${_}also)?`;
const TOLD =
  "(?:described|decided|listed|defined|specified|explained|stated|mentioned|noted|agreed|outlined|discussed|shown|given|introduced|documented|laid out|set out)";
const WRITTEN = "(?:described|decided|specified|explained|stated|agreed|outlined|discussed|laid out|set out)";
const BY = `(?:${SEE}|(?:as${_})?per|according${_}to|follow(?:ing)?|read|in${_}(?:line|accordance|keeping)${_}with)`;

const SENDING = new RegExp(
  `\\b(?:${[
    `${BY}${_}${OVERVIEW}`,
    `(?:as${_}(?:already${_})?${TOLD}|${WRITTEN})${_}(?:in|by|under)${_}${OVERVIEW}`,
    `(?:${SEE}|as${_}per|(?:as${_})?${WRITTEN}${_}in)${_}${PLAN}`,
    `as${_}the${_}(?:overview|architecture|plan)${_}(?:says|states|describes|demands|requires|lists|explains)\\b`,
    `(?:as${_}(?:already${_}|previously${_})?${TOLD}${_}(?:above|earlier|previously)|(?:${SEE}|${WRITTEN})${_}above)\\b`,
    `(?:${SEE}|(?:as|like)${_}in|as${_}(?:already${_})?${TOLD}${_}in|${WRITTEN}${_}in)${_}${STEP}`,
    `same(?:${_}[a-z]{1,20}){0,2}${_}as${_}(?:in${_})?${STEP}`,
    `decision${_}#?d?\\d{1,4}\\b(?!\\s{0,3}:)(?!${_}(?:of|in|from)${_}(?:the${_})?${CODE})`,
  ].join("|")})`,
  "gi",
);
