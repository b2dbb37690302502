import { type SourceText, sliceText } from "./source-text.ts";

/** A protected area as its author wrote it on one line. */
export type AreaText = { name: SourceText; paths: SourceText[] };

/**
 * `src/payment/**`, `Payments: src/payment/, src/billing/`, either with backticks: what looks like a path is one. An area
 * whose path passed for its name would protect nothing. One that is nothing but paths is called after the first.
 */
export function areaText(text: SourceText): AreaText {
  if (text.value.length > LONGEST) return { name: text, paths: [] };
  const colon = /^([^`/*:(]+?)\s*(?:[:—–-]+\s+|\()(?=\S)/.exec(text.value);
  const rest = sliceText(text, colon?.[0].length ?? 0, text.value.length);
  const paths = pathsIn(rest);
  if (paths.length === 0) return { name: text, paths: [] };
  const name = colon ? sliceText(text, 0, (colon[1] ?? "").length) : paths[0];
  return { name: name ?? text, paths };
}

/** Longer than any line a person writes, and short enough for any pattern. */
const LONGEST = 500;

/** All of them or none: a sentence with a slash in it names no path. */
function pathsIn(text: SourceText): SourceText[] {
  const words = [...text.value.matchAll(/[^\s,;]+/g)];
  const paths = words.map(({ 0: word, index }) => {
    const [, path = ""] = /^`?([^`)]*)`?\)?$/.exec(word) ?? [];
    const start = index + word.indexOf(path);
    return isPath(path) ? sliceText(text, start, start + path.length) : null;
  });
  return paths.every((path) => path !== null) ? paths : [];
}

const isPath = (word: string): boolean => /^[\w@.*][\w@.*+#%/-]*$/.test(word) && /[/*]/.test(word) && /\w/.test(word);
