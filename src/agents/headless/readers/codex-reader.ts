import type { Usage } from "../../../ports/agent.ts";
import { countOf, eventIn, type Fields, fieldsOf, listOf, sessionName, textOf } from "./foreign-json.ts";
import type { HeadlessNews, HeadlessReader } from "./headless-reader.ts";
import { asDone, short, toldTool } from "./told-tool.ts";

/** `codex exec --json`. It never says which model it asks. */
export function codexReader(model: string): HeadlessReader {
  let last = "";
  let usage: Usage[] = [];
  let session: string | null = null;
  return {
    line(text) {
      const event = eventIn(text);
      const item = fieldsOf(event?.item);
      switch (event?.type) {
        case undefined:
          return null;
        case "thread.started":
          session = sessionName(event.thread_id);
          return {};
        case "item.started":
          return begun(item);
        case "item.completed":
          if (item.type === "agent_message") last = textOf(item.text);
          return completed(item);
        case "turn.completed":
          usage = [usageOf(fieldsOf(event.usage), model)];
          return { over: { text: last } };
        case "turn.failed":
          return { over: { trouble: textOf(fieldsOf(event.error).message) } };
        case "error":
          // It tries again; what it cannot get over is told by the turn.
          return { said: asDone(short(textOf(event.message))), doing: short(textOf(event.message)) };
        default:
          return {};
      }
    },
    session: () => session,
    usage: () => usage,
  };
}

/** Only what takes time is told before it is done. */
function begun(item: Fields): HeadlessNews {
  const told = toldItem(item);
  return told === null ? {} : { said: asDone(told), doing: told };
}

function toldItem({ type, command, server, tool, arguments: input, query }: Fields): string | null {
  switch (type) {
    case "command_execution":
      return short(textOf(command));
    case "mcp_tool_call":
      return toldTool(`${textOf(server)}.${textOf(tool)}`, fieldsOf(input));
    case "web_search":
      return short(`search ${textOf(query)}`);
    default:
      return null;
  }
}

function completed(item: Fields): HeadlessNews {
  switch (item.type) {
    case "agent_message":
      return { said: textOf(item.text) };
    case "file_change": {
      const told = toldChanges(listOf(item.changes));
      return item.status === "failed" ? { said: asDone(`failed: ${told}`) } : { said: asDone(told), doing: told };
    }
    case "error":
      return { said: asDone(short(textOf(item.message))) };
    default:
      return item.status === "failed" ? { said: asDone(`failed: ${toldFailure(item)}`) } : {};
  }
}

const toldChanges = (changes: readonly Fields[]): string =>
  short(changes.map(({ kind, path }) => `${textOf(kind)} ${textOf(path)}`).join(", "));

function toldFailure({ exit_code, aggregated_output, error }: Fields): string {
  const status = typeof exit_code === "number" ? `status ${exit_code}, ` : "";
  return short(`${status}${textOf(aggregated_output) || textOf(fieldsOf(error).message)}`);
}

/** Its `input_tokens` include the cached ones. */
function usageOf(figures: Fields, model: string): Usage {
  const [cachedRead, cachedWrite] = [countOf(figures.cached_input_tokens), countOf(figures.cache_write_input_tokens)];
  return {
    model,
    input: Math.max(0, countOf(figures.input_tokens) - cachedRead - cachedWrite),
    cachedRead,
    cachedWrite,
    output: countOf(figures.output_tokens),
    source: "reported",
  };
}
