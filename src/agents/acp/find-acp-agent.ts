import type { Command, Mount } from "../../ports/sandbox.ts";
import type { AgentPlace } from "../choose-driver.ts";
import { findProgram, type Program } from "../find-program.ts";
import { equipAgent } from "../known/equip-agent.ts";
import type { AcpWay, KnownAgent } from "../known/known-agent.ts";
import { KNOWN_AGENTS } from "../known/known-agents.ts";

/** An agent that speaks the protocol, and what is needed to start it. */
export type AcpAgent = {
  /** As people call it. */
  name: string;
  program: Program;
  mounts: readonly Mount[];
  reaches: readonly string[];
  /** What a person does to log in, where that is known; and whether they have. */
  logIn: string | null;
  isLetIn: boolean;
  meta: Readonly<Record<string, unknown>>;
  failure: AcpWay["failure"] | null;
  /** Null for an agent whose modes nobody knows: they are left alone. */
  modes: AcpWay["modes"] | null;
  /** `line` is for bash. */
  command(line: string, at: string): Command;
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
    meta: acp.meta(settings),
    failure: acp.failure ?? null,
    modes: acp.modes,
    command: (line, at) => command(["bash", "-c", line], at),
  };
}

function otherAcpAgent(line: string, place: AgentPlace): AcpAgent {
  const program = findProgram(line, place);
  return {
    name: program.name,
    program,
    mounts: mountOf(program),
    reaches: [],
    logIn: null,
    isLetIn: true,
    meta: {},
    failure: null,
    modes: null,
    command: (started, at) => ({ argv: ["bash", "-c", started], cwd: at, env: {}, stdin: "open" }),
  };
}

const mountOf = (program: Program): Mount[] =>
  program.ok && program.mount !== null ? [{ show: program.mount, at: program.mount, access: "read" }] : [];

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
