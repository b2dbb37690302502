const PART = /^(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])/i;
const JOINT = /^(?:\s*,\s*|\s+and\s+|\s*)/i;

/** Seconds in `300s`, `5m`, `5 minutes`, `1h 30m` or `1h30m`; null for anything else, zero and a bare number included. */
export function parseDuration(text: string): number | null {
  let rest = text.trim();
  let seconds = 0;
  for (;;) {
    const part = PART.exec(rest);
    if (!part) return null;
    seconds += Number(part[1]) * secondsIn(part[2] ?? "");
    rest = rest.slice(part[0].length);
    if (rest === "") return seconds > 0 && Number.isFinite(seconds) ? seconds : null;
    rest = rest.replace(JOINT, "");
  }
}

/** The shortest spelling that `parseDuration` reads back as the same number of seconds. */
export function formatDuration(seconds: number): string {
  const unit = (["h", "m", "s"] as const).find((each) => Number.isInteger(seconds / (UNITS[each] ?? 1)));
  return unit ? `${seconds / (UNITS[unit] ?? 1)}${unit}` : `${seconds}s`;
}

const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

function secondsIn(unit: string): number {
  const word = unit.toLowerCase();
  return UNITS[/^m(?:s|il)/.test(word) ? "ms" : word.charAt(0)] ?? Number.NaN;
}
