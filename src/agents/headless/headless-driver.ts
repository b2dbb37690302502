import type { AgentDriver, AgentEvent, AgentHost, AgentJob, Probe, Turn, Usage } from "../../ports/agent.ts";
import type { AgentPlace } from "../known/agent-place.ts";
import { type Equipment, equipAgent } from "../known/equip-agent.ts";
import type { KnownAgent } from "../known/known-agent.ts";
import { endingOf } from "../session/ending-of.ts";
import { finalWords } from "../session/final-words.ts";
import { type FoundProgram, findProgram, type Program } from "../session/find-program.ts";
import { lastLine } from "../session/last-words.ts";
import type { Past } from "../session/past.ts";
import { promptText } from "../session/prompt-text.ts";
import { type Ending, failed, notLetIn, openSession } from "../session/session.ts";
import { knownTrouble, toldTrouble } from "../session/told-trouble.ts";
import { readProgram, type WhatWasRead } from "./read-program.ts";

/**
 * A known agent as one command that ends by itself: the task on its standard input, and what it does as lines of JSON on
 * its output. It is ended as soon as it says that it is done, since some take seconds to leave.
 */
export function headlessDriver(agent: KnownAgent, place: AgentPlace): AgentDriver {
  const program = findProgram(agent.headless.program, place);
  const equipment = equipAgent(agent, place.person);
  const kit: Kit = { agent, program, equipment };
  const mount = program.ok ? program.mount : null;
  return {
    name: agent.name,
    mounts: [...(mount === null ? [] : [{ show: mount, at: mount, access: "read" } as const]), ...equipment.mounts],
    network: "host",
    reaches: equipment.reaches,
    probe: async () => probed(kit),
    open: async ({ mode, session }, host, signal) =>
      openSession((turn, held, stop, past) => converse({ ...kit, mode, past, stop }, turn, held), host, signal, {
        session,
      }),
  };
}

type Kit = { agent: KnownAgent; program: Program; equipment: Equipment };

function probed(kit: Kit): Probe {
  const ready = readyProgram(kit);
  return ready.ok ? { ok: true, told: `${kit.agent.title}, authenticated by ${kit.equipment.letInBy}` } : ready;
}

type NotReady = Probe & { ok: false };

function readyProgram({ agent, program, equipment }: Kit): FoundProgram | NotReady {
  if (!program.ok) return { ok: false, cause: `${agent.title}: ${program.cause}`, remedy: agent.headless.install };
  if (equipment.letInBy === null) {
    return { ok: false, cause: `${agent.title} is not logged in`, remedy: agent.logIn };
  }
  return program;
}

type Session = Kit & { mode: AgentJob["mode"]; past: Past; stop: AbortSignal };

async function* converse(session: Session, turn: Turn, host: AgentHost): AsyncGenerator<AgentEvent, Ending> {
  const program = readyProgram(session);
  if (!program.ok) return notLetIn(`${program.cause}; ${program.remedy}`);

  const { past, stop } = session;
  const name = nameIn(past.way, session.agent);
  if (name !== null) {
    const { ending, hasBegun } = yield* played(session, program, { layers: past.fresh(turn), name }, host);
    if (ending.reason !== "failed" || hasBegun || stop.aborted) return ending;
    yield { type: "doing", told: "does not find its conversation, and is told it" };
  }
  return (yield* played(session, program, { layers: past.retold(turn), name: null }, host)).ending;
}

/** How an agent goes on by itself: with its session of this name. */
const wayOf = (name: string, { name: agent }: KnownAgent): string => `command:${agent}:${name}`;

function nameIn(way: string | null, agent: KnownAgent): string | null {
  const start = wayOf("", agent);
  return way?.startsWith(start) && agent.headless.remembers === "flag" ? way.slice(start.length) : null;
}

/** `hasBegun`: it has asked its model, or may have. */
type Played = { ending: Ending; hasBegun: boolean };

async function* played(
  { agent, equipment, mode, past }: Session,
  program: FoundProgram,
  { layers, name }: { layers: Turn["layers"]; name: string | null },
  host: AgentHost,
): AsyncGenerator<AgentEvent, Played> {
  const { headless } = agent;
  const line = `exec ${program.lineAt(host.at)} "$@"`;
  const argv = ["bash", "-c", line, headless.program, ...headless.argv(equipment.settings, mode, name)] as const;
  const proc = await host.launch(equipment.command(argv, host.at, host.kept));

  const model = equipment.settings.model ?? "unknown";
  const reader = headless.reader(model);
  const read = yield* readProgram(proc, promptText(layers), reader);
  const whole = reader.usage();
  const usage = name !== null && headless.tellsWhole ? whole.map((row) => less(row, past.whole)) : whole;
  const ended = ending(read, agent, mode);
  const session = reader.session();
  const goesOn = host.kept !== undefined && session !== null && headless.remembers === "flag";
  return {
    ending: {
      ...ended,
      usage: usage.length > 0 ? usage : [unknownUsage(model)],
      ...(goesOn && { way: wayOf(session, agent), ...(headless.tellsWhole && { whole }) }),
    },
    hasBegun: usage.length > 0,
  };
}

function ending({ over, exit, stderr }: WhatWasRead, agent: KnownAgent, mode: AgentJob["mode"]): Ending {
  if (over !== null) return "text" in over ? finalWords(over.text, mode) : toldTrouble(agent, over.trouble);
  const isFailure = exit.kind === "exited" && exit.code !== 0;
  const trouble = isFailure ? knownTrouble(agent, lastLines(stderr)) : null;
  if (trouble !== null) return trouble;
  return endingOf(exit, agent.title, lastLine(stderr)) ?? failed(`${agent.title} ended without saying how`);
}

/** What was printed long before the end is not why it ended. */
const lastLines = (output: string): string => output.trimEnd().split("\n").slice(-5).join("\n");

/** What a turn has cost of what the conversation has. */
function less(row: Usage, before: readonly Usage[]): Usage {
  const known = before.find(({ model }) => model === row.model);
  const rest = (name: "input" | "cachedRead" | "cachedWrite" | "output"): number =>
    Math.max(0, row[name] - (known?.[name] ?? 0));
  return {
    ...row,
    ...{
      input: rest("input"),
      cachedRead: rest("cachedRead"),
      cachedWrite: rest("cachedWrite"),
      output: rest("output"),
    },
  };
}

/** It has been started, so it may have used something; how much, nobody knows. */
const unknownUsage = (model: string): Usage => ({
  ...{ model, input: 0, cachedRead: 0, cachedWrite: 0, output: 0 },
  source: "unknown",
});
