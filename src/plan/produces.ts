import { patternFor } from "../std/pattern-for.ts";
import { trimEndOf } from "../std/trim-end-of.ts";
import { normalPath } from "./files.ts";
import type { Step } from "./model.ts";

/**
 * The paths a step is taken to bring into being: its Files to Add, the paths its contracts name and the paths in
 * backticks in its What. A reading of plain words, so it may name too much; it never runs or expands anything.
 */
export function producedBy(step: Step): string[] {
  const added = step.files.add.map((entry) => entry.path);
  const tested = step.contracts.flatMap((contract) => contract.command.split(SHELL_PUNCTUATION));
  const told = Array.from(step.what.matchAll(/`([^`\s]+)`/g), (match) => match[1] ?? "");
  const paths = [...added, ...[...tested, ...told].flatMap(pathIn)].map(normalPath);
  return [...new Set(paths)].filter((path) => path !== "");
}

const SHELL_PUNCTUATION = /[\s;|&()<>"'`=]+/;
/** What a path may look like without asking the shell what it means: no glob, no variable, no flag. */
const PATH = patternFor(/^[\w.@][\w.@+#%/-]*$/, () => /^[\p{L}\p{N}_.@][\p{L}\p{N}_.@+#%/-]*$/u);
const EXTENSION = patternFor(/[\w-]\.[a-z][a-z0-9]{0,9}$/i, () => /[\p{L}\p{N}_-]\.[a-z][a-z0-9]{0,9}$/iu);

/** A sentence may end behind a path. */
const SENTENCE_END = ".,!";

function pathIn(word: string): string[] {
  const path = trimEndOf(withoutPlace(word), SENTENCE_END);
  const looksLikePath = PATH(path).test(path) && (path.includes("/") || EXTENSION(path).test(path));
  return looksLikePath && !path.split("/").includes("..") ? [path] : [];
}

/** `tests/test_a.py::test_b` and `src/a.ts:12` name a place inside a file. */
const withoutPlace = (word: string): string => word.split(":", 1).join("");
