import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Marked, ModelRequest } from "../ports/model.ts";

const MARK: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** Anthropic takes four in all. A later mark keeps what an earlier one would have kept, so the earliest go. */
const MOST_MARKS = 4;

/**
 * Sets Anthropic's cache marks on a prompt that was made of this request: on the last tool, on the texts that are marked,
 * on the end of the request before, and on the end of it all. What was kept is looked for only so many blocks before a mark,
 * and one turn with many calls may have more.
 */
export function mark(request: ModelRequest, prompt: LanguageModelV4Prompt, tools: LanguageModelV4FunctionTool[]): void {
  const places: Markable[] = [...tools.slice(-1), ...markedIn(request, prompt)];
  const saidLast = prompt.findLastIndex(({ role }) => role === "assistant");
  for (const end of [endOf(prompt.at(Math.max(0, saidLast) - 1)), endOf(prompt.at(-1))]) {
    if (end !== null && !places.includes(end)) places.push(end);
  }
  for (const place of places.slice(-MOST_MARKS)) place.providerOptions = { ...place.providerOptions, ...MARK };
}

type Markable = { providerOptions?: SharedV4ProviderOptions };

function markedIn({ system, turns }: ModelRequest, prompt: LanguageModelV4Prompt): Markable[] {
  const said = turns.flatMap((turn) => (turn.by === "user" ? turn.parts : []));
  const sent = prompt.flatMap((message): Markable[] => (message.role === "user" ? message.content : []));
  const systemSent = prompt.filter(({ role }) => role === "system");
  return [...chosen(system, systemSent), ...chosen(said, sent)];
}

/** Blank texts were not sent, all others were, in the same order. */
const chosen = (texts: readonly Marked[], sent: readonly Markable[]): Markable[] => {
  const asked = texts.filter(({ text }) => text.trim() !== "");
  return sent.filter((_, index) => asked[index]?.mark);
};

/** Thoughts carry no mark. */
function endOf(last: LanguageModelV4Prompt[number] | undefined): Markable | null {
  if (last === undefined) return null;
  if (last.role === "system") return last;
  return last.content.findLast(({ type }) => type !== "reasoning") ?? null;
}
