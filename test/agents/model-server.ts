import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Account, NOTHING, tokensIn } from "./model/account.ts";
import { anthropicMessages } from "./model/anthropic-messages.ts";
import { type Cache, startCache } from "./model/cache.ts";
import { geminiContent } from "./model/gemini-content.ts";
import type { Heard } from "./model/heard.ts";
import { openaiChat } from "./model/openai-chat.ts";
import { openaiCompatible } from "./model/openai-compatible.ts";
import { openaiResponses } from "./model/openai-responses.ts";
import { refusal } from "./model/refusals.ts";
import { type Found, inputText, type Reply, replyTo, type Said } from "./model/reply.ts";
import type { Act, Script } from "./model/script.ts";
import { sendJson, sendNothing, sendStream } from "./model/send.ts";
import type { Wire } from "./model/wire.ts";

/** A provider of models on this machine: it speaks like the real ones, does what a script says, counts and bills. */
export type ModelServer = {
  port: number;
  /** Everything that was asked so far, in its order. */
  asked: readonly Asked[];
  close(): Promise<void>;
};

export type Asked = {
  wire: string;
  /** The place in the script, and null for a request that is none of the script's; `prompt` is what it was found by. */
  scene: number | null;
  prompt: string;
  reply: Reply;
  /** How long what was asked and what was answered are; and what of it is billed as what. */
  tokens: { input: number; output: number };
  account: Account;
  /** The request itself, and everything in it that the model reads, in order. */
  body: unknown;
  heard: Heard;
  /** When, in milliseconds of `performance.now`. */
  at: number;
};

/** `window`: how many tokens the models take in at most. */
export async function startModelServer(script: Script, { window = Infinity } = {}): Promise<ModelServer> {
  const asked: Asked[] = [];
  const spent = new Set<Act>();
  const caches = new Map<Wire, Cache>(WIRES.map((wire) => [wire, startCache()]));
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
    const at = performance.now();
    const body: unknown = JSON.parse(text);
    const heard = wire.hear(body, path);
    const input = tokensIn(text);
    const { scene, prompt, reply } = replyIn(wire, { body, heard, input });
    const output = reply.kind === "said" ? outputOf(reply) : 0;
    const account = isBilled(reply) ? billOf(input, output, caches.get(wire)?.take(heard, wire.caches)) : NOTHING;
    const place = { wire: wire.name, scene: scene === null ? null : script.indexOf(scene), prompt };
    asked.push({ ...place, reply, tokens: { input, output }, account, body, heard, at });
    if (reply.kind !== "said") return decline(response, wire, reply, { input, window });
    const whole = { said: reply, model: heard.model, account, id: String(asked.length).padStart(12, "0"), body };
    if (heard.isStreamed || reply.breaks) await sendStream(response, wire.events(whole), reply);
    else sendJson(response, wire.whole(whole));
  }

  /** What nobody could answer is refused before the script is asked. */
  function replyIn(wire: Wire, { body, heard, input }: { body: unknown; heard: Heard; input: number }): Found {
    const why = wire.objection?.(body) ?? null;
    if (why !== null) return { scene: null, prompt: "", reply: { kind: "objection", why } };
    if (input > window) return { scene: null, prompt: "", reply: { kind: "overflow" } };
    return replyTo(heard, script, spent);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, asked, close: () => closeServer(server) };
}

/** The first whose address it is counts. */
const WIRES: readonly Wire[] = [anthropicMessages, openaiResponses, openaiCompatible, openaiChat, geminiContent];

/** What an agent asks besides: how long a prompt is, which models there are. */
function otherAnswer(path: string, text: string, response: ServerResponse): void {
  if (path.endsWith("/count_tokens")) return sendJson(response, { input_tokens: tokensIn(text) });
  if (path.endsWith(":countTokens")) return sendJson(response, { totalTokens: tokensIn(text) });
  sendJson(response, refusal(404), 404);
}

function decline(
  response: ServerResponse,
  wire: Wire,
  reply: Exclude<Reply, Said>,
  { input, window }: { input: number; window: number },
): void {
  switch (reply.kind) {
    case "hang":
      return sendNothing(response);
    case "overflow":
      return sendJson(response, wire.overflow(input, window), 400);
    case "objection":
      return sendJson(response, refusal(400, reply.why), 400);
    case "refusal": {
      const headers = reply.retryAfter === null ? {} : { "retry-after": String(reply.retryAfter) };
      return sendJson(response, refusal(reply.status), reply.status, headers);
    }
  }
}

/** What the model has begun to read is. */
const isBilled = (reply: Reply): boolean =>
  reply.kind === "hang" || (reply.kind === "said" && reply.breaks !== "beginning");

function billOf(input: number, output: number, kept: ReturnType<Cache["take"]> = { read: 0, written: 0 }): Account {
  // Both are counted of other bytes; together they are no more than all.
  const cachedRead = Math.min(kept.read, input);
  const cachedWrite = Math.min(kept.written, input - cachedRead);
  return { input: input - cachedRead - cachedWrite, cachedRead, cachedWrite, output };
}

/** Of what breaks off in the middle, half has been said. */
function outputOf({ parts, breaks }: Said): number {
  const all = parts.reduce((sum, part) => sum + tokensIn(part.kind === "text" ? part.text : inputText(part)), 0);
  return breaks === null ? all : breaks === "middle" ? Math.ceil(all / 2) : 0;
}

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
