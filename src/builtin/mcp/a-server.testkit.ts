import { join } from "node:path";
import { onTestFinished } from "vitest";
import { anActor, type Said } from "../../agents/acp/an-agent.testkit.ts";
import { aPerson } from "../../agents/known/a-person.testkit.ts";
import type { AgentHost } from "../../ports/agent.ts";
import type { Mount, Sandbox } from "../../ports/sandbox.ts";
import { aPolicy } from "../../sandbox/a-run.testkit.ts";
import { findMcpServers, type McpServer } from "./find-mcp-servers.ts";
import { type Mcp, openMcp } from "./open-mcp.ts";

/** A program in a folder, which is also the worker's tree; it says its lines, one after each message that it reads. */
export function anActingServer(folder: string, name: string, parts: readonly Said[], atLast?: string): McpServer[] {
  anActor(join(folder, `${name}.sh`), parts, atLast);
  return aServer(folder, name, `./${name}.sh`);
}

export const aServer = (folder: string, name: string, line: string): McpServer[] =>
  findMcpServers(new Map([[name, { line, keys: [] }]]), {
    ...{ cwd: folder, tree: folder, search: ["/usr/bin", "/bin"], person: aPerson({}, folder) },
  });

export const HELLO: Said = [{ id: 1, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} } } }];

/** After the greeting comes a notice that it was understood, to which nothing is said. */
export const listing = (tools: readonly unknown[], more: object = {}, id = 2): Said[] => [
  ...(id === 2 ? [HELLO, []] : []),
  [{ id, result: { tools, ...more } }],
];

export const aTool = (name: string, more: object = {}): object => ({
  ...{ name, description: `Does ${name}.`, inputSchema: { type: "object", properties: {} } },
  ...more,
});

export const answer = (id: number, text: string, more: object = {}): object => ({
  id,
  result: { content: [{ type: "text", text }], ...more },
});

type Options = { access?: Mount["access"]; start?: number; use?: number; signal?: AbortSignal; outputBytes?: number };

/** Opens servers in the real sandbox, and closes them after the test. */
export async function opened(
  sandbox: Sandbox,
  folder: string,
  servers: readonly McpServer[],
  options: Options = {},
): Promise<Mcp> {
  const { access = "write", start = 10_000, use = 20_000, signal = patient() } = options;
  const mounts = [{ show: folder, at: folder, access }, ...servers.flatMap((each) => (each.ok ? each.mounts : []))];
  const policy = aPolicy({ mounts, limits: { outputBytes: options.outputBytes ?? 1 << 26 } });
  const host: Pick<AgentHost, "launch" | "at"> = {
    at: folder,
    launch: (command) => sandbox.start(command, policy, patient()),
  };
  const mcp = await openMcp(servers, host, signal, { start, use });
  onTestFinished(() => mcp.close());
  return mcp;
}

export const patient = (): AbortSignal => new AbortController().signal;
