import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Model, ModelAnswer, ModelNews, ModelRequest } from "../ports/model.ts";
import { bundledCatalogue } from "./catalogue.ts";
import { openModel } from "./open-model.ts";

/** What a request is answered with; the last of them answers all that follow. */
export type OddAnswer = (response: ServerResponse, request: IncomingMessage) => void;

/** A provider that does what no script can say: half a stream, odd headers, no end. It goes with the test. */
export async function oddServer(...answers: [OddAnswer, ...OddAnswer[]]) {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    (answers[bodies.length - 1] ?? answers[answers.length - 1])?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

export const KEY = "key-that-nobody-may-see";

/** A model that is served there. */
export function modelAt(address: string, ref = "anthropic/claude-sonnet-4-5"): Model {
  const variables = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY };
  const opened = openModel(ref, { variables, endpoint: address, catalogue: bundledCatalogue });
  if (!opened.ok) throw new Error(opened.cause);
  return opened.model;
}

/** One thing, without tools. */
export const REQUEST: ModelRequest = {
  system: [],
  turns: [{ by: "user", parts: [{ text: "Go on.", mark: false }] }],
  tools: [],
  calls: "auto",
  temperature: 0.2,
  mostOutput: 1000,
};

export async function asked(
  model: Model,
  more: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
): Promise<{ answer: ModelAnswer; news: ModelNews[] }> {
  const news: ModelNews[] = [];
  return { answer: await model.ask({ ...REQUEST, ...more }, (each) => news.push(each), signal), news };
}

export const refuse =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): OddAnswer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

/** Events as Anthropic sends them, and then the end of the connection. */
export const stream =
  (...events: ({ type: string } & Record<string, unknown>)[]): OddAnswer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
  };

export const begun = (usage: object = { input_tokens: 50, output_tokens: 1 }) => ({
  type: "message_start",
  message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage },
});

export const said = (text: string) => [
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
  { type: "content_block_stop", index: 0 },
];

export const ended = (output_tokens = 9) => [
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens } },
  { type: "message_stop" },
];

export const whole = (text: string): OddAnswer => stream(begun(), ...said(text), ...ended());
