import { type Heard, propertiesIn, type Turn } from "./heard.ts";
import { type Answer, event, type Wire } from "./wire.ts";

export const geminiContent: Wire = {
  name: "gemini generateContent",
  isAt: (path) => /:(?:generateContent|streamGenerateContent)$/.test(path),
  hear,
  whole: contentOf,
  events: (answer) => event(contentOf(answer)),
};

type Part = { text?: string; functionResponse?: unknown };
type Declaration = { name: string; parameters?: unknown; parametersJsonSchema?: unknown };
type Body = {
  tools?: { functionDeclarations?: Declaration[] }[];
  contents: { role?: string; parts?: Part[] }[];
};

function hear(body: unknown, path: string): Heard {
  const { tools = [], contents } = body as Body;
  return {
    model: /([^/]+):\w+$/.exec(path)?.[1] ?? "",
    isStreamed: path.endsWith(":streamGenerateContent"),
    tools: tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, parameters, parametersJsonSchema }) => {
        return { name, group: null, takes: "json", properties: propertiesIn(parametersJsonSchema ?? parameters) };
      }),
    turns: contents.flatMap(({ role, parts = [] }) => parts.flatMap((part) => turnsOf(role, part))),
  };
}

function turnsOf(role: string | undefined, { text, functionResponse }: Part): Turn[] {
  if (functionResponse !== undefined) return [{ by: "tool", text: JSON.stringify(functionResponse) }];
  return text === undefined ? [] : [{ by: role === "model" ? "model" : "user", text }];
}

function contentOf({ said, model, tokens: { input, output }, id }: Answer) {
  const part =
    said.kind === "text" ? { text: said.text } : { functionCall: { name: said.tool.name, args: said.input } };
  return {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
    modelVersion: model,
    responseId: id,
  };
}
