import { hasOption, optionValue } from "../../shell/operands.ts";
import { isNamedLikeTest } from "./node-test.ts";
import type { Runner } from "./runner.ts";
import { wordsForRunner } from "./runner-words.ts";
import { tapRuns } from "./tap.ts";

/** tape, which prints TAP. */
export const tape: Runner = {
  name: "tape",
  isNamedBy(invocation) {
    const words = wordsForRunner(invocation, "tape");
    return words !== null && !hasOption(words, "--version", "--help", "-h");
  },
  // Any TAP looks like it, so only a command can say that this is tape's.
  read: (lines, invocations) => (invocations.length === 0 ? [] : tapRuns(lines)),
};

/** node-tap, which prints TAP where nobody watches. */
export const nodeTap: Runner = {
  name: "tap",
  isNamedBy(invocation) {
    const words = wordsForRunner(invocation, "tap");
    if (words === null || OTHER.test(words[0]?.text ?? "") || hasOption(words, "--version", "--help", "-h"))
      return false;
    return (optionValue(words, "--reporter", "-R")?.text ?? "tap") === "tap";
  },
  read(lines, invocations) {
    if (invocations.length === 0) return [];
    const hasGap = lines.some(isGap);
    return tapRuns(lines).map((run) => (hasGap && run.counts.passed > 0 ? { ...run, isComplete: false } : run));
  },
};

/** A file whose process ended with status 0 before its first test is skipped, and the run is content. */
const isGap = (line: string): boolean =>
  isNamedLikeTest(/^ok \d{1,9} - (\S+) # SKIP no tests found$/.exec(line)?.[1] ?? "");

const OTHER = /^(?:build|cache-info|config|debug|dump-config|help|list|plugin|repl|report|versions)$/;
