import { isAbsolute, join, normalize } from "node:path";
import type { AgentEvent, AgentHost, AgentJob } from "../ports/agent.ts";
import type { ToolCall, ToolResult } from "../ports/model.ts";
import { nearest } from "../std/nearest.ts";
import { visibleText } from "../std/visible-text.ts";
import { ALL_TOOLS } from "./tools/all-tools.ts";
import { readInput } from "./tools/check-input.ts";
import type { BuiltinTool, ToolInput, Used } from "./tools/tool.ts";

/** Who does what a model asks for. Never rejects. */
export type Doer = (tool: BuiltinTool, input: ToolInput, see: (bytes: Uint8Array) => void) => Promise<Used>;

export type ToolUser = {
  host: AgentHost;
  mode: AgentJob["mode"];
  offered: readonly BuiltinTool[];
  doer: Doer;
};

/** Does one thing that a model asks for, or says why not. Everything that it asks for is told, refused or not. */
export async function useTool(call: ToolCall, user: ToolUser, tell: (event: AgentEvent) => void): Promise<Asked> {
  const tool = user.offered.find(({ name }) => name === call.name);
  const used = tool ? await useKnown(tool, call, user, tell) : noSuchTool(call, user);
  if (!tool) tell({ ...eventOf(call.id, visibleText(call.name.slice(0, LONGEST_NAME)), []), state: "refused" });
  return { tool: tool ?? null, used, result: resultOf(call, used) };
}

/** For a call too many. */
export function notUsed(call: ToolCall, tell: (event: AgentEvent) => void): Asked {
  const text = "Not done: too many calls at once. Ask again for what you need.";
  tell({ ...eventOf(call.id, visibleText(call.name.slice(0, LONGEST_NAME)), []), state: "failed" });
  const used: Used = { state: "failed", text, diff: null };
  return { tool: null, used, result: resultOf(call, used) };
}

export type Asked = { tool: BuiltinTool | null; used: Used; result: ToolResult };

async function useKnown(
  tool: BuiltinTool,
  call: ToolCall,
  { host, doer }: ToolUser,
  tell: (event: AgentEvent) => void,
): Promise<Used> {
  const reading = ALL_TOOLS.includes(tool) ? readInput(tool, call.input) : readObject(call.input);
  if (!reading.ok) {
    tell({ ...eventOf(call.id, tool.name, []), state: "failed" });
    return { state: "failed", text: reading.why, diff: null };
  }
  const { input } = reading;
  const paths = tool.paths(input)?.map((path) => absolute(path, host.at)) ?? null;
  const told = tool.told(input);
  const event = eventOf(call.id, told, paths ?? []);
  const leave = host.permit({ kind: tool.kind, told, paths, takesAway: tool.severity === "high" });
  if (!leave.allow) {
    tell({ ...event, state: "refused" });
    return { state: "refused", text: `Refused: ${leave.why}`, diff: null };
  }
  tell({ type: "doing", told });
  tell({ ...event, state: "begun" });
  // A tool has a clock of its own: while that runs nobody takes silence for a standstill.
  const alive = setInterval(() => tell({ type: "doing", told }), SIGN_OF_LIFE);
  try {
    const used = await doer(tool, input, (bytes) => tell({ type: "output", stream: "stdout", bytes }));
    tell({ ...event, state: used.state, diff: used.diff });
    return used;
  } finally {
    clearInterval(alive);
  }
}

const eventOf = (id: string, told: string, paths: readonly string[]) =>
  ({ type: "tool", id, told, paths, state: "begun", diff: null }) as const;

function noSuchTool({ name }: ToolCall, { mode, offered }: ToolUser): Used {
  const words = visibleText(name.slice(0, LONGEST_NAME));
  const isOfOtherMode = ALL_TOOLS.some((tool) => tool.name === name);
  const names = offered.map((tool) => tool.name);
  const meant = nearest(name, names);
  const text = isOfOtherMode
    ? `Refused: there is no ${words} in ${mode === "plan" ? "PLAN" : "ACT"} mode.`
    : `There is no tool ${words}${meant === null ? `; there are ${names.join(", ")}` : `; did you mean ${meant}?`}`;
  return { state: "refused", text, diff: null };
}

const LONGEST_NAME = 64;
const SIGN_OF_LIFE = 60_000;

type Reading = { ok: true; input: ToolInput } | { ok: false; why: string };

/** The input of a tool that somebody else defines, and checks. */
function readObject(json: string): Reading {
  try {
    const input: unknown = json.trim() === "" ? {} : JSON.parse(json);
    if (typeof input === "object" && input !== null && !Array.isArray(input)) return { ok: true, input: { ...input } };
  } catch {
    // Told below, like everything else that is no object.
  }
  return { ok: false, why: "The input must be a JSON object." };
}

const absolute = (path: string, at: string): string =>
  normalize(isAbsolute(path) ? path : join(at, path)).replace(/(?<=.)\/$/, "");

const resultOf = ({ id, name }: ToolCall, { text, state }: Used): ToolResult => ({
  ...{ id, name },
  text: text === "" ? "(nothing)" : text,
  isError: state !== "done",
});
