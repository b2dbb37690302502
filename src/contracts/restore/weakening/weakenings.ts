import type { Finding } from "./finding.ts";
import { loosenedLimits } from "./limits.ts";
import { lineFinder } from "./lines.ts";
import { more } from "./multiset.ts";
import { SIGNS } from "./signs.ts";
import { outlineOf, type Placed, type TestOutline } from "./test-outline.ts";

/** A file before and after; null where it was or is not there. */
export type ChangedText = { path: string; before: string | null; after: string | null };

/** What a change to one test or config file weakens. */
export const weakenings = (path: string, before: string | null, after: string | null): Finding[] =>
  weakeningsIn([{ path, before, after }]);

/**
 * What a change to test and config files weakens, with its place in the new text. Tests are compared by name and
 * assertions by number over all files together, so that renaming, moving and formatting weaken nothing. `byName`: a test
 * that has another name is another test, because nobody has said that it is renamed.
 */
export function weakeningsIn(changes: readonly ChangedText[], byName = false): Finding[] {
  const files = changes.map(compared).filter(({ was, is, isNew, isGone }) => isNew || isGone || was !== is);
  const inPlace = files.filter(({ isNew, isGone }) => !isNew && !isGone);
  const found = [
    ...lostTests(files, byName),
    ...fewerAssertions(files),
    ...files.flatMap(idleAssertions),
    ...inPlace.flatMap(otherValues),
    ...inPlace.flatMap(newSigns),
    ...inPlace.flatMap(({ path, was, is }) => loosenedLimits(path, was, is)),
    ...inPlace.flatMap(otherSnapshot),
  ];
  return found.sort(inOrder).slice(0, MOST_FINDINGS);
}

/** Whoever sees this many knows enough. */
const MOST_FINDINGS = 200;

/** Line ends, and white space before them, say nothing. */
const plain = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();

type Compared = {
  path: string;
  isNew: boolean;
  isGone: boolean;
  was: string;
  is: string;
  /** Null where the language is not known. */
  before: TestOutline | null;
  after: TestOutline | null;
};

function compared({ path, before, after }: ChangedText): Compared {
  const [was, is] = [plain(before ?? ""), plain(after ?? "")];
  return {
    ...{ path, isNew: before === null, isGone: after === null, was, is },
    before: outlineOf(path, was),
    after: outlineOf(path, is),
  };
}

const inOrder = (a: Finding, b: Finding): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0);

function lostTests(files: readonly Compared[], byName: boolean): Finding[] {
  const testsOf = (file: Compared, outline: TestOutline | null): (Placed & { file: Compared })[] =>
    (outline?.tests ?? []).filter(({ text }) => text !== "").map((test) => ({ ...test, file }));
  const old = files.flatMap((file) => testsOf(file, file.before));
  const now = files.flatMap((file) => testsOf(file, file.after));
  const lost = more(old, now, ({ text }) => text);
  // As many new names as lost ones: tests were renamed.
  const areRenamed = !byName && lost.length <= more(now, old, ({ text }) => text).length;
  return lost.slice(0, MOST_FINDINGS).flatMap(({ text, file }) => {
    const commented = wordIn(file.after?.comments, text);
    if (commented !== null) return [{ path: file.path, line: commented, told: `the test "${text}" is commented out` }];
    // A row of a table names what was a test of its own.
    const isRow = wordIn(file.after?.code, text) !== null;
    return isRow || areRenamed ? [] : [{ path: file.path, told: `the test "${text}" is gone` }];
  });
}

function wordIn(text: string | undefined, word: string): number | null {
  const at = text?.indexOf(word) ?? -1;
  return text === undefined || at === -1 ? null : lineFinder(text)(at);
}

/** Not told where tests are gone, which says it already, or where one test now stands for several. */
function fewerAssertions(files: readonly Compared[]): Finding[] {
  const sum = (count: (file: Compared) => number): number => files.reduce((total, file) => total + count(file), 0);
  const [was, is] = [
    sum(({ before }) => before?.assertions.length ?? 0),
    sum(({ after }) => after?.assertions.length ?? 0),
  ];
  const hasMoreTables = sum(({ after }) => after?.tables ?? 0) > sum(({ before }) => before?.tables ?? 0);
  if (is >= was || hasMoreTables) return [];
  return files.flatMap(({ path, isGone, before, after }) => {
    const [old, now] = [before?.assertions.length ?? 0, after?.assertions.length ?? 0];
    return now < old && !isGone ? [{ path, told: `it asserts less: ${now} assertions where there were ${old}` }] : [];
  });
}

/** The same question with another answer. */
function otherValues({ path, before, after }: Compared): Finding[] {
  if (before === null || after === null) return [];
  const keyOf = ({ shape, values }: { shape: string; values: string }): string => `${shape}\n${values}`;
  const lost = more(before.assertions, after.assertions, keyOf);
  const byShape = Map.groupBy(lost, ({ shape }) => shape);
  return more(after.assertions, before.assertions, keyOf).flatMap(({ shape, values, line }) => {
    const old = byShape.get(shape)?.shift();
    return old === undefined || !shape.includes("·")
      ? []
      : [{ path, line, told: `it expects ${values} where it expected ${old.values}` }];
  });
}

function idleAssertions({ path, before, after }: Compared): Finding[] {
  const extra = more(after?.idle ?? [], before?.idle ?? [], ({ text }) => text);
  return extra.map(({ text, line }) => ({ path, line, told: `\`${text}\` holds whatever the code does` }));
}

function newSigns({ path, was, is, before, after }: Compared): Finding[] {
  const lineAt = lineFinder(is);
  const lines = is.split("\n").map((line) => line.trim());
  const known = new Set(was.split("\n").map((line) => line.trim()));
  return SIGNS.filter(({ files }) => files.test(path)).flatMap(
    ({ sign, told, inComments = false, inStrings = false }) => {
      const part = (whole: string, parts: TestOutline | null): string =>
        inComments || parts === null ? whole : inStrings ? parts.code : parts.bare;
      const old = part(was, before).matchAll(sign);
      const now = [...part(is, after).matchAll(sign)];
      const extra = now.length - [...old].length;
      if (extra <= 0) return [];
      const places = now.map((match) => lineAt(match.index + Math.max(0, match[0].search(/\S/))));
      const fresh = places.filter((line) => !known.has(lines[line - 1] ?? ""));
      return [...new Set((fresh.length > 0 ? fresh : places).slice(0, extra))].map((line) => ({ path, line, told }));
    },
  );
}

function otherSnapshot({ path, was, is }: Compared): Finding[] {
  if (!/\.(?:snap|ambr|golden)$|\.approved\.\w+$|(?:^|\/)(?:__snapshots__|goldens?)\//.test(path)) return [];
  const [old, now] = [entriesIn(was), new Set(entriesIn(is))];
  if (old.length > 0 && old.every((entry) => now.has(entry))) return [];
  let at = 0;
  while (at < was.length && was[at] === is[at]) at += 1;
  // One that only grew at its end holds every old answer.
  return at === was.length ? [] : [{ path, line: lineFinder(is)(at), told: "an expected output is another one" }];
}

/** What a file of snapshots holds, each with its name. They are sorted, so a new one may stand between others. */
const entriesIn = (text: string): string[] =>
  text
    .split(/^(?=exports\[`)/m)
    .slice(1)
    .map((entry) => entry.trim());
