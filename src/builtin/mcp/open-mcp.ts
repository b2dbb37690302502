import { plainText } from "../../agents/session/plain-text.ts";
import type { AgentHost } from "../../ports/agent.ts";
import type { BuiltinTool, ToolInput, Used } from "../tools/tool.ts";
import type { McpServer } from "./find-mcp-servers.ts";
import { offerTools } from "./offer-tools.ts";
import { type OpenServer, openMcpServer } from "./open-mcp-server.ts";
import { useOf } from "./use-of.ts";

/** Tools that other programs lend for one session. */
export type Mcp = {
  /** Sorted by name. Those that do not say that they only read are not for Plan mode. */
  offers: readonly BuiltinTool[];
  /** What was left out, and why, in sentences. The work goes on without it. */
  trouble: readonly string[];
  /** Never rejects. The server itself looks whether the input is what it wants; leave is asked by whoever calls. */
  use(name: string, input: ToolInput, signal: AbortSignal): Promise<Used>;
  /** Settles when no process of any server is left. */
  close(): Promise<void>;
};

/** How long a server may take, in milliseconds: to be ready, and to do one thing. */
const PATIENCE = { start: 10_000, use: 120_000 };

/** Starts all servers at once, each in the worker's sandbox. Never rejects; when the signal aborts, all of them end. */
export async function openMcp(
  servers: readonly McpServer[],
  host: Pick<AgentHost, "launch" | "at">,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<Mcp> {
  const started = await Promise.all(
    servers.map(async (server) => {
      const opened = server.ok ? await openMcpServer(server, host, signal, patience.start) : server;
      return { name: server.name, opened };
    }),
  );
  const open = new Map<string, OpenServer>();
  const trouble: string[] = [];
  for (const { name, opened } of started) {
    if (opened.ok) open.set(name, opened);
    const why = opened.ok ? fewOf(opened.trouble) : [`it is left out: ${opened.why}`];
    trouble.push(...why.map((each) => `MCP server \`${name}\`: ${each}`));
  }
  const offered = offerTools([...open].map(([server, { tools }]) => ({ server, tools })));
  const close = async (): Promise<void> => {
    signal.removeEventListener("abort", close);
    await Promise.all([...open.values()].map(({ peer }) => peer.close()));
  };
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) await close();

  return {
    offers: offered.tools.map(({ offer }) => offer),
    trouble: [...trouble, ...fewOf(offered.trouble)],
    async use(name, input, stop) {
      const tool = offered.tools.find(({ offer }) => offer.name === name);
      const server = tool && open.get(tool.server);
      if (!server) return failed(`there is no tool \`${name}\``);
      const patient = AbortSignal.any([stop, AbortSignal.timeout(patience.use)]);
      const answer = await server.peer.ask("tools/call", { name: tool.name, arguments: input }, patient);
      switch (answer.is) {
        case "result":
          return useOf(answer.result);
        case "refusal":
          return failed(plainText(answer.why).slice(0, MOST_WHY));
        case "gone":
          return failed(`the MCP server \`${tool.server}\` is gone: ${answer.why}`);
        case "unanswered":
          return failed(stop.aborted ? "it was stopped" : `no answer came within ${patience.use / 1000} s`);
      }
    },
    close,
  };
}

/** A server may be wrong in more ways than anybody wants to read. */
const fewOf = (trouble: readonly string[]): string[] =>
  trouble.length <= MOST_TROUBLE
    ? [...trouble]
    : [...trouble.slice(0, MOST_TROUBLE), `and ${trouble.length - MOST_TROUBLE} more like these`];

const MOST_TROUBLE = 5;
const MOST_WHY = 2_000;

const failed = (text: string): Used => ({ state: "failed", text, diff: null });
