import type { FailedTest } from "../../record/observation.ts";
import { failedTest, MOST_FAILURES, NO_COUNTS, namesOf, type Run } from "./runner.ts";

/**
 * The text of a JUnit report, of any producer: what counts are its `<testcase>` elements, since the sums in its
 * attributes are not always there. Null when there is no such report in the text.
 */
export function junitRun(text: string): Run | null {
  const start = text.search(/<testsuites?[\s>/]/);
  if (start < 0) return null;
  const counts = { ...NO_COUNTS };
  const failures: FailedTest[] = [];
  const names: Record<Outcome, string[]> = { passed: [], failed: [], skipped: [] };
  let open: TestCase | null = null;
  let depth = 0;
  let isClosed = false;
  for (const { closes, name, attributes, isEmpty } of tags(text, start)) {
    if (name === "testsuites" || name === "testsuite") {
      if (!isEmpty) depth += closes ? -1 : 1;
      if (depth <= 0) isClosed = true;
    } else if (name === "testcase") {
      if (open !== null) close(open);
      open = closes ? null : { attributes, outcome: "passed", message: null };
      if (open !== null && isEmpty) {
        close(open);
        open = null;
      }
    } else if (open !== null && !closes && Object.hasOwn(OUTCOMES, name)) {
      open.outcome = OUTCOMES[name] ?? "passed";
      open.message = attribute(attributes, "message");
    }
    if (isClosed) break;
  }
  const all = namesOf(counts, names.passed, names.skipped);
  return { counts, isComplete: isClosed && open === null, failures, at: 0, ...all };

  function close({ attributes, outcome, message }: TestCase): void {
    counts[outcome] += 1;
    names[outcome].push(attribute(attributes, "name") ?? "");
    if (outcome !== "failed" || failures.length >= MOST_FAILURES) return;
    const file = attribute(attributes, "file");
    const line = Number(attribute(attributes, "line") ?? Number.NaN);
    const place = file === null ? null : { file, ...(Number.isInteger(line) ? { line } : {}) };
    failures.push(failedTest(attribute(attributes, "name") ?? "", place, message));
  }
}

type Outcome = "passed" | "failed" | "skipped";
type TestCase = { attributes: string; outcome: Outcome; message: string | null };

const OUTCOMES: Readonly<Record<string, Outcome>> = { failure: "failed", error: "failed", skipped: "skipped" };

type Tag = { closes: boolean; name: string; attributes: string; isEmpty: boolean };

/** The tags of an XML text, without what is inside CDATA and comments. */
function* tags(text: string, from: number): Generator<Tag> {
  for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at)) {
    const [opening, closing] = SKIPPED.find(([mark]) => text.startsWith(mark, at)) ?? [];
    if (opening !== undefined && closing !== undefined) {
      const end = text.indexOf(closing, at + opening.length);
      if (end < 0) return;
      at = end + closing.length;
      continue;
    }
    const end = endOfTag(text, at);
    if (end < 0) return;
    const inside = text.slice(at + 1, end);
    const [, slash, name = ""] = /^(\/?)([\w:.-]{1,80})/.exec(inside) ?? [];
    const isEmpty = inside.endsWith("/");
    yield { closes: slash === "/", name, attributes: inside.slice(name.length), isEmpty };
    at = end + 1;
  }
}

const SKIPPED = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** A `>` may stand in a quoted value. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return at;
  }
  return -1;
}

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found === null ? null : decoded(found[1] ?? found[2] ?? "").trim();
}

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
