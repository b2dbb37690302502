import type { ModelServer } from "../model-server.ts";
import { COMPATIBLE_AT } from "./openai-compatible.ts";

/** What a client says in a turn: a prompt, or the results of as many tools. */
export type Said = string | { results: number };

/** Asks without any library, so that what is seen is what was sent. */
export type PlainWire = {
  name: string;
  path(isStreamed: boolean): string;
  body(turns: readonly Said[], system: string): Record<string, unknown>;
};

const TOOL = { name: "run_command", description: "Runs it.", schema: { type: "object", properties: { command: {} } } };
const results = <T>(count: number, result: (id: string) => T): T[] =>
  Array.from({ length: count }, (_, i) => result(`c${i}`));

const chat: PlainWire["body"] = (turns, system) => ({
  tools: [{ type: "function", function: { name: TOOL.name, description: TOOL.description, parameters: TOOL.schema } }],
  stream_options: { include_usage: true },
  messages: [
    { role: "system", content: system },
    ...turns.flatMap((said): object[] => {
      if (typeof said === "string") return [{ role: "user", content: said }];
      const calls = results(said.results, (id) => ({
        id,
        type: "function",
        function: { name: TOOL.name, arguments: "{}" },
      }));
      const answers = results(said.results, (id) => ({ role: "tool", tool_call_id: id, content: "ok" }));
      return [{ role: "assistant", content: null, tool_calls: calls }, ...answers];
    }),
  ],
});

export const PLAIN_WIRES: readonly PlainWire[] = [
  {
    name: "anthropic messages",
    path: () => "/v1/messages",
    body: (turns, system) => ({
      tools: [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.schema }],
      system: [{ type: "text", text: system, cache_control: MARK }],
      messages: turns.flatMap((said): object[] => {
        if (typeof said === "string") return [{ role: "user", content: said }];
        const calls = results(said.results, (id) => ({ type: "tool_use", id, name: TOOL.name, input: {} }));
        const answers = results(said.results, (id) => ({ type: "tool_result", tool_use_id: id, content: "ok" }));
        return [
          { role: "assistant", content: calls },
          { role: "user", content: answers },
        ];
      }),
    }),
  },
  {
    name: "openai responses",
    path: () => "/v1/responses",
    body: (turns, system) => ({
      tools: [{ type: "function", name: TOOL.name, description: TOOL.description, parameters: TOOL.schema }],
      instructions: system,
      input: turns.flatMap((said): object[] => {
        if (typeof said === "string") return [{ role: "user", content: [{ type: "input_text", text: said }] }];
        const calls = results(said.results, (id) => ({
          type: "function_call",
          call_id: id,
          name: TOOL.name,
          arguments: "{}",
        }));
        return [
          ...calls,
          ...results(said.results, (id) => ({ type: "function_call_output", call_id: id, output: "ok" })),
        ];
      }),
    }),
  },
  { name: "openai chat completions", path: () => "/v1/chat/completions", body: chat },
  {
    name: "gemini generateContent",
    path: (isStreamed) => `/v1beta/models/m:${isStreamed ? "streamGenerateContent" : "generateContent"}`,
    body: (turns, system) => ({
      systemInstruction: { parts: [{ text: system }] },
      tools: [{ functionDeclarations: [{ name: TOOL.name, description: TOOL.description, parameters: TOOL.schema }] }],
      contents: turns.flatMap((said): object[] => {
        if (typeof said === "string") return [{ role: "user", parts: [{ text: said }] }];
        const calls = results(said.results, () => ({ functionCall: { name: TOOL.name, args: {} } }));
        const answers = results(said.results, () => ({
          functionResponse: { name: TOOL.name, response: { text: "ok" } },
        }));
        return [
          { role: "model", parts: calls },
          { role: "user", parts: answers },
        ];
      }),
    }),
  },
  { name: "openai compatible", path: () => `${COMPATIBLE_AT}/chat/completions`, body: chat },
];

export const MARK = { type: "ephemeral" };

export type Got = { status: number; headers: Headers; text: string };

export async function askPlainly(
  { port }: ModelServer,
  wire: PlainWire,
  turns: readonly Said[],
  {
    system = "Be brief.",
    isStreamed = false,
    more = {},
  }: { system?: string; isStreamed?: boolean; more?: object } = {},
): Promise<Got> {
  const response = await fetch(`http://127.0.0.1:${port}${wire.path(isStreamed)}`, {
    method: "POST",
    body: JSON.stringify({ model: "m", stream: isStreamed, ...wire.body(turns, system), ...more }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
