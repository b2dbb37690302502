import { type Heard, type OfferedTool, propertiesIn, type Turn, textIn } from "./heard.ts";
import { type Answer, event, pieces, type Wire } from "./wire.ts";

export const openaiResponses: Wire = {
  name: "openai responses",
  isAt: (path) => path.endsWith("/responses"),
  hear,
  whole: (answer) => responseOf(answer),
  events: eventsOf,
};

type Tool = { type: string; name?: string; parameters?: unknown; tools?: Tool[] };
type Item = { type?: string; role?: string; content?: unknown; output?: unknown; tools?: Tool[] };
type Body = { model: string; stream?: boolean; tools?: Tool[]; input: string | Item[] };

function hear(body: unknown): Heard {
  const { model, stream = false, tools = [], input } = body as Body;
  const items: Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const more = items.flatMap((item) => (item.type === "additional_tools" ? (item.tools ?? []) : []));
  return {
    model,
    isStreamed: stream,
    tools: [...tools, ...more].flatMap((tool) => toolsIn(tool)),
    turns: items.flatMap(turnsOf),
  };
}

function toolsIn(tool: Tool, group: string | null = null): OfferedTool[] {
  const { type, name = type, parameters, tools = [] } = tool;
  if (type === "namespace") return tools.flatMap((inner) => toolsIn(inner, name));
  return [{ name, group, takes: type === "custom" ? "text" : "json", properties: propertiesIn(parameters) }];
}

function turnsOf({ type = "", role, content, output }: Item): Turn[] {
  if (type.endsWith("_output")) return [{ by: "tool", text: textIn(output) }];
  if (role === "user") return [{ by: "user", text: textIn(content) }];
  return role === "assistant" ? [{ by: "model", text: textIn(content) }] : [];
}

function responseOf(answer: Answer) {
  const { input, output } = answer.tokens;
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
  return { ...head(answer), status: "completed", output: [itemOf(answer)], usage };
}

const head = ({ id, model }: Answer) => ({
  id: `resp_${id}`,
  object: "response",
  created_at: 0,
  model,
  error: null,
  incomplete_details: null,
  parallel_tool_calls: false,
  tool_choice: "auto",
  tools: [],
});

type OutputItem = { id: string; status: string } & (
  | { type: "message"; role: string; content: { type: string; text: string; annotations: unknown[] }[] }
  | { type: "function_call"; call_id: string; name: string; namespace?: string; arguments: string }
  | { type: "custom_tool_call"; call_id: string; name: string; input: string }
);

function itemOf({ said, id }: Answer): OutputItem {
  const status = "completed";
  if (said.kind === "text") {
    const content = [{ type: "output_text", text: said.text, annotations: [] }];
    return { type: "message", id: `msg_${id}`, status, role: "assistant", content };
  }
  const { name, group } = said.tool;
  const call = { call_id: `call_${id}`, name, status, ...(group !== null && { namespace: group }) };
  return typeof said.input === "string"
    ? { type: "custom_tool_call", id: `ctc_${id}`, ...call, input: said.input }
    : { type: "function_call", id: `fc_${id}`, ...call, arguments: JSON.stringify(said.input) };
}

function eventsOf(answer: Answer): string {
  const response = responseOf(answer);
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  const [item] = response.output;
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...(item === undefined ? [] : itemEvents(item)),
    { type: "response.completed", response },
  ]
    .map((each, sequence_number) => event({ ...each, sequence_number }, each.type))
    .join("");
}

function itemEvents(item: OutputItem): ({ type: string } & Record<string, unknown>)[] {
  const place = { item_id: item.id, output_index: 0 };
  const added = (begun: object) => ({ type: "response.output_item.added", output_index: 0, item: begun });
  const done = { type: "response.output_item.done", output_index: 0, item };
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
