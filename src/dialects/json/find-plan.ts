import { type Diagnostic, diagnose } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import { faults } from "../reading/faults.ts";
import { isBlank, type JsonMap, type Scan, scanJson } from "./scan.ts";

/** The plan in a text. `map` is null when its JSON is broken; `diagnostics` says how, and what else is wrong with it. */
export type FoundPlan = { map: JsonMap | null; diagnostics: Diagnostic[] };

/**
 * Finds the plan in a JSON document, or in an agent's reply: an object that starts on a line of its own, in a fence or
 * bare, with prose around it. One with both `goal` and `steps` is a plan; one with either is taken for one where there
 * is no other. Null when nothing looks like a plan. Asked several times about one text, it searches once.
 */
export function findPlan(source: SourceFile): FoundPlan | null {
  const known = found.get(source);
  if (known !== undefined) return known;
  const plan = search(source);
  found.set(source, plan);
  return plan;
}

const found = new WeakMap<SourceFile, FoundPlan | null>();

type Candidate = { start: number; scan: Scan; isPlan: boolean };

function search(source: SourceFile): FoundPlan | null {
  const top = startOf(source.text);
  const isFile = source.path.endsWith(".json");
  if (isFile && source.text[top] === "[" && NAMES.test(source.text)) return listOfPlans(source, top);
  const isDocument = isFile && source.text[top] === "{";
  const candidates = candidatesIn(source, isDocument ? top : -1);
  const plans = candidates.filter(({ isPlan }) => isPlan);
  const [first] = candidates;
  const chosen = isDocument && first?.start === top ? first : (plans[0] ?? first);
  if (!chosen) return null;
  const second = plans.find(({ start }) => start > chosen.start);
  return {
    map: mapOf(chosen.scan),
    diagnostics: [
      ...brokenJson(source, chosen, isDocument && !second),
      ...chosen.scan.twice.map(({ name, key }) =>
        diagnose(faults.duplicateField, key, `\`${name}\` is written twice`, { help: "keep one of the two" }),
      ),
      ...(second && mapOf(chosen.scan) ? [twoPlans(source, second.start)] : []),
    ],
  };
}

/** Behind the byte order mark and blanks. */
function startOf(text: string): number {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** A brace at the start of a line. */
const OPENING = /(?:^\uFEFF?|[\r\n])[ \t]*\{/g;

/** The first object that looks like a plan, and all that are. `document` is where the one object of a file starts. */
function candidatesIn(source: SourceFile, document: number): Candidate[] {
  const { text } = source;
  const candidates: Candidate[] = [];
  const hasNames = NAMES.test(text);
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const start = match.index + match[0].length - 1;
    const scan = scanJson(source, start);
    const names = namesIn(scan);
    const isPlan = scan.type === "value" && names.has("goal") && names.has("steps");
    // Where a scan has lost its way, the names that make it a plan may stand behind that place.
    const reach = start === document ? text.length : scan.end + NEAR;
    const isLikely = hasNames && scan.type === "broken" && NAMES.test(text.slice(start, reach));
    const isCandidate = names.has("goal") || names.has("steps") || isLikely;
    if (isPlan || (isCandidate && candidates.length === 0)) candidates.push({ start, scan, isPlan });
    OPENING.lastIndex = Math.max(start + 1, lineStart(text, scan.end));
  }
  return candidates;
}

const NEAR = 200;
const NAMES = /["'“‘]?\b(?:goal|steps)\b["'”’]?\s{0,9}:/;

function namesIn(scan: Scan): Set<string> {
  return new Set(scan.type === "broken" ? scan.names : mapOf(scan)?.members.map(({ name }) => name));
}

const mapOf = (scan: Scan): JsonMap | null => (scan.type === "value" && scan.value.type === "map" ? scan.value : null);

/** Where only blanks stand between a line break and that place, the line break: another object may start right there. */
function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && /[ \t]/.test(text[start - 1] ?? "")) start--;
  return start > 0 && /[\r\n]/.test(text[start - 1] ?? "") ? start - 1 : at;
}

/** The first thing that makes it no JSON. */
function brokenJson(source: SourceFile, { scan }: Candidate, endsWithIt: boolean): Diagnostic[] {
  const [comma] = scan.commas;
  if (comma !== undefined) {
    const span = { file: source.path, start: comma, end: comma + 1 };
    const edits = scan.commas.map((at) => ({ file: source.path, start: at, end: at + 1, text: "" }));
    const message = "a comma stands behind the last entry";
    const title = edits.length === 1 ? "remove the comma" : `remove all ${edits.length} such commas`;
    return [diagnose(faults.brokenJson, span, message, { help: "remove it", fix: { title, edits } })];
  }
  if (scan.type === "broken") {
    const { start, end, message, help } = scan.fault;
    return [diagnose(faults.brokenJson, { file: source.path, start, end }, message, { help })];
  }
  return endsWithIt ? textBehind(source, scan.end) : [];
}

function textBehind({ path, text }: SourceFile, end: number): Diagnostic[] {
  let start = end;
  while (isBlank(text.charCodeAt(start))) start++;
  if (start >= text.length) return [];
  const length = text.slice(start, start + NEAR).search(/[\r\n]|$/);
  const help = /[}\]]/.test(text[start] ?? "") ? "remove what is closed once too often" : "remove it";
  const span = { file: path, start, end: start + length };
  return [diagnose(faults.brokenJson, span, "text stands behind the end of the plan", { help })];
}

function twoPlans({ path }: SourceFile, start: number): Diagnostic {
  const span = { file: path, start, end: start + 1 };
  return diagnose(faults.twoPlans, span, "a second plan starts here", { help: "keep one of the two" });
}

function listOfPlans({ path }: SourceFile, start: number): FoundPlan {
  const span = { file: path, start, end: start + 1 };
  const help = "take the object with `goal` and `steps` out of the list";
  return { map: null, diagnostics: [diagnose(faults.wrongValue, span, "a plan is an object, not a list", { help })] };
}
