import { plainText } from "../../agents/session/plain-text.ts";
import type { BuiltinTool } from "../tools/tool.ts";
import type { McpTool } from "./mcp-tool.ts";
import { MOST_TOOLS } from "./open-mcp-server.ts";

/** What one server lends. */
export type Lent = { server: string; tools: readonly McpTool[] };

/** A tool under the name that the model knows, and under that of its server. */
export type Offered = { offer: BuiltinTool; server: string; name: string };

/** Gives every tool a name of its own. Where two would have the same one, the first server's keeps it. */
export function offerTools(lent: readonly Lent[]): { tools: Offered[]; trouble: string[] } {
  const offered = new Map<string, Offered>();
  const trouble: string[] = [];
  for (const { server, tools } of lent) {
    // Servers may list them in another order each time.
    for (const tool of tools.toSorted((a, b) => inOrder(a.name, b.name))) {
      const name = offeredName(server, tool.name);
      const [shown, other] = [`the tool \`${toldName(tool.name)}\` of MCP server \`${server}\``, offered.get(name)];
      if (other) trouble.push(`${shown} is left out: \`${name}\` is another one of \`${other.server}\` already`);
      else if (offered.size === MOST_TOOLS) trouble.push(`${shown} is left out: there are ${MOST_TOOLS} already`);
      else offered.set(name, { offer: offerOf(name, server, tool), server, name: tool.name });
    }
  }
  // What a model is offered must have the same bytes in every request.
  return { tools: [...offered.values()].toSorted((a, b) => inOrder(a.offer.name, b.offer.name)), trouble };
}

/** As every provider accepts it. No tool of our own begins like this. */
const offeredName = (server: string, tool: string): string =>
  `mcp_${server}_${tool}`.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);

function offerOf(name: string, server: string, { name: own, description, schema, readOnly }: McpTool): BuiltinTool {
  return {
    name,
    description,
    schema,
    readOnly,
    // It is a program that runs, whatever else it does.
    kind: readOnly ? "read" : "run",
    severity: readOnly ? "low" : "medium",
    modes: readOnly ? ["act", "plan"] : ["act"],
    told: () => `${server}: ${toldName(own)}`,
    paths: () => null,
  };
}

const toldName = (name: string): string => plainText(name.slice(0, 80)).replaceAll("\n", " ");

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
