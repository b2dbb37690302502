import { visibleText } from "../std/visible-text.ts";

/** A topic as it is kept, or why it cannot be one. */
export function readTopic(text: string): { ok: true; topic: string } | { ok: false; why: string } {
  const topic = text.trim();
  const length = [...topic].length;
  if (length === 0) return { ok: false, why: "a topic has 1 to 100 characters; this one has none" };
  if (length > LONGEST) return { ok: false, why: `a topic has at most 100 characters; this one has ${length}` };
  // Whoever shows it prints it as it is.
  if (visibleText(topic) !== topic) return { ok: false, why: "a topic is one line of characters that can be seen" };
  return { ok: true, topic };
}

const LONGEST = 100;
