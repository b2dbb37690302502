import { allInput } from "./account.ts";
import { type Heard, type OfferedTool, propertiesIn, type Turn, textIn, unmarked } from "./heard.ts";
import { inputText, type SaidPart } from "./reply.ts";
import { type Answer, event, pieces, type Wire } from "./wire.ts";

export const openaiResponses: Wire = {
  name: "openai responses",
  isAt: (path) => path.endsWith("/responses"),
  hear,
  caches: "itself",
  whole: (answer) => responseOf(answer),
  events: eventsOf,
  overflow: () => ({
    error: {
      message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
      type: "invalid_request_error",
      param: "input",
      code: "context_length_exceeded",
    },
  }),
};

type Tool = { type: string; name?: string; parameters?: unknown; tools?: Tool[] };
type Item = { type?: string; role?: string; content?: unknown; output?: unknown; tools?: Tool[] };
type Body = {
  model: string;
  stream?: boolean;
  tools?: Tool[];
  tool_choice?: unknown;
  instructions?: string;
  input: string | Item[];
};

function hear(body: unknown): Heard {
  const { model, stream = false, tools, tool_choice, instructions, input } = body as Body;
  const items: Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const more = items.flatMap((item) => (item.type === "additional_tools" ? (item.tools ?? []) : []));
  return {
    model,
    isStreamed: stream,
    tools: [...(tools ?? []), ...more].flatMap((tool) => toolsIn(tool)),
    mayCall: tool_choice !== "none",
    turns: items.flatMap(turnsOf),
    blocks: unmarked([tools, instructions, ...items]),
  };
}

function toolsIn(tool: Tool, group: string | null = null): OfferedTool[] {
  const { type, name = type, parameters, tools = [] } = tool;
  if (type === "namespace") return tools.flatMap((inner) => toolsIn(inner, name));
  return [{ name, group, takes: type === "custom" ? "text" : "json", properties: propertiesIn(parameters) }];
}

function turnsOf({ type = "", role, content, output }: Item): Turn[] {
  if (type.endsWith("_output")) return [{ by: "tool", text: textIn(output) }];
  if (type.endsWith("_call")) return [{ by: "model", text: "" }];
  if (role === "user") return [{ by: "user", text: textIn(content) }];
  return role === "assistant" ? [{ by: "model", text: textIn(content) }] : [];
}

function responseOf(answer: Answer) {
  const { said, account } = answer;
  const usage = {
    input_tokens: allInput(account),
    input_tokens_details: { cached_tokens: account.cachedRead },
    output_tokens: account.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: allInput(account) + account.output,
  };
  const output = said.parts.map((part, index) => itemOf(part, `${answer.id}_${index}`));
  return { ...head(answer), ...stateOf(answer), output, usage };
}

const head = ({ id, model }: Answer) => ({
  id: `resp_${id}`,
  object: "response",
  created_at: 0,
  model,
  error: null,
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
});

/** One that is cut short is incomplete, and says why. */
function stateOf({ said: { finish } }: Answer) {
  if (finish === "stop" || finish === "calls") return { status: "completed", incomplete_details: null };
  const reason = finish === "length" ? "max_output_tokens" : "content_filter";
  return { status: "incomplete", incomplete_details: { reason } };
}

type OutputItem = { id: string; status: string } & (
  | { type: "message"; role: string; content: { type: string; text: string; annotations: unknown[] }[] }
  | { type: "function_call"; call_id: string; name: string; namespace?: string; arguments: string }
  | { type: "custom_tool_call"; call_id: string; name: string; input: string }
);

function itemOf(part: SaidPart, id: string): OutputItem {
  const status = "completed";
  if (part.kind === "text") {
    const content = [{ type: "output_text", text: part.text, annotations: [] }];
    return { type: "message", id: `msg_${id}`, status, role: "assistant", content };
  }
  const { name, group, takes } = part.tool;
  const call = { call_id: `call_${id}`, name, status, ...(group !== null && { namespace: group }) };
  return takes === "text"
    ? { type: "custom_tool_call", id: `ctc_${id}`, ...call, input: inputText(part) }
    : { type: "function_call", id: `fc_${id}`, ...call, arguments: inputText(part) };
}

function eventsOf(answer: Answer): string[] {
  const response = responseOf(answer);
  const begun = { ...response, status: "in_progress", incomplete_details: null, output: [], usage: null };
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...response.output.flatMap(itemEvents),
    { type: `response.${response.status}`, response },
  ].map((each, sequence_number) => event({ ...each, sequence_number }, each.type));
}

function itemEvents(item: OutputItem, output_index: number): ({ type: string } & Record<string, unknown>)[] {
  const place = { item_id: item.id, output_index };
  const added = (begun: object) => ({ type: "response.output_item.added", output_index, item: begun });
  const done = { type: "response.output_item.done", output_index, item };
  const begun = { ...item, status: "in_progress" };
  if (item.type === "custom_tool_call") return [added({ ...begun, input: "" }), done];
  if (item.type === "function_call") {
    const { arguments: text } = item;
    return [
      added({ ...begun, arguments: "" }),
      ...pieces(text).map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
      { type: "response.function_call_arguments.done", ...place, arguments: text },
      done,
    ];
  }
  const [part] = item.content;
  const inPart = { ...place, content_index: 0 };
  const text = part?.text ?? "";
  return [
    added({ ...begun, content: [] }),
    { type: "response.content_part.added", ...inPart, part: { ...part, text: "" } },
    ...pieces(text).map((delta) => ({ type: "response.output_text.delta", ...inPart, delta })),
    { type: "response.output_text.done", ...inPart, text },
    { type: "response.content_part.done", ...inPart, part },
    done,
  ];
}
