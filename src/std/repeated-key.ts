/** The first key that an object in this JSON says twice, however deep; null where none does. Of two, parsers take the last. */
export function repeatedKey(json: string): string | null {
  /** What each open object has said so far; null for a list. */
  const open: (Set<string> | null)[] = [];
  for (const [token, colon] of json.matchAll(TOKENS)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      // `"a"` and `"\u0061"` are one key.
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      if (open.at(-1)?.has(key)) return key;
      open.at(-1)?.add(key);
    }
  }
  return null;
}

/** A string, with the colon that makes it a key; or what opens or closes something. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;
