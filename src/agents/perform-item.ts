import { posix } from "node:path";
import type { AgentEvent, AgentHost } from "../ports/agent.ts";
import type { Command } from "../ports/sandbox.ts";
import { unreachable } from "../std/unreachable.ts";
import type { ScriptItem } from "./script-item.ts";
import { endingOf } from "./session/ending-of.ts";
import { lastLine } from "./session/last-words.ts";
import { type Ending, failed } from "./session/session.ts";
import { feed, type Streamed, streamProgram } from "./session/stream-program.ts";

type Performance<Result> = AsyncGenerator<AgentEvent, Result>;

/**
 * Does one thing of a script, where the sandbox lets it. Null when the agent goes on. What a script says reaches programs
 * as input or as words of their own, and never becomes part of a shell's text. `heard` is its conversation so far.
 */
export async function* performItem(item: ScriptItem, host: AgentHost, heard: string): Performance<Ending | null> {
  switch (item.do) {
    case "say":
      yield said(item.text);
      return null;
    case "recall":
      yield said(recalled(item.words, heard));
      return null;
    case "write":
      return yield* edited(host, `write ${item.path}`, WRITE, item.path, Buffer.from(item.text));
    case "append":
      return yield* edited(host, `append to ${item.path}`, APPEND, item.path, Buffer.from(item.text));
    case "replace":
      return yield* replaced(host, item);
    case "delete":
      return yield* edited(host, `delete ${item.path}`, DELETE, item.path);
    case "run": {
      const { exit, stderr } = yield* ran(host, ["bash", "-c", item.command]);
      const isOver = item.must || exit.kind === "stopped";
      return isOver ? endingOf(exit, `\`${item.command}\``, lastLine(stderr)) : null;
    }
    case "wait": {
      const { exit } = yield* ran(host, ["sleep", String(item.seconds)]);
      return endingOf(exit, "the wait", "");
    }
    case "ask":
      return { reason: "asked", text: item.question, question: item.question };
    case "give-up":
      return { reason: "gave-up", text: item.why, question: null };
    case "crash": {
      const { exit } = yield* ran(host, ["bash", "-c", "kill -KILL $$"]);
      return endingOf(exit, "the agent", "");
    }
    case "exit": {
      const { exit } = yield* ran(host, ["bash", "-c", 'exit "$1"', "bash", String(item.status)]);
      return endingOf(exit, "the agent", "") ?? { reason: "finished", text: "", question: null };
    }
    default:
      return unreachable(item);
  }
}

const said = (text: string): AgentEvent => ({ type: "output", stream: "stdout", bytes: Buffer.from(`${text}\n`) });

/** The lines of a conversation with these words. */
export const recalled = (words: string, heard: string): string =>
  heard
    .split("\n")
    .filter((line) => line.includes(words))
    .join("\n");

/** `$1` is the file, `$2` the folder it lies in. */
const WRITE = 'mkdir -p -- "$2" && cat > "$1"';
const APPEND = 'mkdir -p -- "$2" && cat >> "$1"';
const DELETE = 'rm -r -- "$1"';

async function* edited(
  host: AgentHost,
  deed: string,
  script: string,
  path: string,
  input = Buffer.alloc(0),
): Performance<Ending | null> {
  const { exit, stderr } = yield* ran(host, ["bash", "-c", script, "bash", path, posix.dirname(path)], input);
  if (exit.kind === "stopped") return endingOf(exit, "the agent", "");
  const isDone = exit.kind === "exited" && exit.code === 0;
  return isDone ? null : failed(`could not ${deed}: ${lastLine(stderr).replace(/^bash: line \d+: /, "")}`);
}

/** The bytes are read and written inside and compared here: no tool that is surely there replaces plain text. */
async function* replaced(host: AgentHost, item: ScriptItem & { do: "replace" }): Performance<Ending | null> {
  const proc = await host.launch(command(host, ["cat", "--", item.path]));
  feed(proc, "");
  const [stdout, stderr]: [Uint8Array[], Uint8Array[]] = [[], []];
  for await (const { stream, bytes } of proc.output) (stream === "stdout" ? stdout : stderr).push(bytes);
  const ending = endingOf(await proc.exit, `reading ${item.path}`, lastLine(Buffer.concat(stderr).toString("utf8")));
  if (ending) return ending;

  const before = Buffer.concat(stdout);
  const old = Buffer.from(item.old);
  const at = before.indexOf(old);
  if (at < 0) return failed(`could not replace in ${item.path}: the old text is not in it`);
  if (before.includes(old, at + 1)) return failed(`could not replace in ${item.path}: the old text is in it twice`);
  const after = Buffer.concat([before.subarray(0, at), Buffer.from(item.new), before.subarray(at + old.length)]);
  return yield* edited(host, `replace in ${item.path}`, WRITE, item.path, after);
}

async function* ran(host: AgentHost, argv: Command["argv"], input: Uint8Array | string = ""): Performance<Streamed> {
  return yield* streamProgram(await host.launch(command(host, argv)), input);
}

const command = ({ at }: AgentHost, argv: Command["argv"]): Command => ({ argv, cwd: at, env: {}, stdin: "open" });
