import { expect, onTestFinished, test } from "vitest";
import type { Script } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";

// The formats are read by the agents themselves in the other tests; here is what no agent shows.

const SCRIPT: Script = [
  { when: ["Write", "again"], acts: [{ do: "say", text: "Again." }] },
  {
    when: ["Write"],
    acts: [
      { do: "refuse", status: 529, once: true },
      { do: "run", command: "true" },
      { do: "say", text: "Written." },
    ],
  },
];

const TOOLS = [{ name: "Bash", input_schema: { properties: { command: {}, timeout: {} } } }];
const PROMPT = { role: "user", content: "Write it." };
const RESULT = { role: "user", content: [{ type: "tool_result", content: "ok" }] };

test("a script is played turn by turn, and every request counted", async () => {
  const server = await aServer();
  expect(await asked(server, { tools: TOOLS, messages: [PROMPT] })).toMatchObject({
    status: 529,
    body: { error: { type: "overloaded_error" } },
  });
  expect(await asked(server, { tools: TOOLS, messages: [PROMPT] })).toMatchObject({
    body: { stop_reason: "tool_use", content: [{ name: "Bash", input: { command: "true" } }] },
  });
  expect(await asked(server, { tools: TOOLS, messages: [PROMPT, RESULT] })).toMatchObject({
    body: { stop_reason: "end_turn", content: [{ text: "Written." }] },
  });
  expect(server.asked.map(({ scene, reply }) => `${scene} ${reply.kind}`)).toEqual(["1 refusal", "1 call", "1 text"]);
  expect(Math.min(...server.asked.map(({ tokens }) => tokens.input))).toBeGreaterThan(20);
});

test("the first scene that fits the latest prompt counts", async () => {
  const server = await aServer();
  const again = { role: "user", content: "Write it again." };
  expect(await asked(server, { tools: TOOLS, messages: [PROMPT, RESULT, again] })).toMatchObject({
    body: { content: [{ text: "Again." }] },
  });
});

test("a request without tools is none of the script's", async () => {
  const server = await aServer();
  expect(await asked(server, { messages: [PROMPT] })).toMatchObject({ body: { content: [{ text: "ok" }] } });
  expect(server.asked).toMatchObject([{ scene: null }]);
});

async function aServer(): Promise<ModelServer> {
  const server = await startModelServer(SCRIPT);
  onTestFinished(() => server.close());
  return server;
}

async function asked({ port }: ModelServer, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
    method: "POST",
    body: JSON.stringify({ model: "m", ...body }),
  });
  return { status: response.status, body: await response.json() };
}
