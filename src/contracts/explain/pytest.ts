import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { hasOption } from "../../shell/operands.ts";
import { failedTest, MOST_FAILURES, NO_COUNTS, namesIn, namesOf, type Run, type Runner } from "./runner.ts";

/** pytest, by its last line; with `-qq`, which has none, by its progress. */
export const pytest: Runner = {
  name: "pytest",
  isNamedBy: (invocation) =>
    /^(?:pytest|py\.test)(?:-?[\d.]+)?$/.test(programOf(invocation)) &&
    !hasOption(invocation.args, "--collect-only", "--co", "--version", "-V", "--help", "-h", "--fixtures", "--markers"),
  read(lines) {
    const runs: Run[] = [];
    let begin: number | null = null;
    for (const [at, line] of lines.entries()) {
      if (begin !== null && SESSION.test(line)) {
        runs.push(unsummed(lines, begin, at));
        begin = at;
      } else if (begin === null && isBeginning(line)) begin = at;
      const summary = SUMMARY.exec(line)?.[1];
      if (summary === undefined) continue;
      const isComplete = !/^!+ (?:\S*\bExit|KeyboardInterrupt)\b/.test(lines[at + 1] ?? "");
      const counts = countsIn(summary);
      const names = listed(lines.slice(begin ?? at, at));
      runs.push({ counts, isComplete, failures: failuresIn(lines, begin ?? at, at), at, ...namesOf(counts, ...names) });
      begin = null;
    }
    return begin === null ? runs : [...runs, unsummed(lines, begin, lines.length)];
  },
};

/** `==== 3 failed, 2 passed, 1 error in 1.40s ====`, without the rules when it is quiet. */
const SUMMARY =
  /^(?:=+ )?((?:no tests ran|\d{1,9} [a-z]{4,12})(?:, \d{1,9} [a-z]{4,12}){0,12}) in \d[\d.]*s(?: \([\d:, a-z]+\))?(?: =+)?$/;

const SESSION = /^=+ test session starts =+$/;

const isBeginning = (line: string): boolean =>
  SESSION.test(line) || PROGRESS.test(line) || /^=+ (?:ERRORS|FAILURES) =+$/.test(line);

/** `tests/test_a.py ..F.s   [ 50%]` */
const PROGRESS = /^(?:\S+\.py )?([.FEsxX]+) +\[ {0,2}(\d{1,3})%\]$/;

function countsIn(text: string): TestCounts {
  const numberOf = (words: string) =>
    [...text.matchAll(new RegExp(`(?:^|, )(\\d{1,9}) (?:${words})(?=,|$)`, "g"))].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
  return {
    passed: numberOf("passed|xpassed"),
    failed: numberOf("failed|errors?"),
    skipped: numberOf("skipped|xfailed"),
  };
}

/** With `-v`: `tests/test_a.py::TestB::test_c[1] PASSED   [ 50%]`, and by pytest-xdist the other way round. */
function listed(lines: readonly string[]): [passed: string[], skipped: string[]] {
  const named = (results: string) => [
    ...namesIn(lines, new RegExp(`^\\S+\\.py::(.+?) (?:${results})(?: \\(.*\\))? +\\[ {0,2}\\d{1,3}%\\]$`)),
    ...namesIn(lines, new RegExp(`^\\[gw\\d+\\] \\[ {0,2}\\d{1,3}%\\] (?:${results}) \\S+\\.py::(.+?) *$`)),
  ];
  return [named("PASSED|XPASS"), named("SKIPPED|XFAIL")];
}

/** No last line: either it was asked to say nothing more, and came to 100 %, or it never got there. */
function unsummed(lines: readonly string[], from: number, at: number): Run {
  const own = lines.slice(from, at);
  const progress = own.map((line) => PROGRESS.exec(line)).filter((found) => found !== null);
  const isLoud = SESSION.test(own[0] ?? "");
  const failures = failuresIn(lines, from, at);
  if (isLoud || progress.at(-1)?.[2] !== "100") return { counts: NO_COUNTS, isComplete: false, failures, at };
  const marks = progress.map(([, letters]) => letters ?? "").join("");
  const count = (letters: RegExp) => marks.replace(letters, "").length;
  return {
    counts: { passed: count(/[^.X]/g), failed: count(/[^FE]/g), skipped: count(/[^sx]/g) },
    isComplete: true,
    failures,
    at,
  };
}

/** `FAILED file::Class::test - message` in the short summary, with the line from the long one. */
function failuresIn(lines: readonly string[], from: number, to: number): FailedTest[] {
  const places = failurePlaces(lines, from, to);
  const failures: FailedTest[] = [];
  for (let index = from; index < to && failures.length < MOST_FAILURES; index++) {
    const [, what, id = ""] = /^(FAILED|ERROR) ([^\s:][^:]*\.py.*)$/.exec(lines[index] ?? "") ?? [];
    if (what === undefined) continue;
    const dash = id.indexOf(" - ");
    const [file = id, ...names] = (dash < 0 ? id : id.slice(0, dash)).split("::");
    const place = places.get(names.length === 0 ? `collecting ${file}` : names.join("."));
    const message = (dash < 0 ? place?.message : id.slice(dash + 3)) ?? null;
    const isSameFile = place?.line !== undefined && place.file === file;
    failures.push(
      failedTest(names.join("::") || file, isSameFile ? { file, line: place.line ?? 0 } : { file }, message),
    );
  }
  return failures;
}

type Found = { file?: string; line?: number; message?: string };

/** From the long accounts: a title between underscores, `E   message`, and `file:line: Error` or `file:line: in test`. */
function failurePlaces(lines: readonly string[], from: number, to: number): Map<string, Found> {
  const places = new Map<string, Found>();
  let open: Found = {};
  for (let index = from; index < to && places.size < MOST_FAILURES; index++) {
    const line = lines[index] ?? "";
    const title = /^_+ (?:ERROR at \w+ of )?(?:ERROR )?(\S.*?) _+$/.exec(line)?.[1];
    if (title !== undefined) {
      open = {};
      places.set(title, open);
      continue;
    }
    const place = /^(\S+\.py):(\d{1,9}): /.exec(line);
    if (place) Object.assign(open, { file: place[1], line: Number(place[2]) });
    const message = /^E {3,7}(\S.*)$/.exec(line)?.[1];
    if (message === undefined) continue;
    // The first line of a syntax error only says where it is.
    if (open.message === undefined || (/^File "/.test(open.message) && /^\w+Error: /.test(message)))
      open.message = message;
  }
  return places;
}
