import { allInput } from "./account.ts";
import { type Heard, propertiesIn, type Turn, unmarked } from "./heard.ts";
import type { SaidPart } from "./reply.ts";
import { type Answer, event, pieces, type Wire } from "./wire.ts";

export const geminiContent: Wire = {
  name: "gemini generateContent",
  isAt: (path) => /:(?:generateContent|streamGenerateContent)$/.test(path),
  hear,
  caches: "itself",
  whole: (answer) => contentOf(answer, answer.said.parts.flatMap(partsOf), finishOf(answer)),
  events: eventsOf,
  overflow: (tokens, window) => ({
    error: {
      code: 400,
      message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
      status: "INVALID_ARGUMENT",
    },
  }),
};

type Part = { text?: string; functionResponse?: unknown; functionCall?: unknown };
type Declaration = { name: string; parameters?: unknown; parametersJsonSchema?: unknown };
type Body = {
  tools?: { functionDeclarations?: Declaration[] }[];
  toolConfig?: { functionCallingConfig?: { mode?: string } };
  systemInstruction?: unknown;
  contents: { role?: string; parts?: Part[] }[];
};

function hear(body: unknown, path: string): Heard {
  const { tools, toolConfig, systemInstruction, contents } = body as Body;
  return {
    model: /([^/]+):\w+$/.exec(path)?.[1] ?? "",
    isStreamed: path.endsWith(":streamGenerateContent"),
    tools: (tools ?? [])
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, parameters, parametersJsonSchema }) => {
        return { name, group: null, takes: "json", properties: propertiesIn(parametersJsonSchema ?? parameters) };
      }),
    mayCall: toolConfig?.functionCallingConfig?.mode !== "NONE",
    turns: contents.flatMap(({ role, parts = [] }) => parts.flatMap((part) => turnsOf(role, part))),
    blocks: unmarked([systemInstruction, tools, ...contents]),
  };
}

function turnsOf(role: string | undefined, { text, functionResponse, functionCall }: Part): Turn[] {
  if (functionResponse !== undefined) return [{ by: "tool", text: JSON.stringify(functionResponse) }];
  if (functionCall !== undefined) return [{ by: "model", text: "" }];
  return text === undefined ? [] : [{ by: role === "model" ? "model" : "user", text }];
}

/** The numbers stand in every piece, and are whole in the last one. */
function eventsOf(answer: Answer): string[] {
  const parts = answer.said.parts.flatMap((part) =>
    part.kind === "text" ? pieces(part.text).map((text) => ({ text })) : partsOf(part),
  );
  const [last = { text: "" }, ...before] = parts.reverse();
  return [
    ...before.reverse().map((part) => event(contentOf(answer, [part], null))),
    event(contentOf(answer, [last], finishOf(answer))),
  ];
}

/** A call that is no JSON never leaves its provider. */
function partsOf(part: SaidPart): object[] {
  if (part.kind === "text") return [{ text: part.text }];
  return typeof part.input === "string" ? [] : [{ functionCall: { name: part.tool.name, args: part.input } }];
}

function finishOf({ said }: Answer): string {
  const isMalformed = said.parts.some((part) => part.kind === "call" && typeof part.input === "string");
  return isMalformed ? "MALFORMED_FUNCTION_CALL" : FINISHES[said.finish];
}

const FINISHES = { stop: "STOP", calls: "STOP", length: "MAX_TOKENS", withheld: "SAFETY" } as const;

function contentOf({ model, account, id }: Answer, parts: object[], finishReason: string | null) {
  const [input, output] = [allInput(account), finishReason === null ? 1 : account.output];
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason !== null && { finishReason }) }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      ...(account.cachedRead > 0 && { cachedContentTokenCount: account.cachedRead }),
    },
    modelVersion: model,
    responseId: id,
  };
}
