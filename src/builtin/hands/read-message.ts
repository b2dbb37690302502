import type { HandsMessage } from "./inside/messages.ts";

/** Nothing that an honest program says is longer. */
export const LONGEST_LINE = 4 * 1024 * 1024;

/**
 * One line of what came out of the sandbox; null when it is none of ours. Whatever runs there can write to the same pipe,
 * so nothing is believed about its shape or its length.
 */
export function readMessage(line: Uint8Array): HandsMessage | null {
  if (line.length > LONGEST_LINE) return null;
  const fields = objectIn(line);
  if (fields === null) return null;
  const { is, id, base64, state, text, diff } = fields;
  if (is === "ready") return { is };
  if (typeof id !== "number") return null;
  if (is === "output") return typeof base64 === "string" ? { is, id, base64 } : null;
  if (is !== "used" || typeof text !== "string" || !(diff === null || typeof diff === "string")) return null;
  if (state !== "done" && state !== "failed" && state !== "refused") return null;
  return { is, id, state, text: cut(text, LONGEST_TEXT), diff: diff && cut(diff, LONGEST_DIFF) };
}

/** An honest program has cut them already, to less. */
const LONGEST_TEXT = 20_000;
const LONGEST_DIFF = 40_000;

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

function objectIn(line: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(line).toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
