import { inputSchema } from "./schema.ts";
import { told } from "./told.ts";
import type { BuiltinTool } from "./tool.ts";

export const runCommand: BuiltinTool = {
  name: "run_command",
  description: "Run a command with bash, in the tree, without input. What it leaves in the background goes on.",
  schema: inputSchema({
    // The kernel takes no word of more than 128 KiB.
    command: { type: "string", maxLength: 30_000 },
    "seconds?": { type: "integer", minimum: 1, maximum: 1800, description: "Time limit; 120" },
  }),
  readOnly: false,
  kind: "run",
  severity: "medium",
  modes: ["act"],
  told: ({ command }) => `runs \`${told(command)}\``,
  paths: () => null,
};
