import type { Kind } from "../../diagnostics/diagnostic.ts";
import { parseBudget } from "../../plan/budget.ts";
import { parseDuration } from "../../plan/duration.ts";
import type { Budget, OnFail } from "../../plan/model.ts";
import { correctOnFail, parseOnFail } from "../../plan/on-fail.ts";
import { nearest } from "../../std/nearest.ts";
import { faults } from "./faults.ts";
import type { Field, Value } from "./field.ts";
import { isNothing } from "./nothing.ts";
import type { Reading } from "./reading.ts";
import { type SourceText, sliceText } from "./source-text.ts";

/** Readers of single values. Each returns undefined after it has reported why. */

export function readText(reading: Reading, field: Field, pointer: string): string | undefined {
  const text = textOf(reading, field);
  if (!text) return undefined;
  if (text.value.trim() === "") {
    reading.report(faults.wrongValue, field.key, `\`${field.name}\` is empty`, {
      help: "write a value, or leave the field out",
    });
    return undefined;
  }
  return reading.text(pointer, text);
}

export function readWord<W extends string>(
  reading: Reading,
  field: Field,
  pointer: string,
  words: readonly W[],
): W | undefined {
  const text = readText(reading, field, pointer);
  return text === undefined ? undefined : wordOf(reading, field.value, text, field.name, words);
}

export function wordOf<W extends string>(
  reading: Reading,
  value: Value,
  text: string,
  name: string,
  words: readonly W[],
): W | undefined {
  const word = words.find((known) => known === text);
  if (word) return word;
  const meant =
    words.find(
      (known) =>
        known ===
        text
          .trim()
          .toLowerCase()
          .replace(/[\s_]+/g, "-"),
    ) ?? nearest(text, words);
  const message = text === "" ? `\`${name}\` is empty` : `\`${name}\` cannot be ${quoted(text)}`;
  reading.report(faults.wrongValue, value.span, message, {
    help: meant ? `did you mean \`${meant}\`?` : `write one of: ${words.join(", ")}`,
    ...(meant && { fix: replace(value, meant) }),
  });
  return undefined;
}

export function readCount(reading: Reading, field: Field, pointer: string): number | undefined {
  return readAs(reading, field, pointer, faults.wrongValue, "a whole number such as `3`", (text) =>
    /^\d{1,6}$/.test(text) ? Number(text) : null,
  );
}

export function readSwitch(reading: Reading, field: Field, pointer: string): boolean | undefined {
  return readAs(reading, field, pointer, faults.wrongValue, "`true` or `false`", (text) =>
    /^(?:true|yes)$/i.test(text) ? true : /^(?:false|no)$/i.test(text) ? false : null,
  );
}

export function readDuration(reading: Reading, field: Field, pointer: string): number | undefined {
  return readAs(
    reading,
    field,
    pointer,
    faults.badDuration,
    "a number and a unit: `300s`, `5m`, `5 minutes`",
    parseDuration,
  );
}

export function readBudget(reading: Reading, field: Field, pointer: string): Budget | undefined {
  const text = textOf(reading, field);
  if (!text) return undefined;
  reading.text(pointer, text);
  const read = parseBudget(text.value);
  if (read.ok) return read.budget;
  const span = read.end > read.start ? reading.positions.within(pointer, read.start, read.end) : field.key;
  reading.report(faults.badBudget, span, read.message, {
    help: "write limits like `max 200k tokens, $1.50, 20 minutes wall clock`",
  });
  return undefined;
}

export function readOnFail(reading: Reading, field: Field, pointer: string): OnFail | undefined {
  const text = textOf(reading, field);
  if (!text) return undefined;
  reading.text(pointer, text);
  const policy = parseOnFail(text.value);
  if (policy) return policy;
  const correct = correctOnFail(text.value);
  const span = text.value === "" ? field.key : field.value.span;
  reading.report(
    faults.badOnFail,
    span,
    text.value === "" ? "`on_fail` is empty" : `${quoted(text.value)} is not a policy`,
    {
      help: correct
        ? `write \`${correct}\``
        : "write `retry(N)`, `escalate`, `abort`, or `retry(N), then escalate` (or `abort`)",
      ...(correct && { fix: replace(field.value, correct) }),
    },
  );
  return undefined;
}

/** A list written as a list, or as one line with commas; `none` is an empty one. */
export function readList(reading: Reading, field: Field): SourceText[] {
  const entries = listEntries(reading, field);
  const [only, ...others] = entries;
  return only && others.length === 0 && isNothing(only.value) ? [] : entries;
}

function listEntries(reading: Reading, field: Field): SourceText[] {
  const { value } = field;
  if (value.type === "text") return splitAtCommas(value.text);
  if (value.type === "list") {
    return value.items.flatMap((item) => {
      if (item.type === "text" && item.text.value !== "") return [item.text];
      reading.report(faults.wrongValue, item.span, `an entry of \`${field.name}\` must be a single value`, {
        help: "write each entry as plain text",
      });
      return [];
    });
  }
  reading.report(faults.wrongValue, value.span, `\`${field.name}\` must be a list`, {
    help: "write `- ` before each entry",
  });
  return [];
}

export function textOf(reading: Reading, field: Field): SourceText | undefined {
  if (field.value.type === "text") return field.value.text;
  const shape = field.value.type;
  reading.report(faults.wrongValue, field.value.span, `\`${field.name}\` must be a single value, not a ${shape}`, {
    help: `write it on one line: \`${field.name}: …\``,
  });
  return undefined;
}

function readAs<T>(
  reading: Reading,
  field: Field,
  pointer: string,
  kind: Kind,
  wanted: string,
  parse: (text: string) => T | null,
): T | undefined {
  const text = readText(reading, field, pointer);
  if (text === undefined) return undefined;
  const value = parse(text.trim());
  if (value !== null) return value;
  reading.report(kind, field.value.span, `\`${field.name}\` cannot be ${quoted(text)}`, { help: `write ${wanted}` });
  return undefined;
}

/** `1, 2`, and `[1, 2]` as YAML would have it. */
function splitAtCommas(written: SourceText): SourceText[] {
  const isBracketed = /^\[.*\]$/s.test(written.value);
  const text = isBracketed ? sliceText(written, 1, written.value.length - 1) : written;
  const parts: SourceText[] = [];
  for (const match of text.value.matchAll(/[^,]+/g)) {
    const lead = match[0].length - match[0].trimStart().length;
    const word = match[0].trim();
    if (word !== "") parts.push(sliceText(text, match.index + lead, match.index + lead + word.length));
  }
  return parts;
}

/** What the author wrote, as part of a one-line message. */
export const quoted = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}\``;
};
const LONGEST = 60;

const replace = (value: Value, text: string) => ({
  title: `write \`${text}\``,
  edits: [{ file: value.span.file, start: value.span.start, end: value.span.end, text }],
});
