import { inputSchema } from "./schema.ts";
import { told } from "./told.ts";
import type { BuiltinTool } from "./tool.ts";

/**
 * Answered by the loop itself, at the desk of the job: no hands are needed, and none could reach it. What it writes are the
 * plan directories, and the desk sees to that.
 */
export const agentctl: BuiltinTool = {
  name: "agentctl",
  description: "Run agentctl with these words, one by one. Done after the calls before it, and before those after it.",
  schema: inputSchema({
    args: {
      type: "array",
      items: { type: "string", maxLength: 1000 },
      maxItems: 8,
      description: 'Such as ["plan", "commit"]; ["--help"] lists all',
    },
  }),
  readOnly: false,
  kind: "think",
  severity: "medium",
  modes: ["plan"],
  told: ({ args }) => `runs agentctl ${told(Array.isArray(args) ? args.join(" ") : args)}`,
  paths: () => [],
};
