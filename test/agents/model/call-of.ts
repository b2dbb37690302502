import type { OfferedTool } from "./heard.ts";
import type { SaidCall } from "./reply.ts";
import type { ToolAct } from "./script.ts";

/** The use of a tool that does it, in the words of the agent whose tools these are; null when none can. */
export function callOf(act: ToolAct, tools: readonly OfferedTool[]): SaidCall | null {
  for (const name of TOOLS_FOR[act.do]) {
    const tool = tools.find((each) => each.name === name);
    if (tool) return { kind: "call", tool, input: tool.takes === "text" ? programOf(act) : inputOf(act, tool) };
  }
  return act.do === "run" ? null : callOf({ do: "run", command: commandOf(act) }, tools);
}

/** As Claude Code, opencode, Gemini CLI, Codex and the built-in agent call them. Where none is there, a command does as well. */
const TOOLS_FOR: Readonly<Record<ToolAct["do"], readonly string[]>> = {
  read: ["Read", "read", "read_file"],
  write: ["Write", "write", "write_file", "create_file", "exec"],
  edit: ["Edit", "edit", "replace", "update_file"],
  run: ["Bash", "bash", "run_shell_command", "exec_command", "run_command", "exec"],
};

function inputOf(act: ToolAct, { properties }: OfferedTool): Record<string, unknown> {
  const values = valuesOf(act);
  return Object.fromEntries(Object.keys(properties).flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}

/** Under every name that one of the agents has for it. */
function valuesOf(act: ToolAct): Record<string, unknown> {
  const described = { description: `${act.do} as planned`, instruction: `${act.do} as planned` };
  if (act.do === "run") return { ...described, command: act.command, cmd: act.command };
  const where = { file_path: act.path, filePath: act.path, absolute_path: act.path, path: act.path };
  if (act.do === "read") return where;
  if (act.do === "write") return { ...where, content: act.text };
  const texts = { old_string: act.from, oldString: act.from, new_string: act.to, newString: act.to };
  return { ...described, ...where, ...texts, old: act.from, new: act.to };
}

/** Codex lets its newer models write JavaScript, which uses the tools. */
function programOf(act: ToolAct): string {
  if (act.do === "write") return `text(await tools.apply_patch(${JSON.stringify(patchOf(act.path, act.text))}))`;
  const cmd = act.do === "run" ? act.command : commandOf(act);
  return `text(await tools.exec_command(${JSON.stringify({ cmd })}))`;
}

function patchOf(path: string, text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return ["*** Begin Patch", `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), "*** End Patch"].join("\n");
}

function commandOf(act: Exclude<ToolAct, { do: "run" }>): string {
  const path = quoted(act.path);
  if (act.do === "read") return `cat ${path}`;
  if (act.do === "write") return `mkdir -p "$(dirname ${path})" && printf %s ${quoted(act.text)} > ${path}`;
  const script =
    "my ($path, $from, $to) = splice @ARGV; local $/; open F, $path; $_ = <F>; s/\\Q$from\\E/$to/; open F, '>', $path; print F";
  return `perl -e ${quoted(script)} ${path} ${quoted(act.from)} ${quoted(act.to)}`;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
