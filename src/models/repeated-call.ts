import type { Wire } from "./providers.ts";

/**
 * A call's input as it is sent back: what the model wrote, if that is an object. Anything else would be refused, and
 * every later request with it, so it becomes the one field of an object.
 */
export function repeatedInput(written: string, wire: Wire): unknown {
  const input = objectIn(written);
  if (input === null) return { unreadable: written.toWellFormed() };
  // OpenAI's wires carry the text itself; so its spaces and the order of its keys stay.
  return wire === "anthropic" || wire === "google" ? input : written;
}

/** A name that no tool has may be anything. Providers take letters, digits, `_` and `-`, up to 64 of them. */
export const callName = (name: string): string => name.replace(/[^\w-]/g, "_").slice(0, 64) || "_";

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
