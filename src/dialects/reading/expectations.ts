import type { Span } from "../../diagnostics/span.ts";
import type { Contract, StdoutTest } from "../../plan/model.ts";
import { faults } from "./faults.ts";
import type { Reading } from "./reading.ts";
import { type SourceText, sliceText } from "./source-text.ts";
import { isVacuous } from "./vacuous-stdout.ts";
import { quoted } from "./values.ts";

const EXIT = /^exit_code\s*==\s*(\d{1,3})$/;
const NEAR_EXIT = /^exit[\s_-]?(?:code|status)?\s*(?:===?|=|:|is|of)\s*(\d{1,3})\.?$/i;
const STDOUT = /^stdout\s+(?=contains\b|matches\b)/;
const CONTAINS = /^contains\s+"((?:[^"\\]|\\.)*)"$/s;
const MATCHES = /^matches\s+\/(.+)\/$/s;

/** Whether a line claims to say what the command must do. */
export const isExpectation = (line: string): boolean =>
  /^[\s*_`]*(?:exit[\s_-]?(?:code|status)?\b|stdout\b|stderr\b)/i.test(line);

/** Reads `exit_code == N` and `stdout contains "…"` or `stdout matches /…/`, bold or in backticks too, into the contract. */
export function readExpectation(reading: Reading, line: SourceText, contract: Contract, pointer: string): void {
  const lead = line.value.length - line.value.trimStart().length;
  const whole = line.value.trim();
  const marks = ["**", "__", "`"].find((mark) => whole.startsWith(mark) && whole.endsWith(mark))?.length ?? 0;
  const text = whole.slice(marks, whole.length - marks);
  const written = sliceText(line, lead + marks, lead + marks + text.length);
  const exit = EXIT.exec(text);
  if (exit) {
    if (Number(exit[1]) > 255) return reportExpectation(reading, written.span, "an exit code is at most 255");
    if (reading.positions.has(`${pointer}/exitCode`)) return reportTwice(reading, written.span, "exit_code");
    reading.positions.setText(`${pointer}/exitCode`, written);
    contract.exitCode = Number(exit[1]);
    return;
  }
  const stdout = STDOUT.test(text) ? parseStdout(text.replace(STDOUT, "")) : null;
  if (stdout) {
    if (contract.stdout) return reportTwice(reading, written.span, "stdout");
    if (reportUseless(reading, written.span, stdout)) return;
    reading.positions.setText(`${pointer}/stdout`, written);
    contract.stdout = stdout;
    return;
  }
  const single = /^stdout\s+contains\s+'([^'"\\]*)'$/.exec(text)?.[1];
  const exitMeant = NEAR_EXIT.exec(text.replace(/[*_`]{2}|`/g, ""))?.[1];
  const meant = exitMeant ? `exit_code == ${exitMeant}` : single ? `stdout contains "${single}"` : null;
  reading.report(faults.badExpectation, written.span, `${quoted(text)} is not an expectation`, {
    help: meant
      ? `write \`${meant}\``
      : 'write `exit_code == N`, `stdout contains "…"` or `stdout matches /…/`, without flags',
    ...(meant && {
      fix: {
        title: `write \`${meant}\``,
        edits: [{ file: written.span.file, start: written.span.start, end: written.span.end, text: meant }],
      },
    }),
  });
}

/** `contains "…"` or `matches /…/`; null for anything else. */
export function parseStdout(text: string): StdoutTest | null {
  const contains = CONTAINS.exec(text)?.[1];
  if (contains !== undefined) return { kind: "contains", text: contains.replace(/\\(.)/gs, "$1") };
  const matches = MATCHES.exec(text)?.[1];
  return matches === undefined ? null : { kind: "matches", pattern: matches };
}

export function reportExpectation(reading: Reading, span: Span, message: string): void {
  reading.report(faults.badExpectation, span, message, {
    help: "write `exit_code == N` with a number up to 255, or `stdout matches /…/` with a regular expression",
  });
}

/** Whether an expectation of the output can be no test of the work: it cannot be tried, or it is always true. */
export function reportUseless(reading: Reading, span: Span, test: StdoutTest): boolean {
  const fault = test.kind === "matches" ? regexFault(test.pattern) : null;
  if (fault !== null) reportExpectation(reading, span, fault);
  else if (isVacuous(test)) {
    const words = test.kind === "contains" ? 'contains ""' : `matches /${test.pattern}/`;
    reading.report(faults.badExpectation, span, `\`stdout ${words}\` is true of any output`, {
      help: "name something that is printed only when the work is done, or delete the expectation",
    });
  } else return false;
  return true;
}

function reportTwice(reading: Reading, span: Span, name: string): void {
  reading.report(faults.duplicateField, span, `\`${name}\` is expected twice`, { help: "keep one of the two" });
}

function regexFault(pattern: string): string | null {
  try {
    new RegExp(pattern);
    return null;
  } catch (error) {
    return `the pattern cannot be read: ${error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : "invalid"}`;
  }
}
