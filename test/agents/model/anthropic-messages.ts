import { type Heard, propertiesIn, type Turn, textIn } from "./heard.ts";
import { type Answer, event, pieces, type Wire } from "./wire.ts";

export const anthropicMessages: Wire = {
  name: "anthropic messages",
  isAt: (path) => path.endsWith("/messages"),
  hear,
  whole: messageOf,
  events: eventsOf,
};

type Part = { type: string; text?: string; content?: unknown };
type Body = {
  model: string;
  stream?: boolean;
  tools?: { name: string; input_schema?: unknown }[];
  messages: { role: string; content: string | Part[] }[];
};

function hear(body: unknown): Heard {
  const { model, stream = false, tools = [], messages } = body as Body;
  return {
    model,
    isStreamed: stream,
    tools: tools.map(({ name, input_schema }) => {
      return { name, group: null, takes: "json", properties: propertiesIn(input_schema) };
    }),
    turns: messages.flatMap(({ role, content }) =>
      (typeof content === "string" ? [{ type: "text", text: content }] : content).flatMap((part) =>
        turnsOf(role, part),
      ),
    ),
  };
}

function turnsOf(role: string, part: Part): Turn[] {
  if (part.type === "tool_result") return [{ by: "tool", text: textIn(part.content) }];
  if (part.type !== "text") return [];
  return [{ by: role === "user" ? "user" : "model", text: part.text ?? "" }];
}

function messageOf({ said, model, tokens, id }: Answer) {
  const content =
    said.kind === "text"
      ? { type: "text", text: said.text }
      : { type: "tool_use", id: `toolu_${id}`, name: said.tool.name, input: said.input };
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [content],
    stop_reason: said.kind === "text" ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  };
}

function eventsOf(answer: Answer): string {
  const { said } = answer;
  const message = messageOf(answer);
  const [content] = message.content;
  const empty = said.kind === "text" ? { ...content, text: "" } : { ...content, input: {} };
  const deltas =
    said.kind === "text"
      ? pieces(said.text).map((text) => ({ type: "text_delta", text }))
      : pieces(JSON.stringify(said.input)).map((partial_json) => ({ type: "input_json_delta", partial_json }));
  const { stop_reason, stop_sequence, usage } = message;
  return [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: empty },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ]
    .map((each) => event(each, each.type))
    .join("");
}
