// A server as people write them, with the protocol's own library.
import { readFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "notes", version: "1.0.0" }, { capabilities: { logging: {} } });

server.registerTool(
  "count-words",
  {
    description: "Counts the words of a file.",
    inputSchema: { path: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ path }) => {
    await server.sendLoggingMessage({ level: "info", data: `counting ${path}` });
    const words = readFileSync(path, "utf8").split(/\s+/).filter(Boolean).length;
    return { content: [{ type: "text", text: `${words} words` }] };
  },
);

server.registerTool("draw", { description: "Draws." }, async () => ({
  content: [{ type: "image", mimeType: "image/png", data: "AAAA" }],
}));

await server.connect(new StdioServerTransport());
