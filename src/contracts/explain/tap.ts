import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { failedTest, MOST_FAILURES, namesOf, placeIn, type Run } from "./runner.ts";

/**
 * One result of a TAP stream. `depth` is its indentation; `isGroup` when it opens a block of further results, or closes
 * one. `path` names what it is part of, the outermost first.
 */
export type TapPoint = {
  name: string;
  path: string[];
  isOk: boolean;
  directive: "skip" | "todo" | null;
  depth: number;
  isGroup: boolean;
  at: number;
};

/** A TAP stream from its version line on. `plan` is what its last outermost `1..N` promises. */
export type TapStream = { points: TapPoint[]; plan: number | null; hasBailedOut: boolean; start: number; end: number };

/** What was opened last at each depth, by `# Subtest: adds`. */
type Headings = Map<number, string>;

export function tapStreams(lines: readonly string[]): TapStream[] {
  const streams: TapStream[] = [];
  let isInYaml = false;
  let headings: Headings = new Map();
  for (const [at, line] of lines.entries()) {
    if (/^TAP version 1[34]$/.test(line)) {
      streams.push({ points: [], plan: null, hasBailedOut: false, start: at, end: lines.length });
      const before = streams.at(-2);
      if (before !== undefined) before.end = at;
      isInYaml = false;
      headings = new Map();
    }
    const stream = streams.at(-1);
    if (stream === undefined) continue;
    if (/^ {1,80}---$/.test(line)) isInYaml = true;
    else if (/^ {1,80}\.\.\.$/.test(line)) isInYaml = false;
    else if (!isInYaml) note(line, at, stream, headings);
  }
  for (const stream of streams) markGroups(stream);
  return streams;
}

/** The runs of a producer that counts nothing itself: its results are counted, those that only gather others are not. */
export function tapRuns(lines: readonly string[]): Run[] {
  return tapStreams(lines).map((stream) => {
    const leaves = stream.points.filter(
      ({ isGroup, at }) => !isGroup && !/# SKIP no tests found$/.test(lines[at] ?? ""),
    );
    const outermost = stream.points.filter(({ depth }) => depth === 0).length;
    const counts = countsOf(leaves);
    const named = (points: readonly TapPoint[]) => points.map(longName);
    const isSkipped = ({ directive }: TapPoint) => directive !== null;
    const isPassed = (point: TapPoint) => !isSkipped(point) && !isFailure(point);
    return {
      counts,
      isComplete: stream.plan === outermost && !stream.hasBailedOut,
      failures: leaves
        .filter(isFailure)
        .slice(0, MOST_FAILURES)
        .map((point) => tapFailure({ ...point, name: `${headingOf(point, lines)}${longName(point)}` }, lines)),
      at: stream.end,
      ...namesOf(counts, named(leaves.filter(isPassed)), named(leaves.filter(isSkipped))),
    };
  });
}

/** A file that holds the test is known by its place. */
const longName = ({ path, name }: TapPoint): string =>
  [...path.filter((part) => !/^\S+\.[cm]?[jt]sx?$/.test(part)), name].join(" > ");

/** tape says `# adds` above the results of a test, and names each of them after its assertion. */
function headingOf({ depth, at, path }: TapPoint, lines: readonly string[]): string {
  if (depth > 0 || path.length > 0) return "";
  const heading = lines.slice(0, at).findLast((line) => /^(?:# \S|TAP version )/.test(line));
  return heading?.startsWith("# ") && !/^# (?:Subtest: |\S+\.[cm]?[jt]sx?$)/.test(heading)
    ? `${heading.slice(2)} > `
    : "";
}

/** A failed result with what the YAML block behind it says: `location`, `at`, `error`, `message`, `expected`, `actual`. */
export function tapFailure({ name, at, depth }: TapPoint, lines: readonly string[]): FailedTest {
  const fields = yamlFields(lines, at + 1, depth);
  const [expected, actual] = [fields.get("expected"), fields.get("actual")];
  const isPair = expected !== undefined && actual !== undefined && expected !== "" && actual !== "";
  // node-tap shows a difference; values that fit in a line say more than it.
  const [, minus, plus] =
    /^--- expected \+\+\+ actual @@ [^@]* @@ -(\S+) \+(\S+)$/.exec(fields.get("diff") ?? "") ?? [];
  const message = isPair
    ? `expected ${expected}, got ${actual}`
    : minus !== undefined
      ? `expected ${minus}, got ${plus}`
      : fields.get("error") || fields.get("message") || null;
  return failedTest(name, placeOf(fields), message);
}

function placeOf(fields: ReadonlyMap<string, string>): { file: string; line: number } | null {
  const [file, line] = [fields.get("fileName") ?? fields.get("file"), fields.get("lineNumber") ?? fields.get("line")];
  if (file !== undefined && line !== undefined) return { file, line: Number(line) };
  return framePlace(fields.get("location") ?? fields.get("at") ?? "");
}

/** `src/a.js:3:5`, or `Test.<anonymous> (file:///repo/src/a.js:3:5)`; not where a library says it. */
export function framePlace(text: string): { file: string; line: number } | null {
  const place = placeIn(/\(([^()]+)\)$/.exec(text.trim())?.[1] ?? text);
  return place === null || /(?:^|\/)node_modules\//.test(place.file) ? null : place;
}

export const isFailure = ({ isOk, directive }: TapPoint): boolean => !isOk && directive === null;

function note(line: string, at: number, stream: TapStream, headings: Headings): void {
  const plan = /^1\.\.(\d{1,9})(?: |$)/.exec(line);
  if (plan) stream.plan = Number(plan[1]);
  if (/^Bail out!/.test(line)) stream.hasBailedOut = true;
  const [, indent = "", subtest] = /^( {0,80})# Subtest: (\S.*)$/.exec(line) ?? [];
  if (subtest !== undefined) {
    for (const depth of [...headings.keys()]) if (depth >= indent.length) headings.delete(depth);
    headings.set(indent.length, subtest);
  }
  const found = /^( {0,80})(not )?ok(?: \d{1,9})?(?: -)? ?(.*)$/.exec(line);
  if (!found) return;
  const { text, directive } = split(found[3] ?? "");
  const depth = (found[1] ?? "").length;
  const path = [...headings].filter(([each]) => each < depth).map(([, name]) => name);
  stream.points.push({ name: text, path, isOk: !found[2], directive, depth, isGroup: line.endsWith(" {"), at });
}

/** Without braces, a result stands behind those it gathers, which are further in. */
function markGroups({ points }: TapStream): void {
  if (points.some(({ isGroup }) => isGroup)) return;
  // Those not yet gathered by a result further out, with whether one of them fails.
  const open: TapPoint[] = [];
  for (const point of points) {
    let gathers = false;
    let hasFailure = false;
    while ((open.at(-1)?.depth ?? -1) > point.depth) {
      gathers = true;
      const gathered = open.pop();
      if (gathered !== undefined && isFailure(gathered)) hasFailure = true;
    }
    // One that fails though nothing in it does says so for itself: its process ended too early.
    point.isGroup = gathers && (!isFailure(point) || hasFailure);
    open.push(point);
  }
}

/** `name # SKIP why`. A name's own `#` is escaped. */
function split(description: string): { text: string; directive: TapPoint["directive"] } {
  const mark = description.search(/(?<!\\)# /);
  if (mark < 0) return { text: unescaped(description), directive: null };
  const word = description.slice(mark + 2, mark + 6).toLowerCase();
  const directive = word === "skip" || word === "todo" ? word : null;
  const isKnown = directive !== null || description.startsWith("time=", mark + 2);
  return { text: unescaped(isKnown ? description.slice(0, mark) : description), directive };
}

const unescaped = (text: string): string => text.replace(/\\([#\\])/g, "$1").trim();

function countsOf(points: readonly TapPoint[]): TestCounts {
  const skipped = points.filter(({ directive }) => directive !== null).length;
  const failed = points.filter(isFailure).length;
  return { passed: points.length - skipped - failed, failed, skipped };
}

/** `key: value`; a block's lines are joined, and of `error:` with fields of its own those are taken. */
function yamlFields(lines: readonly string[], from: number, depth: number): Map<string, string> {
  const fields = new Map<string, string>();
  if (lines[from]?.trim() !== "---" || (lines[from]?.search(/\S/) ?? 0) <= depth) return fields;
  const margin = lines[from + 1]?.search(/\S/) ?? 0;
  let block: string | null = null;
  for (const line of lines.slice(from + 1, from + MOST_YAML_LINES)) {
    const text = line.trim();
    if (text === "...") break;
    if (text.startsWith('{"')) return jsonFields(text);
    const [, key, value = ""] = /^(\w{1,40}):(?: +(.*))?$/.exec(text) ?? [];
    if (key !== undefined && (block === null || line.search(/\S/) <= margin)) {
      const isBlock = /^[|>]\d?[-+]?$/.test(value);
      block = isBlock ? key : null;
      if (!fields.has(key)) fields.set(key, isBlock ? "" : unquoted(value));
    } else if (block !== null && text !== "") {
      fields.set(block, `${fields.get(block) ?? ""} ${text}`.trim());
    }
  }
  return fields;
}

/** Deno writes its block in a line of JSON, which is YAML, too. */
function jsonFields(text: string): Map<string, string> {
  try {
    const { at, ...rest } = JSON.parse(text) as Record<string, unknown>;
    const all = { ...rest, ...(typeof at === "object" ? at : {}) };
    const [first, ...more] = String(rest.message ?? "").split("\n");
    const values = /^(\S.*) !== (\S.*)$/m.exec(more.join("\n"));
    const pair = values ? { actual: values[1], expected: values[2] } : {};
    return new Map(Object.entries({ ...all, ...pair, message: first }).map(([key, value]) => [key, String(value)]));
  } catch {
    return new Map();
  }
}

const unquoted = (value: string): string => /^(['"])(.*)\1,?$/.exec(value)?.[2] ?? value;

const MOST_YAML_LINES = 60;
