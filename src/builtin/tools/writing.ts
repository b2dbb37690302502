import { inputSchema, TEXT } from "./schema.ts";
import { pathIn, told } from "./told.ts";
import type { BuiltinTool } from "./tool.ts";

const WRITING = { readOnly: false, kind: "write", severity: "medium", modes: ["act"], paths: pathIn } as const;

export const createFile: BuiltinTool = {
  ...WRITING,
  name: "create_file",
  description: "Write a file that does not exist yet.",
  schema: inputSchema({ path: TEXT, content: TEXT }),
  told: ({ path }) => `creates ${told(path)}`,
};

export const updateFile: BuiltinTool = {
  ...WRITING,
  name: "update_file",
  description: "Replace text in a file. `old` must be exact, and in it once unless `all` is true.",
  schema: inputSchema({ path: TEXT, old: TEXT, new: TEXT, "all?": { type: "boolean" } }),
  told: ({ path }) => `changes ${told(path)}`,
};

export const deleteFile: BuiltinTool = {
  ...WRITING,
  severity: "high",
  name: "delete_file",
  description: "Delete one file.",
  schema: inputSchema({ path: TEXT }),
  told: ({ path }) => `deletes ${told(path)}`,
};

export const writePlanFile: BuiltinTool = {
  ...WRITING,
  modes: ["plan"],
  name: "write_plan_file",
  description: "Write a file of the plan, new or whole anew. Nothing outside the plan directories can be written.",
  schema: inputSchema({ path: TEXT, content: TEXT }),
  told: ({ path }) => `writes ${told(path)}`,
};
