import type { Kept, Probe } from "../../ports/agent.ts";
import type { Command, Mount } from "../../ports/sandbox.ts";
import type { AgentPlace } from "../known/agent-place.ts";
import { equipAgent } from "../known/equip-agent.ts";
import type { AcpWay, KnownAgent } from "../known/known-agent.ts";
import { KNOWN_AGENTS } from "../known/known-agents.ts";
import { type FoundProgram, findProgram, type Program } from "../session/find-program.ts";

/** An agent that speaks the protocol, and what is needed to start it. */
export type AcpAgent = {
  /** As people call it. */
  name: string;
  program: Program;
  mounts: readonly Mount[];
  reaches: readonly string[];
  /** What a person does to log in; and whether they have, as far as that can be told. */
  logIn: string;
  isLetIn: boolean;
  /** What to call its model unless it names one. */
  model: string;
  meta: Readonly<Record<string, unknown>>;
  /** Whether what it tells of its costs is all of them. */
  tellsAll: boolean;
  failure: AcpWay["failure"] | null;
  /** Null for an agent whose modes nobody knows: they are left alone. */
  modes: AcpWay["modes"] | null;
  /** How it goes on with a conversation in another process; null for an agent of which it is not known. */
  remembers: AcpWay["remembers"] | null;
  /** `line` is for bash. */
  command(line: string, at: string, kept?: Kept): Command;
};

/** `spec` is the name of a known agent, or the command line of any other. */
export function findAcpAgent(spec: string, place: AgentPlace): AcpAgent {
  const known = KNOWN_AGENTS.find(({ name }) => name === spec.trim());
  return known ? knownAcpAgent(known, place) : otherAcpAgent(spec, place);
}

export function knownAcpAgent(agent: KnownAgent, place: AgentPlace): AcpAgent {
  const { acp, name, logIn } = agent;
  const { settings, letInBy, mounts, reaches, command } = equipAgent(agent, place.person);
  const program = findProgram([acp.program, ...acp.argv(settings)].map(quoted).join(" "), place);
  return {
    name,
    program: program.ok ? program : { ...program, remedy: acp.install },
    mounts: [...mountOf(program), ...mounts],
    reaches,
    logIn,
    isLetIn: letInBy !== null,
    model: settings.model ?? "unknown",
    meta: acp.meta(settings),
    tellsAll: acp.tellsLastOnly !== true,
    failure: acp.failure ?? null,
    modes: acp.modes,
    remembers: acp.remembers,
    command: (line, at, kept) => command(["bash", "-c", line], at, kept),
  };
}

function otherAcpAgent(line: string, place: AgentPlace): AcpAgent {
  const program = findProgram(line, place);
  return {
    name: program.name,
    program,
    mounts: mountOf(program),
    reaches: [],
    logIn: "log in with its own program",
    isLetIn: true,
    model: "unknown",
    meta: {},
    tellsAll: true,
    failure: null,
    modes: null,
    remembers: null,
    command: (started, at) => ({ argv: ["bash", "-c", started], cwd: at, env: {}, stdin: "open" }),
  };
}

/** The program of an agent that can be started; or what it lacks. One that is not logged in may ask on a terminal for ever. */
export function readyProgram({ name, program, isLetIn, logIn }: AcpAgent): FoundProgram | (Probe & { ok: false }) {
  if (!program.ok) return { ok: false, cause: program.cause, remedy: program.remedy };
  return isLetIn ? program : { ok: false, cause: `${name} is not logged in`, remedy: logIn };
}

const mountOf = (program: Program): Mount[] =>
  program.ok && program.mount !== null ? [{ show: program.mount, at: program.mount, access: "read" }] : [];

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
