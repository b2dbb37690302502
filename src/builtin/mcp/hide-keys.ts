/**
 * Takes the keys that a server was given out of whatever it says: a model, a person and a journal read it. What is nested
 * too deeply for anybody is left out.
 */
export function hideKeys<Value>(value: Value, keys: readonly string[]): Value {
  // Shorter ones are words that stand in any text.
  const secrets = keys.filter(({ length }) => length >= SHORTEST);
  return secrets.length === 0 ? value : (hidden(value, secrets, 0) as Value);
}

const SHORTEST = 8;
const DEEPEST = 100;

function hidden(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof value === "string") return secrets.reduce((text, secret) => text.replaceAll(secret, "[secret]"), value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((each) => hidden(each, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [hidden(name, secrets, 0), hidden(each, secrets, depth + 1)]),
  );
}
