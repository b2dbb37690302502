import { type Account, allInput } from "./account.ts";
import { type Heard, propertiesIn, textIn, unmarked } from "./heard.ts";
import { inputText, type SaidCall } from "./reply.ts";
import { type Answer, event, pieces, type Wire } from "./wire.ts";

export const openaiChat: Wire = {
  name: "openai chat completions",
  isAt: (path) => path.endsWith("/chat/completions"),
  hear,
  caches: "itself",
  whole: completionOf,
  events: eventsOf,
  overflow: (tokens, window) => ({
    error: {
      message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
      type: "invalid_request_error",
      param: "messages",
      code: "context_length_exceeded",
    },
  }),
};

type Body = {
  model: string;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  tools?: { function: { name: string; parameters?: unknown } }[];
  tool_choice?: unknown;
  messages: { role: string; content: unknown }[];
};

function hear(body: unknown): Heard {
  const { model, stream = false, tools, tool_choice, messages } = body as Body;
  return {
    model,
    isStreamed: stream,
    tools: (tools ?? []).map(({ function: { name, parameters } }) => {
      return { name, group: null, takes: "json", properties: propertiesIn(parameters) };
    }),
    mayCall: tool_choice !== "none",
    turns: messages.flatMap(({ role, content }) => {
      const by = BY[role];
      return by === undefined ? [] : [{ by, text: textIn(content) }];
    }),
    blocks: unmarked([tools, ...messages]),
  };
}

const BY: Readonly<Record<string, "user" | "model" | "tool">> = { user: "user", assistant: "model", tool: "tool" };

function completionOf(answer: Answer) {
  const [content, calls] = [textOf(answer), callsOf(answer)];
  const message = { role: "assistant", content: content || null, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    ...head(answer, "chat.completion"),
    choices: [{ index: 0, finish_reason: FINISHES[answer.said.finish], message }],
    usage: usageOf(answer.account),
  };
}

function eventsOf(answer: Answer): string[] {
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    event({ ...head(answer, "chat.completion.chunk"), choices: [{ index: 0, delta, finish_reason }] });
  const { stream_options } = answer.body as Body;
  const usage = { ...head(answer, "chat.completion.chunk"), choices: [], usage: usageOf(answer.account) };
  return [
    chunk({ role: "assistant", content: "" }),
    ...pieces(textOf(answer)).map((content) => chunk({ content })),
    ...callsOf(answer).flatMap((call, index) => callDeltas(call, index).map((delta) => chunk(delta))),
    chunk({}, FINISHES[answer.said.finish]),
    // Only for who asks for it.
    ...(stream_options?.include_usage ? [event(usage)] : []),
    "data: [DONE]\n\n",
  ];
}

const callDeltas = (call: ReturnType<typeof callIn>, index: number): object[] => [
  { tool_calls: [{ ...call, index, function: { ...call.function, arguments: "" } }] },
  ...pieces(call.function.arguments).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
];

const head = ({ id, model }: Answer, object: string) => ({ id: `chatcmpl-${id}`, object, created: 0, model });

const FINISHES = { stop: "stop", calls: "tool_calls", length: "length", withheld: "content_filter" } as const;

const textOf = ({ said }: Answer): string =>
  said.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("");

const callsOf = ({ said, id }: Answer) =>
  said.parts.flatMap((part, index) => (part.kind === "call" ? [callIn(part, `call_${id}_${index}`)] : []));

const callIn = (call: SaidCall, id: string) => ({
  id,
  type: "function",
  function: { name: call.tool.name, arguments: inputText(call) },
});

const usageOf = (account: Account) => ({
  prompt_tokens: allInput(account),
  completion_tokens: account.output,
  total_tokens: allInput(account) + account.output,
  prompt_tokens_details: { cached_tokens: account.cachedRead },
});
