/** The JSON pointer of the first place where two JSON values differ; null when they say the same. An absent key equals `undefined`. */
export function firstDifference(a: unknown, b: unknown, pointer = ""): string | null {
  if (Object.is(a, b)) return null;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return pointer;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = firstDifference(a[key], b[key], `${pointer}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
