import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicMessages } from "./model/anthropic-messages.ts";
import { geminiContent } from "./model/gemini-content.ts";
import { openaiChat } from "./model/openai-chat.ts";
import { openaiResponses } from "./model/openai-responses.ts";
import { type Reply, replyTo, type Said } from "./model/reply.ts";
import type { Act, Script } from "./model/script.ts";
import type { Tokens, Wire } from "./model/wire.ts";

/** A provider of models on this machine: it speaks like the real ones, does what a script says, and counts. */
export type ModelServer = {
  port: number;
  /** Everything that was asked so far, in its order. */
  asked: readonly Asked[];
  close(): Promise<void>;
};

/** `scene` is the place in the script, and null for a request that is none of the script's; `prompt` what it was found by. */
export type Asked = { wire: string; scene: number | null; prompt: string; reply: Reply; tokens: Tokens };

export async function startModelServer(script: Script): Promise<ModelServer> {
  const asked: Asked[] = [];
  const spent = new Set<Act>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const wire = request.method === "POST" ? WIRES.find(({ isAt }) => isAt(path)) : undefined;
    if (!wire) return otherAnswer(path, text, response);
    const heard = wire.hear(JSON.parse(text), path);
    const { scene, prompt, reply } = replyTo(heard, script, spent);
    const tokens = { input: tokensIn(text), output: reply.kind === "refusal" ? 0 : outputOf(reply) };
    asked.push({ wire: wire.name, scene: scene === null ? null : script.indexOf(scene), prompt, reply, tokens });
    if (reply.kind === "refusal") return sendJson(response, refusal(reply.status), reply.status);
    if (reply.kind === "hang") return hang(response);
    const whole = { said: reply, model: heard.model, tokens, id: String(asked.length).padStart(12, "0") };
    if (heard.isStreamed) stream(response, wire, whole);
    else sendJson(response, wire.whole(whole));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, asked, close: () => closeServer(server) };
}

const WIRES: readonly Wire[] = [anthropicMessages, openaiResponses, openaiChat, geminiContent];

/** What an agent asks besides: how long a prompt is, which models there are. */
function otherAnswer(path: string, text: string, response: ServerResponse): void {
  if (path.endsWith("/count_tokens")) return sendJson(response, { input_tokens: tokensIn(text) });
  if (path.endsWith(":countTokens")) return sendJson(response, { totalTokens: tokensIn(text) });
  sendJson(response, refusal(404), 404);
}

function stream(response: ServerResponse, wire: Wire, answer: Parameters<Wire["events"]>[0]): void {
  response.writeHead(200, STREAM);
  response.end(wire.events(answer));
}

const STREAM = { "content-type": "text/event-stream", "cache-control": "no-cache" };

function hang(response: ServerResponse): void {
  response.writeHead(200, STREAM);
  response.write(": wait\n\n");
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Has what each of the providers' errors has. */
function refusal(status: number): unknown {
  const [type = "api_error", message = "no such thing here"] = REFUSALS[status] ?? [];
  return { type: "error", error: { type, message, code: status, status: type.toUpperCase() } };
}

const REFUSALS: Readonly<Record<number, readonly [string, string]>> = {
  401: ["authentication_error", "invalid x-api-key"],
  404: ["not_found_error", "no such thing here"],
  429: ["rate_limit_error", "too many requests"],
  529: ["overloaded_error", "Overloaded"],
};

/** As good as any count, for what these numbers are for. */
const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const outputOf = (reply: Said | { kind: "hang" }): number =>
  reply.kind === "hang" ? 0 : tokensIn(reply.kind === "text" ? reply.text : JSON.stringify(reply.input));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
