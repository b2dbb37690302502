import type { OutputChunk } from "../../ports/sandbox.ts";
import { lineSplitter } from "../session/line-splitter.ts";
import { isObject, type Loose, textOf } from "./loose.ts";

export type MessageId = string | number;

/** One thing that came out of an agent's program. `noise` is a line that is no message; `torrent` is too long to be one. */
export type Incoming =
  | { is: "request"; id: MessageId; method: string; params: unknown }
  | { is: "notification"; method: string; params: unknown }
  | { is: "response"; id: MessageId; result: unknown; error: unknown }
  | { is: "noise"; bytes: Uint8Array }
  | { is: "torrent" }
  | { is: "stderr"; bytes: Uint8Array };

/** Reads messages, one to a line. Nothing is read ahead: a program that says more than anybody takes has to wait. */
export async function* messagesIn(
  output: AsyncIterable<OutputChunk>,
  longest = LONGEST_LINE,
): AsyncGenerator<Incoming, void> {
  const lines = lineSplitter(longest);
  for await (const { stream, bytes } of output) {
    if (stream === "stderr") {
      yield { is: "stderr", bytes };
      continue;
    }
    for (const line of lines.add(bytes)) {
      const message = line.length > longest ? TORRENT : messageIn(line);
      if (message) yield message;
    }
    if (lines.isTooLong()) yield TORRENT;
  }
  for (const bytes of lines.rest()) yield { is: "noise", bytes };
}

const LONGEST_LINE = 16 * 1024 * 1024;

const TORRENT: Incoming = { is: "torrent" };

/** Null for an empty line. */
function messageIn(line: Buffer): Incoming | null {
  const text = line.toString("utf8").trim();
  if (text === "") return null;
  const fields = parsed(text);
  const method = textOf(fields?.method);
  const { id } = fields ?? {};
  const isKnownBy = typeof id === "string" || typeof id === "number";
  if (fields && method !== null) {
    const { params } = fields;
    return isKnownBy ? { is: "request", id, method, params } : { is: "notification", method, params };
  }
  if (fields && isKnownBy && ("result" in fields || "error" in fields)) {
    return { is: "response", id, result: fields.result, error: fields.error };
  }
  return { is: "noise", bytes: line };
}

function parsed(text: string): Loose | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
