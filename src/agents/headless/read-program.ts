import type { AgentEvent } from "../../ports/agent.ts";
import type { Proc } from "../../ports/sandbox.ts";
import type { Exit } from "../../record/exit.ts";
import { keepTail } from "../session/keep-tail.ts";
import { LAST_BYTES } from "../session/last-words.ts";
import { lineSplitter } from "../session/line-splitter.ts";
import { feed } from "../session/stream-program.ts";
import type { HeadlessEnd, HeadlessReader } from "./readers/headless-reader.ts";

/** `over` is how the agent says that it ended; null when its program ended before that. */
export type WhatWasRead = { over: HeadlessEnd | null; exit: Exit; stderr: string };

/** Hands a program its input, and on what it says, until it says that it is over or ends. Nothing of it is left then. */
export async function* readProgram(
  proc: Proc,
  input: string,
  reader: HeadlessReader,
): AsyncGenerator<AgentEvent, WhatWasRead> {
  feed(proc, input);
  const lines = lineSplitter(LONGEST_LINE);
  const stderr = keepTail(LAST_BYTES);
  let over: HeadlessEnd | null = null;
  for await (const { stream, bytes } of proc.output) {
    if (stream === "stderr") {
      stderr.add(bytes);
      yield { type: "output", stream, bytes };
    } else if (over === null) {
      const meaning = meaningOf(lines.add(bytes), reader);
      yield* meaning.events;
      over = meaning.over ?? (lines.isTooLong() ? TOO_LONG : null);
      // What it has said on the other stream until now is still to come.
      if (over !== null) void proc.kill();
    }
  }
  const rest = meaningOf(over === null ? lines.rest() : [], reader);
  yield* rest.events;
  return { over: over ?? rest.over, exit: await proc.exit, stderr: stderr.text() };
}

const LONGEST_LINE = 16 * 1024 * 1024;

const TOO_LONG: HeadlessEnd = { trouble: "it printed a line of more than 16 MB" };

/** Lines that are not of its format are passed on as they are; all of them together, since there may be very many. */
function meaningOf(
  lines: readonly Buffer[],
  reader: HeadlessReader,
): { events: AgentEvent[]; over: HeadlessEnd | null } {
  const transcript: Buffer[] = [];
  const doing: AgentEvent[] = [];
  let over: HeadlessEnd | null = null;
  for (const line of lines) {
    const news = reader.line(line.toString("utf8"));
    if (news === null) transcript.push(line);
    if (news?.said) transcript.push(Buffer.from(`${news.said.trimEnd()}\n`));
    if (news?.doing) doing.push({ type: "doing", told: news.doing });
    over = news?.over ?? null;
    if (over !== null) break;
  }
  const bytes = Buffer.concat(transcript);
  return {
    events: [...(bytes.length > 0 ? [{ type: "output", stream: "stdout", bytes } as const] : []), ...doing],
    over,
  };
}
