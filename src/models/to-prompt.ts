import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { Marked, ModelRequest, ModelTurn, ToolResult } from "../ports/model.ts";
import type { Wire } from "./providers.ts";
import { callName, repeatedInput } from "./repeated-call.ts";
import { partsOf, type SaidCall, type SaidPart } from "./said-part.ts";

/** The same turns give the same bytes, whatever comes after them. Cache marks are set by `marks.ts`. */
export function toPrompt({ system, turns }: ModelRequest, wire: Wire): LanguageModelV4Prompt {
  const before = piecesOf(system, wire).map((content): LanguageModelV4Message => ({ role: "system", content }));
  return [...before, ...turns.flatMap((turn) => messagesOf(turn, wire))];
}

/** Nothing that would be sent without content: most wires refuse it, for this request and all that follow. */
function messagesOf(turn: ModelTurn, wire: Wire): LanguageModelV4Message[] {
  if (turn.by === "tools") return [{ role: "tool", content: turn.results.map(resultOf) }];
  if (turn.by === "user") {
    const content = piecesOf(turn.parts, wire).map((text) => ({ type: "text" as const, text }));
    return content.length === 0 ? [] : [{ role: "user", content }];
  }
  const content = partsOf(turn.said)
    .filter((part) => !isBlank(part))
    // Copies: marks are set on what is sent, never on what was said.
    .map((part) => (part.type === "tool-call" ? callOf(part, wire) : { ...part }));
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

/**
 * Only Anthropic's wire has marks between the pieces. Elsewhere they are one text: there are chat templates of local
 * models that take no second system message, and servers that take no list of texts.
 */
function piecesOf(parts: readonly Marked[], wire: Wire): string[] {
  const texts = parts.map(({ text }) => text.toWellFormed()).filter((text) => text.trim() !== "");
  return wire === "anthropic" || texts.length === 0 ? texts : [texts.join("\n\n")];
}

const isBlank = (part: SaidPart): boolean =>
  part.type === "text" && part.text.trim() === "" && part.providerOptions === undefined;

const callOf = ({ input, toolName, ...call }: SaidCall, wire: Wire) => ({
  ...call,
  toolName: callName(toolName),
  input: repeatedInput(input, wire),
});

function resultOf({ id, name, text, isError }: ToolResult): LanguageModelV4ToolResultPart {
  const value = text.toWellFormed();
  return {
    type: "tool-result",
    toolCallId: id,
    toolName: callName(name),
    output: { type: isError ? "error-text" : "text", value },
  };
}
