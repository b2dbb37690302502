import type { Finding } from "./finding.ts";
import { lineFinder } from "./lines.ts";
import { CONFIG } from "./signs.ts";

/** Numbers that a check is held to, in config and tests alike. */
const LIMITS: readonly { files?: RegExp; names: RegExp; looser: "up" | "down"; what: string }[] = [
  {
    names: /\b(\w*[tT]ime-?_?out\w*(?:-minutes)?)["']?\s{0,3}[:=(]\s{0,3}(\d[\d_]{0,15})/g,
    looser: "up",
    what: "waits longer",
  },
  { names: /(--(?:test-)?timeout)[ =](\d{1,15})/g, looser: "up", what: "waits longer" },
  {
    names: /(?<![\w-])(retry|retries|--retries|reruns|--reruns|flaky_retries)["']?\s{0,3}[:= ]\s{0,3}(\d{1,9})/g,
    looser: "up",
    what: "tries more often",
  },
  {
    names:
      /(?<![\w-])(lines|branches|functions|statements|fail_under|fail-under|--cov-fail-under|--check-coverage|threshold|minimum_coverage|minimum|min-coverage|high|low|break)["']?\s{0,3}[:= ]\s{0,3}(\d{1,9}(?:\.\d{1,9})?)/g,
    files: CONFIG,
    looser: "down",
    what: "asks for less",
  },
  {
    names:
      /(max-warnings|maxWarnings|max_warnings|complexity|max-complexity|maxSize)["']?\s{0,3}[:= ]\s{0,3}(\d{1,9})/g,
    files: CONFIG,
    looser: "up",
    what: "tolerates more",
  },
  {
    names: /\b(toBeCloseTo|assertAlmostEqual|approx)\([^\n)]{0,200}?(\d{1,3})\s?\)/g,
    looser: "down",
    what: "compares less exactly",
  },
];

export function loosenedLimits(path: string, before: string, after: string): Finding[] {
  const lineAt = lineFinder(after);
  return LIMITS.filter(({ files }) => files?.test(path) ?? true).flatMap(({ names, looser, what }) => {
    const [old, now] = [numbersIn(before, names), numbersIn(after, names)];
    return [...now].flatMap(([name, values]) => {
      const previous = old.get(name) ?? [];
      // Numbers of one name are told apart by their order only, which says nothing once some came or went.
      if (previous.length !== values.length) return [];
      return values.flatMap(({ value, at }, index) => {
        const was = previous[index]?.value ?? value;
        const isLooser = looser === "up" ? value > was : value < was;
        return isLooser ? [{ path, line: lineAt(at), told: `${what}: \`${name}\` goes from ${was} to ${value}` }] : [];
      });
    });
  });
}

function numbersIn(text: string, names: RegExp): Map<string, { value: number; at: number }[]> {
  const found = new Map<string, { value: number; at: number }[]>();
  for (const match of text.matchAll(names)) {
    const [, name = "", digits = ""] = match;
    const list = found.get(name) ?? [];
    list.push({ value: Number(digits.replaceAll("_", "")), at: match.index });
    found.set(name, list);
  }
  return found;
}
