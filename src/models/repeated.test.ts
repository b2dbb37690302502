import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../ports/model.ts";
import { asked, modelAt, type OddAnswer, oddServer } from "./odd-server.testkit.ts";

/** What each provider wants to see again, byte for byte, in the next request. */
describe("goes back as it came", () => {
  test("a thought that OpenAI has encrypted", async () => {
    const thought = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "Z2VoZWlt" };
    const call = {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "look",
      arguments: '{ "b": 1, "a": 2 }',
    };
    const { first, second } = await twoTurns(
      "openai/gpt-5.4",
      "/v1",
      events(
        { type: "response.created", response: RESPONSE },
        { type: "response.output_item.added", output_index: 0, item: { ...thought, encrypted_content: null } },
        { type: "response.output_item.done", output_index: 0, item: thought },
        {
          type: "response.output_item.added",
          output_index: 1,
          item: { ...call, arguments: "", status: "in_progress" },
        },
        { type: "response.output_item.done", output_index: 1, item: { ...call, status: "completed" } },
        { type: "response.completed", response: { ...RESPONSE, usage: USAGE } },
      ),
    );
    expect(first).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
    const { input } = second as { input: Record<string, unknown>[] };
    expect(input.find(({ type }) => type === "reasoning")).toMatchObject({ encrypted_content: "Z2VoZWlt" });
    expect(input.find(({ type }) => type === "function_call")).toMatchObject({ arguments: '{ "b": 1, "a": 2 }' });
  });

  test("a call that Google has signed", async () => {
    const parts = [{ functionCall: { name: "look", args: { b: 1, a: 2 } }, thoughtSignature: "c2lnbmVk" }];
    const { second } = await twoTurns(
      "google/gemini-3.1-pro-preview",
      "",
      events({
        candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 },
      }),
    );
    const { contents } = second as { contents: { parts: object[] }[] };
    expect(contents[1]?.parts).toMatchObject(parts);
  });

  test("a call without any input, as one with an empty one", async () => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "look", arguments: "" } };
    const { second } = await twoTurns(
      "ollama/x",
      "/v1",
      events(
        { id: "1", choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] }, finish_reason: null }] },
        { id: "1", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
        { id: "1", choices: [], usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 } },
      ),
    );
    const { messages } = second as { messages: { tool_calls?: { function: { arguments: string } }[] }[] };
    expect(messages[1]?.tool_calls?.[0]?.function.arguments).toBe("{}");
  });
});

test.each(["openai-chat/gpt-4.1", "ollama/x"])(
  "half a call of %s that ran out of room is still a call",
  async (ref) => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "look", arguments: '{"path": "a' } };
    const { address } = await oddServer(
      events(
        { id: "1", choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] }, finish_reason: null }] },
        { id: "1", choices: [{ index: 0, delta: {}, finish_reason: "length" }] },
        { id: "1", choices: [], usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 } },
      ),
    );
    const { answer } = await asked(modelAt(`${address}/v1`, ref), TOOLS);
    expect(answer).toMatchObject({ ok: true, finish: "length", calls: [{ name: "look", input: '{"path": "a' }] });
  },
);

const TOOLS: Partial<ModelRequest> = { tools: [{ name: "look", description: "Looks.", schema: { type: "object" } }] };
const USAGE = {
  input_tokens: 5,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
};
const RESPONSE = { id: "resp_1", object: "response", created_at: 0, model: "m", output: [], usage: null };

const events =
  (...list: object[]): OddAnswer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  };

/** Asks, and asks again with what was said and a result for every call. */
async function twoTurns(ref: string, path: string, answer: OddAnswer) {
  const { address, bodies } = await oddServer(answer);
  const model = modelAt(`${address}${path}`, ref);
  const turn = { by: "user" as const, parts: [{ text: "Go on.", mark: false }] };
  const { answer: first } = await asked(model, { ...TOOLS, turns: [turn] });
  if (!first.ok) throw new Error(first.why);
  const results = first.calls.map(({ id, name }) => ({ id, name, text: "done", isError: false }));
  const said = JSON.parse(JSON.stringify(first.said));
  await asked(model, { ...TOOLS, turns: [turn, { by: "model", said }, { by: "tools", results }] });
  return { first: bodies[0], second: bodies[1] };
}
