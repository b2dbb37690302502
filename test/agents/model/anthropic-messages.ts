import type { Account } from "./account.ts";
import { type Block, type Heard, propertiesIn, type Turn, textIn } from "./heard.ts";
import { inputText, type SaidPart } from "./reply.ts";
import { type Answer, event, pieces, type Wire } from "./wire.ts";

export const anthropicMessages: Wire = {
  name: "anthropic messages",
  isAt: (path) => path.endsWith("/messages"),
  hear,
  caches: "marks",
  whole: messageOf,
  events: eventsOf,
  overflow: (tokens, window) => refusalOf(`prompt is too long: ${tokens} tokens > ${window} maximum`),
  objection: tooManyMarks,
};

type Marks = { cache_control?: unknown };
type Part = { type: string; text?: string; content?: unknown } & Marks;
type Body = {
  model: string;
  stream?: boolean;
  tools?: ({ name: string; input_schema?: unknown } & Marks)[];
  tool_choice?: { type: string };
  system?: string | Part[];
  messages: { role: string; content: string | Part[] }[];
};

function hear(body: unknown): Heard {
  const { model, stream = false, tools = [], tool_choice, messages } = body as Body;
  return {
    model,
    isStreamed: stream,
    tools: tools.map(({ name, input_schema }) => {
      return { name, group: null, takes: "json", properties: propertiesIn(input_schema) };
    }),
    mayCall: tool_choice?.type !== "none",
    turns: messages.flatMap(({ role, content }) => partsIn(content).flatMap((part) => turnsOf(role, part))),
    blocks: blocksOf(body as Body),
  };
}

const partsIn = (content: string | Part[]): Part[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

function turnsOf(role: string, part: Part): Turn[] {
  if (part.type === "tool_result") return [{ by: "tool", text: textIn(part.content) }];
  if (part.type === "tool_use") return [{ by: "model", text: "" }];
  if (part.type !== "text") return [];
  return [{ by: role === "user" ? "user" : "model", text: part.text ?? "" }];
}

/** Whether tools may be used is read before the messages: to change that is to begin them anew. */
function blocksOf({ tools = [], tool_choice, system = [], messages }: Body): Block[] {
  return [
    ...tools.map((tool) => blockOf(tool)),
    ...partsIn(system).map((part) => blockOf(part)),
    blockOf({ tool_choice: tool_choice?.type ?? "auto" }),
    ...messages.flatMap(({ role, content }) => partsIn(content).map((part) => blockOf(part, role))),
  ];
}

/** A string and the only text of a list are the same to it, and marks are not read. */
function blockOf({ cache_control, ...rest }: Marks & Record<string, unknown>, role?: string): Block {
  return { json: JSON.stringify(role === undefined ? rest : [role, rest]), marked: cache_control !== undefined };
}

function tooManyMarks(body: unknown): string | null {
  const found = blocksOf(body as Body).filter(({ marked }) => marked).length;
  return found <= 4 ? null : `A maximum of 4 blocks with cache_control may be provided. Found ${found}.`;
}

const refusalOf = (message: string) => ({ type: "error", error: { type: "invalid_request_error", message } });

function messageOf({ said, model, account, id }: Answer) {
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: said.parts.map((part, index) => contentOf(part, `${id}_${index}`)),
    stop_reason: STOPS[said.finish],
    stop_sequence: null,
    usage: usageOf(account),
  };
}

const STOPS = { stop: "end_turn", calls: "tool_use", length: "max_tokens", withheld: "refusal" } as const;

const contentOf = (part: SaidPart, id: string) =>
  part.kind === "text"
    ? { type: "text", text: part.text }
    : { type: "tool_use", id: `toolu_${id}`, name: part.tool.name, input: part.input };

const usageOf = ({ input, cachedRead, cachedWrite, output }: Account) => ({
  input_tokens: input,
  cache_creation_input_tokens: cachedWrite,
  cache_read_input_tokens: cachedRead,
  output_tokens: output,
});

function eventsOf(answer: Answer): string[] {
  const message = messageOf(answer);
  const { stop_reason, stop_sequence, usage } = message;
  const begun = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  return [
    { type: "message_start", message: begun },
    ...answer.said.parts.flatMap((part, index) => partEvents(part, index, answer.id)),
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ].map((each) => event(each, each.type));
}

function partEvents(part: SaidPart, index: number, id: string): { type: string }[] {
  const content = contentOf(part, `${id}_${index}`);
  const empty = part.kind === "text" ? { ...content, text: "" } : { ...content, input: {} };
  const deltas =
    part.kind === "text"
      ? pieces(part.text).map((text) => ({ type: "text_delta", text }))
      : pieces(inputText(part)).map((partial_json) => ({ type: "input_json_delta", partial_json }));
  const begun = { type: "content_block_start", index, content_block: empty };
  const end = { type: "content_block_stop", index };
  return [begun, ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })), end];
}
