const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };
const PART =
  /^(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)\b\s*(?:,|and)?\s*/i;

/** Seconds in `300s`, `5m`, `5 minutes` or `1h 30m`; null for anything else, zero and a bare number included. */
export function parseDuration(text: string): number | null {
  let rest = text.trim();
  let seconds = 0;
  if (rest === "") return null;
  while (rest !== "") {
    const part = PART.exec(rest);
    if (!part) return null;
    seconds += Number(part[1]) * unitOf(part[2] ?? "");
    rest = rest.slice(part[0].length);
  }
  return seconds > 0 && Number.isFinite(seconds) ? seconds : null;
}

const unitOf = (word: string): number => {
  const lower = word.toLowerCase();
  return UNITS[lower.startsWith("mil") ? "ms" : lower === "ms" ? "ms" : lower.charAt(0)] ?? Number.NaN;
};
