import { isObject, listOf, textOf } from "../../agents/json-rpc/loose.ts";
import { plainText } from "../../agents/session/plain-text.ts";
import type { AgentHost } from "../../ports/agent.ts";
import type { ReadyServer } from "./find-mcp-servers.ts";
import { type Answer, type McpPeer, openMcpPeer } from "./mcp-peer.ts";
import { type McpTool, readTool } from "./mcp-tool.ts";

/** A server that has been started and has told what it offers. `trouble` is what had to be left out of that. */
export type OpenServer = {
  ok: true;
  peer: McpPeer;
  tools: readonly McpTool[];
  trouble: readonly string[];
};

/** Never rejects. A server that is left out has no process any more. */
export async function openMcpServer(
  server: ReadyServer,
  host: Pick<AgentHost, "launch" | "at">,
  signal: AbortSignal,
  milliseconds: number,
): Promise<OpenServer | { ok: false; why: string }> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  try {
    const command = server.command(host.at);
    const peer = openMcpPeer(await host.launch(command), Object.values(command.secrets ?? {}));
    const listed = (await greet(peer, patience)) ?? (await listTools(peer, patience));
    if ("tools" in listed) return { ok: true, peer, ...listed };
    await peer.close();
    if (listed.is !== "unanswered") return { ok: false, why: listed.why };
    return { ok: false, why: signal.aborted ? "it was stopped" : `it was not ready within ${milliseconds / 1000} s` };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

type Failed = Exclude<Answer, { is: "result" }>;

/** Null when both have agreed on a version. We lend it nothing: no files, no questions to a model or a person. */
async function greet(peer: McpPeer, signal: AbortSignal): Promise<Failed | null> {
  const clientInfo = { name: "planwright", title: "Planwright", version: "1" };
  const hello = { protocolVersion: VERSIONS[0], capabilities: {}, clientInfo };
  const answer = await peer.ask("initialize", hello, signal);
  if (answer.is !== "result") return told(answer, "does not want to begin");
  const { protocolVersion, capabilities } = answer.result;
  if (typeof protocolVersion !== "string") return { is: "refusal", why: "it does not say which version it speaks" };
  if (!VERSIONS.includes(protocolVersion)) {
    const spoken = plainText(protocolVersion.slice(0, 40));
    return { is: "refusal", why: `it speaks version ${spoken} of the protocol; understood are ${VERSIONS.join(", ")}` };
  }
  peer.tell("notifications/initialized");
  const hasTools = isObject(capabilities) && isObject(capabilities.tools);
  return hasTools ? null : { is: "refusal", why: "it offers no tools" };
}

/** The newest first. Over standard input and output they differ in nothing that is used here. */
const VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

type Listed = { tools: McpTool[]; trouble: string[] };

/** What is on no page that is looked at does not exist: a list may have no end. */
async function listTools(peer: McpPeer, signal: AbortSignal): Promise<Listed | Failed> {
  const entries: unknown[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES && entries.length <= MOST_TOOLS; page++) {
    const answer: Answer = await peer.ask("tools/list", cursor === null ? {} : { cursor }, signal);
    if (answer.is !== "result") return told(answer, "does not list its tools");
    if (!Array.isArray(answer.result.tools)) return { is: "refusal", why: "its list of tools is none" };
    entries.push(...listOf(answer.result.tools).slice(0, MOST_TOOLS + 1));
    cursor = textOf(answer.result.nextCursor);
    if (cursor === null) break;
  }
  const isCut = cursor !== null || entries.length > MOST_TOOLS;
  const read = entries.slice(0, MOST_TOOLS).map(readTool);
  return {
    tools: read.filter((each) => typeof each !== "string"),
    trouble: [
      ...read.filter((each) => typeof each === "string"),
      ...(isCut ? [`of its tools only the first ${Math.min(entries.length, MOST_TOOLS)} are looked at`] : []),
    ],
  };
}

export const MOST_TOOLS = 128;
const MOST_PAGES = 20;

const told = (answer: Failed, what: string): Failed =>
  answer.is === "refusal" ? { is: "refusal", why: `it ${what}: ${plainText(answer.why).slice(0, 300)}` } : answer;
