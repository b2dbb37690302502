import type { AgentJob } from "../../ports/agent.ts";
import { agentctl } from "./planning.ts";
import { gitDiff, gitLog, listDirectory, readFile, searchCode } from "./reading.ts";
import { runCommand } from "./run-command.ts";
import { abort, askPerson } from "./speaking.ts";
import type { BuiltinTool } from "./tool.ts";
import { createFile, deleteFile, updateFile, writePlanFile } from "./writing.ts";

/** Sorted by name: what a model is offered must have the same bytes in every request. */
export const ALL_TOOLS: readonly BuiltinTool[] = [
  abort,
  agentctl,
  askPerson,
  createFile,
  deleteFile,
  gitDiff,
  gitLog,
  listDirectory,
  readFile,
  runCommand,
  searchCode,
  updateFile,
  writePlanFile,
];

export const toolsOf = (mode: AgentJob["mode"]): BuiltinTool[] => ALL_TOOLS.filter(({ modes }) => modes.includes(mode));
