import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from "@ai-sdk/provider";
import type { ModelNews } from "../ports/model.ts";
import { type RawUsage, usageInRaw } from "./raw-usage.ts";
import type { SaidPart } from "./said-part.ts";
import { TooMuchSaid } from "./tapped-fetch.ts";

/** What has come so far. It is filled as the stream goes on, so it is there also when that breaks. */
export type Heard = {
  /** The model itself was heard of, and not only whoever stands before it. */
  hasBegun: boolean;
  parts: SaidPart[];
  bytes: number;
  warnings: SharedV4Warning[];
  /** What was counted on the way. */
  raw: RawUsage | null;
  finish: { reason: LanguageModelV4FinishReason["unified"]; usage: LanguageModelV4Usage } | null;
};

export const nothingHeard = (): Heard => ({
  hasBegun: false,
  parts: [],
  bytes: 0,
  warnings: [],
  raw: null,
  finish: null,
});

/** Rejects with whatever breaks the stream, or with the error that it tells. */
export async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  heard: Heard,
  see: (news: ModelNews) => void,
): Promise<void> {
  const open = new Map<string, TextBeingSaid>();
  // Left early, for whatever reason, it is cancelled, and the connection closed.
  for await (const part of stream) {
    heard.hasBegun ||= isOfModel(part);
    hear(part, heard, open, see);
    if (heard.bytes > MOST_BYTES) throw new TooMuchSaid(`more than ${MOST_BYTES / 2 ** 20} MB`);
  }
}

/** Some packages add an end to a stream in which nothing was. */
const isOfModel = (part: LanguageModelV4StreamPart): boolean =>
  part.type === "finish" ? part.finishReason.unified !== "interrupted" : !OF_OTHERS.has(part.type);

const OF_OTHERS: ReadonlySet<string> = new Set(["stream-start", "raw", "ping", "error"]);

/** Text and thoughts come in many pieces; they are put together at the end, once. */
type TextBeingSaid = Extract<SaidPart, { text: string }>;

function hear(
  part: LanguageModelV4StreamPart,
  heard: Heard,
  open: Map<string, TextBeingSaid>,
  see: (news: ModelNews) => void,
): void {
  switch (part.type) {
    case "text-start":
    case "reasoning-start": {
      const begun: TextBeingSaid = { type: part.type === "text-start" ? "text" : "reasoning", text: "" };
      keep(begun, part.providerMetadata);
      open.set(keyOf(part), begun);
      heard.parts.push(begun);
      return;
    }
    case "text-delta":
    case "reasoning-delta": {
      const being = open.get(keyOf(part));
      if (being === undefined) return;
      being.text += part.delta;
      keep(being, part.providerMetadata);
      heard.bytes += Buffer.byteLength(part.delta);
      if (part.delta !== "") see({ type: being.type === "text" ? "text" : "thought", delta: part.delta });
      return;
    }
    case "text-end":
    case "reasoning-end": {
      const being = open.get(keyOf(part));
      if (being !== undefined) keep(being, part.providerMetadata);
      open.delete(keyOf(part));
      return;
    }
    case "tool-input-delta":
      heard.bytes += Buffer.byteLength(part.delta);
      see({ type: "calling" });
      return;
    case "tool-call": {
      if (part.providerExecuted) return;
      const { type, toolCallId, toolName } = part;
      // A tool that takes nothing is called with nothing by some.
      const call: SaidPart = { type, toolCallId, toolName, input: part.input.trim() === "" ? "{}" : part.input };
      keep(call, part.providerMetadata);
      heard.parts.push(call);
      return;
    }
    case "custom": {
      const custom: SaidPart = { type: "custom", kind: part.kind };
      keep(custom, part.providerMetadata);
      heard.parts.push(custom);
      return;
    }
    case "stream-start":
      heard.warnings.push(...part.warnings);
      return;
    case "raw":
      heard.raw = usageInRaw(part.rawValue, heard.raw);
      return;
    case "finish":
      heard.finish = { reason: part.finishReason.unified, usage: part.usage };
      return;
    case "error":
      throw part.error;
    default:
      return;
  }
}

/** Text and thoughts have numbers of their own. */
const keyOf = ({ type, id }: { type: string; id: string }): string => `${type.startsWith("text") ? "text" : ""}${id}`;

/** What comes later knows more: a signature arrives with the end of a thought. */
function keep(part: SaidPart, metadata: SharedV4ProviderMetadata | undefined): void {
  if (metadata !== undefined) part.providerOptions = metadata;
}

/** No model says so much in one turn. */
const MOST_BYTES = 8 * 2 ** 20;
