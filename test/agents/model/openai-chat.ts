import { type Heard, propertiesIn, textIn } from "./heard.ts";
import { type Answer, event, pieces, type Wire } from "./wire.ts";

export const openaiChat: Wire = {
  name: "openai chat completions",
  isAt: (path) => path.endsWith("/chat/completions"),
  hear,
  whole: completionOf,
  events: eventsOf,
};

type Body = {
  model: string;
  stream?: boolean;
  tools?: { function: { name: string; parameters?: unknown } }[];
  messages: { role: string; content: unknown }[];
};

function hear(body: unknown): Heard {
  const { model, stream = false, tools = [], messages } = body as Body;
  return {
    model,
    isStreamed: stream,
    tools: tools.map(({ function: { name, parameters } }) => {
      return { name, group: null, takes: "json", properties: propertiesIn(parameters) };
    }),
    turns: messages.flatMap(({ role, content }) => {
      const by = BY[role];
      return by === undefined ? [] : [{ by, text: textIn(content) }];
    }),
  };
}

const BY: Readonly<Record<string, "user" | "model" | "tool">> = { user: "user", assistant: "model", tool: "tool" };

function completionOf(answer: Answer) {
  const { said } = answer;
  const message = said.kind === "text" ? { content: said.text } : { content: null, tool_calls: [callIn(answer)] };
  return {
    ...head(answer, "chat.completion"),
    choices: [{ index: 0, finish_reason: finish(answer), message: { role: "assistant", ...message } }],
    usage: usageOf(answer),
  };
}

function eventsOf(answer: Answer): string {
  const { said } = answer;
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    event({ ...head(answer, "chat.completion.chunk"), choices: [{ index: 0, delta, finish_reason }] });
  const call = callIn(answer);
  const deltas =
    call === null
      ? pieces(said.kind === "text" ? said.text : "").map((content) => ({ content }))
      : [
          { tool_calls: [{ ...call, index: 0, function: { ...call.function, arguments: "" } }] },
          ...pieces(call.function.arguments).map((text) => ({
            tool_calls: [{ index: 0, function: { arguments: text } }],
          })),
        ];
  return [
    chunk({ role: "assistant", content: "" }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finish(answer)),
    event({ ...head(answer, "chat.completion.chunk"), choices: [], usage: usageOf(answer) }),
    "data: [DONE]\n\n",
  ].join("");
}

const head = ({ id, model }: Answer, object: string) => ({ id: `chatcmpl-${id}`, object, created: 0, model });

const finish = ({ said }: Answer): string => (said.kind === "text" ? "stop" : "tool_calls");

function callIn({ said, id }: Answer) {
  if (said.kind === "text") return null;
  return {
    id: `call_${id}`,
    type: "function",
    function: { name: said.tool.name, arguments: JSON.stringify(said.input) },
  };
}

const usageOf = ({ tokens: { input, output } }: Answer) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});
