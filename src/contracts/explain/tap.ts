import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { failedTest, MOST_FAILURES, placeIn, type Run } from "./runner.ts";

/** One result of a TAP stream. `depth` is its indentation; `isGroup` when it opens a block of further results. */
export type TapPoint = {
  name: string;
  isOk: boolean;
  directive: "skip" | "todo" | null;
  depth: number;
  isGroup: boolean;
  at: number;
};

/** A TAP stream from its version line on. `plan` is what its last outermost `1..N` promises. */
export type TapStream = { points: TapPoint[]; plan: number | null; hasBailedOut: boolean; start: number; end: number };

export function tapStreams(lines: readonly string[]): TapStream[] {
  const streams: TapStream[] = [];
  let isInYaml = false;
  for (const [at, line] of lines.entries()) {
    if (/^TAP version 1[34]$/.test(line)) {
      streams.push({ points: [], plan: null, hasBailedOut: false, start: at, end: lines.length });
      const before = streams.at(-2);
      if (before !== undefined) before.end = at;
      isInYaml = false;
    }
    const stream = streams.at(-1);
    if (stream === undefined) continue;
    if (/^ {1,80}---$/.test(line)) isInYaml = true;
    else if (/^ {1,80}\.\.\.$/.test(line)) isInYaml = false;
    else if (!isInYaml) note(line, at, stream);
  }
  return streams;
}

/** The runs of a producer that counts nothing itself: its results are counted, those that only gather others are not. */
export function tapRuns(lines: readonly string[]): Run[] {
  return tapStreams(lines).map((stream) => {
    const leaves = stream.points.filter(({ isGroup }) => !isGroup);
    const outermost = stream.points.filter(({ depth }) => depth === 0).length;
    return {
      counts: countsOf(leaves),
      isComplete: stream.plan === outermost && !stream.hasBailedOut,
      failures: leaves
        .filter(isFailure)
        .slice(0, MOST_FAILURES)
        .map((point) => tapFailure(point, lines)),
      at: stream.end,
    };
  });
}

/** A failed result with what the YAML block behind it says: `location`, `at`, `error`, `message`, `expected`, `actual`. */
export function tapFailure({ name, at, depth }: TapPoint, lines: readonly string[]): FailedTest {
  const fields = yamlFields(lines, at + 1, depth);
  const place = placeIn(fields.get("location") ?? fields.get("at") ?? "");
  const [expected, actual] = [fields.get("expected"), fields.get("actual")];
  const isPair = expected !== undefined && actual !== undefined && expected !== "" && actual !== "";
  const message = isPair
    ? `expected ${expected}, got ${actual}`
    : ((fields.get("error") || fields.get("message")) ?? null);
  return failedTest(name, place, message);
}

export const isFailure = ({ isOk, directive }: TapPoint): boolean => !isOk && directive === null;

function note(line: string, at: number, stream: TapStream): void {
  const plan = /^1\.\.(\d{1,9})(?: |$)/.exec(line);
  if (plan) stream.plan = Number(plan[1]);
  if (/^Bail out!/.test(line)) stream.hasBailedOut = true;
  const found = /^( {0,80})(not )?ok(?: \d{1,9})?(?: -)? ?(.*)$/.exec(line);
  if (!found) return;
  const { text, directive } = split(found[3] ?? "");
  const isGroup = line.endsWith(" {");
  stream.points.push({ name: text, isOk: !found[2], directive, depth: (found[1] ?? "").length, isGroup, at });
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

/** One level of `key: value`; a block's lines are joined, and of `error:` with fields of its own those are taken. */
function yamlFields(lines: readonly string[], from: number, depth: number): Map<string, string> {
  const fields = new Map<string, string>();
  if (lines[from]?.trim() !== "---" || (lines[from]?.search(/\S/) ?? 0) <= depth) return fields;
  let block: string | null = null;
  for (const line of lines.slice(from + 1, from + MOST_YAML_LINES)) {
    const text = line.trim();
    if (text === "...") break;
    const [, key, value] = /^(\w{1,40}): ?(.*)$/.exec(text) ?? [];
    if (key !== undefined && (block === null || line.search(/\S/) <= depth + 4)) {
      const isBlock = /^[|>][-+]?$/.test(value ?? "");
      block = isBlock ? key : null;
      if (!fields.has(key)) fields.set(key, isBlock ? "" : unquoted(value ?? ""));
    } else if (block !== null && text !== "") {
      fields.set(block, `${fields.get(block) ?? ""} ${text}`.trim());
    }
  }
  return fields;
}

const unquoted = (value: string): string => /^(['"])(.*)\1$/.exec(value)?.[2] ?? value;

const MOST_YAML_LINES = 60;
