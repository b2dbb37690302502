import type {
  LanguageModelV4CustomPart,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { SaidByModel, ToolCall } from "../ports/model.ts";

/** A piece of what a model said, with what its provider wants to see again: signatures, encrypted thoughts. */
export type SaidPart = LanguageModelV4TextPart | LanguageModelV4ReasoningPart | LanguageModelV4CustomPart | SaidCall;

/** `input` is kept as the model wrote it, which may be anything. */
export type SaidCall = {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: string;
  providerOptions?: SharedV4ProviderOptions;
};

/** What this room has put there, it finds there. */
export const partsOf = (said: SaidByModel): readonly SaidPart[] => said.parts as readonly SaidPart[];

export const textIn = (parts: readonly SaidPart[]): string =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

export const callsIn = (parts: readonly SaidPart[]): ToolCall[] =>
  parts.flatMap((part) =>
    part.type === "tool-call" ? [{ id: part.toolCallId, name: part.toolName, input: part.input }] : [],
  );
