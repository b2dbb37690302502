import type { TestReport } from "../../record/observation.ts";
import { more } from "../restore/weakening/multiset.ts";

/**
 * In which ways a test run says less than an earlier one, a line each. Every test that passed then passes again, by its
 * name where both runs list names, else by their number; and none is skipped that was not.
 */
export function weakerThan(earlier: TestReport | null, later: TestReport | null, when: string): string[] {
  if (earlier === null) return [];
  if (later === null) return [`no test is counted now; ${when} ${inWords(earlier.counts.passed)} passed`];
  return [...lost(earlier, later, when), ...newlySkipped(earlier, later, when)];
}

function lost(earlier: TestReport, later: TestReport, when: string): string[] {
  const gone = missingFrom(earlier.passedNames, later.passedNames);
  if (gone !== null) return gone.length === 0 ? [] : [`${listed(gone)} passed ${when}, and no longer`];
  const [then, now] = [earlier.counts.passed, later.counts.passed];
  return now < then ? [`${inWords(now)} ${now === 1 ? "passes" : "pass"}, and ${when} ${then} did`] : [];
}

function newlySkipped(earlier: TestReport, later: TestReport, when: string): string[] {
  const fresh = missingFrom(later.skippedNames, earlier.skippedNames);
  if (fresh !== null) return fresh.length === 0 ? [] : [`${listed(fresh)} is skipped, and was not ${when}`];
  const [then, now] = [earlier.counts.skipped, later.counts.skipped];
  return now > then ? [`${inWords(now)} ${now === 1 ? "is" : "are"} skipped, and ${when} ${then} were`] : [];
}

type Names = readonly string[] | undefined;

/** Those of the first that the second has less often; null where one of them is not known. */
function missingFrom(all: Names, there: Names): string[] | null {
  if (all === undefined || there === undefined) return null;
  const gone = more(all, there, (name) => name);
  const fresh = more(there, all, (name) => name);
  // A test that moves to another file, or is tried with several values, is still there.
  const moved = more(gone, fresh, titleOf);
  return moved.filter((name) => !fresh.some((other) => titleOf(other).startsWith(`${titleOf(name)}[`)));
}

/** `tests/a_test.py::adds`, `test/a.test.js > adds`: a name without the file it stands in. */
const titleOf = (name: string): string => name.replace(/^[\w./@-]+\.\w+(?:::| > | › )/, "");

const inWords = (count: number): string => `${count} ${count === 1 ? "test" : "tests"}`;

const listed = (names: readonly string[]): string =>
  `${names
    .slice(0, 3)
    .map((name) => `"${name}"`)
    .join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
