import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { AgentDriver, AgentEvent, AgentHost, AgentJob } from "../ports/agent.ts";
import { visibleText } from "../std/visible-text.ts";
import { performItem, recalled } from "./perform-item.ts";
import { itemsFor, parseScript, type ScriptReading } from "./script.ts";
import type { ScriptItem } from "./script-item.ts";
import type { ProgramPlace } from "./session/find-program.ts";
import { promptText } from "./session/prompt-text.ts";
import { type Ending, failed, notLetIn, openSession } from "./session/session.ts";

/**
 * An agent that does what a file says: edits, commands, questions, lies, crashes. For demos, rehearsals and tests, and
 * held by the same sandbox as any other. The file is read anew for each session.
 */
export function scriptedDriver(file: string, { cwd }: Pick<ProgramPlace, "cwd">): AgentDriver {
  const path = resolve(cwd, file);
  return {
    name: "scripted",
    mounts: [],
    network: "none",
    reaches: [],
    async probe() {
      const reading = readScript(path);
      if (reading.ok) return { ok: true, told: `plays ${visibleText(file)}` };
      return {
        ok: false,
        cause: causeIn(file, reading),
        remedy: reading.line > 0 ? "correct the script" : "write its path",
      };
    },
    async open(job, host, signal) {
      let turns = 0;
      return openSession(
        (turn, held, _, past) =>
          play(file, path, { ...job, turn: turns++, heard: promptText(past.retold(turn)) }, held),
        host,
        signal,
        { session: job.session },
      );
    },
  };
}

/** `turn` counts from 0; `heard` is all that it was told and has said in its conversation. */
type Performance = Pick<AgentJob, "number" | "attempt"> & { turn: number; heard: string };

async function* play(
  file: string,
  path: string,
  { number, attempt, turn, heard }: Performance,
  host: AgentHost,
): AsyncGenerator<AgentEvent, Ending> {
  const reading = readScript(path);
  if (!reading.ok) return notLetIn(causeIn(file, reading));
  const attempts = reading.script.get(number);
  if (!attempts) return failed(`${visibleText(file)} says nothing about step ${number}`);
  let said = "";
  for (const item of itemsFor(attempts, attempt?.number ?? 1, (attempt?.leg ?? 1) + turn)) {
    yield { type: "doing", told: visibleText(inWords(item)) };
    const ending = yield* performItem(item, host, heard);
    if (ending) return { ...ending, text: ending.text || said };
    if (item.do === "say") said = item.text;
    if (item.do === "recall") said = recalled(item.words, heard);
  }
  return { reason: "finished", text: said, question: null };
}

/** Line 0 stands for a file that cannot be read at all. */
function readScript(path: string): ScriptReading {
  try {
    return parseScript(readFileSync(path, "utf8"));
  } catch (error) {
    return { ok: false, line: 0, problem: (error as Error).message };
  }
}

const causeIn = (file: string, { line, problem }: ScriptReading & { ok: false }): string =>
  line > 0 ? `${visibleText(file)}:${line}: ${problem}` : `${visibleText(file)} cannot be read: ${problem}`;

function inWords(item: ScriptItem): string {
  switch (item.do) {
    case "write":
    case "append":
    case "replace":
    case "delete":
      return `${item.do} ${item.path}`;
    case "run":
      return `run ${item.command}`;
    default:
      return item.do;
  }
}
