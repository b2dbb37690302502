import { acpDriver } from "../../agents/acp/acp-driver.ts";
import { AgentError } from "../../agents/agent-error.ts";
import { commandDriver } from "../../agents/command.ts";
import { headlessDriver } from "../../agents/headless/headless-driver.ts";
import type { AgentPlace } from "../../agents/known/agent-place.ts";
import { endpointFault } from "../../agents/known/equip-agent.ts";
import type { KnownAgent } from "../../agents/known/known-agent.ts";
import { KNOWN_AGENTS } from "../../agents/known/known-agents.ts";
import { noDriver } from "../../agents/no-driver.ts";
import { type OwnAgent, ownDriver } from "../../agents/own-agent.ts";
import { scriptedDriver } from "../../agents/scripted.ts";
import { findProgram, type ProgramPlace } from "../../agents/session/find-program.ts";
import { type BuiltinPlace, builtinDriver } from "../../builtin/builtin-driver.ts";
import { keysOfModel } from "../../builtin/choose-model.ts";
import type { AgentDriver } from "../../ports/agent.ts";
import type { AgentChoice } from "../../record/run.ts";
import { nearest } from "../../std/nearest.ts";
import { visibleText } from "../../std/visible-text.ts";

/** Where agents are looked for, with the agents that are the person's own, by their names. */
export type AgentsPlace = AgentPlace & BuiltinPlace & { own: ReadonlyMap<string, OwnAgent> };

/**
 * Reads what a person wrote after `--agent`: `driver:spec`, or the name of an agent. Whether there is an agent of that
 * name is found out where it is opened, since people have agents of their own.
 */
export function parseAgent(text: string): AgentChoice | { problem: string } {
  const [, driver = "", rest] = /^\s*([^:]*?)\s*(?::([\s\S]*))?$/.exec(text) ?? [];
  const spec = (rest ?? "").trim();
  if (rest === undefined && NAME.test(driver)) return { driver: "agent", spec: driver };
  if (!Object.hasOwn(DRIVERS, driver)) return { problem: unknownDriver(text.trim(), driver, rest) };
  if (spec === "") return { problem: `\`${driver}:\` needs something after it; ${THERE_ARE}` };
  return { driver, spec };
}

/**
 * Throws `AgentError` for a driver that is not there; `parseAgent` never returns one. An agent that is not there is told
 * by its probe, and by its only session.
 */
export function openDriver({ driver, spec }: AgentChoice, place: AgentsPlace): AgentDriver {
  const open = Object.hasOwn(DRIVERS, driver) ? DRIVERS[driver] : undefined;
  if (!open) throw new AgentError("no-driver", `no agent driver is called \`${visibleText(driver)}\`; ${THERE_ARE}`);
  return open(spec, place);
}

/** The variables that let an agent in; none for one that brings what it needs, or needs nothing. */
export function keysOf(
  { driver, spec }: AgentChoice,
  place: Pick<AgentsPlace, "own" | "builtin" | "person">,
): readonly string[] {
  if (driver === "scripted") return [];
  if (driver === "builtin") return keysOfModel(spec, place);
  if (driver === "agent" && spec === BUILTIN) return keysOfModel("", place);
  const isOwn = driver === "agent" && knownBy(spec, driver) === undefined;
  return (isOwn ? place.own.get(spec) : knownBy(spec, driver))?.keys ?? [];
}

/** The way in which a known agent is driven when nobody says which: over ACP where its program for that is installed. */
export const wayOf = (agent: KnownAgent, place: ProgramPlace): "acp" | "command" =>
  isInstalled(agent.acp.program, place) ? "acp" : "command";

/** Whether PATH has a program that may be given a key: one that the repository's work cannot change. */
export function isInstalled(program: string, place: ProgramPlace): boolean {
  const found = findProgram(program, outside(place));
  return found.ok && !found.isInTree;
}

/** Without the folders of PATH that lie in the repository, as those of `npx` do. */
export function outside<Place extends ProgramPlace>(place: Place): Place {
  const isInside = (folder: string): boolean => `${folder}/`.startsWith(`${place.tree}/`);
  return { ...place, search: place.search.filter((folder) => !isInside(folder)) };
}

const NAME = /^[a-z][\w.-]*$/i;

const DRIVERS: Record<string, (spec: string, place: AgentsPlace) => AgentDriver> = {
  agent: namedDriver,
  acp: (spec, place) => {
    const agent = knownBy(spec, "acp");
    return agent ? knownDriver(agent, "acp", place) : acpDriver(spec, place);
  },
  command: (spec, place) => {
    const agent = knownBy(spec, "command");
    return agent ? knownDriver(agent, "command", place) : commandDriver(spec, place);
  },
  builtin: builtinDriver,
  scripted: scriptedDriver,
};

export const BUILTIN = "builtin";

/** An agent by its name; as a command it is also known by its program's. */
export const knownBy = (spec: string, driver: string): KnownAgent | undefined =>
  KNOWN_AGENTS.find(({ name, headless }) => spec === name || (driver === "command" && spec === headless.program));

function namedDriver(name: string, place: AgentsPlace): AgentDriver {
  if (name === BUILTIN) return builtinDriver("", place);
  const agent = knownBy(name, "agent");
  if (agent) return wayOf(agent, place) === "acp" ? knownDriver(agent, "acp", place) : asCommand(agent, place);
  const own = place.own.get(name);
  if (own) return ownDriver(name, own, place);
  const names = [...KNOWN_AGENTS.map((each) => each.name), BUILTIN, ...place.own.keys()];
  return noDriver(name, { cause: `no agent is called \`${name}\``, remedy: helpFor(name, names) });
}

function knownDriver(agent: KnownAgent, way: "acp" | "command", place: AgentsPlace): AgentDriver {
  const fault = endpointFault(agent, place.person);
  if (fault !== null) return noDriver(agent.name, fault);
  const elsewhere = outside(place);
  const program = findProgram((way === "acp" ? agent.acp : agent.headless).program, elsewhere);
  if (program.ok && program.isInTree) {
    const cause = `${program.name} on your PATH leads into the repository, whose work could change it`;
    return noDriver(agent.name, { cause, remedy: "install it outside, since it is given a key" });
  }
  return way === "acp" ? acpDriver(agent.name, elsewhere) : headlessDriver(agent, elsewhere);
}

/** What a name without a driver may have meant. */
function helpFor(name: string, names: readonly string[]): string {
  const meant = nearest(name, names);
  if (meant !== null) return `did you mean \`${meant}\`?`;
  const program = KNOWN_AGENTS.find(({ headless, acp }) => [headless.program, acp.program].includes(name));
  if (program) return `did you mean \`${program.name}\`?`;
  const driver = nearest(name, Object.keys(DRIVERS));
  if (driver !== null && driver !== "agent") return `did you mean \`${driver}:…\`?`;
  return `there are ${names.join(", ")}; your own are named in policy.yaml, and any program is \`command:${name}\``;
}

function asCommand(agent: KnownAgent, place: AgentsPlace): AgentDriver {
  const driver = knownDriver(agent, "command", place);
  return {
    ...driver,
    async probe() {
      const probe = await driver.probe();
      const hint = `as a command; it can be watched more closely after \`${agent.acp.install}\``;
      return probe.ok ? { ok: true, told: `${probe.told}, ${hint}` } : probe;
    },
  };
}

const THERE_ARE =
  "write the name of an agent, such as `claude-code`, `builtin:PROVIDER/MODEL` for a model and nothing else, `acp:PROGRAM` or `command:PROGRAM` for any other agent, or `scripted:FILE` for a script";

function unknownDriver(text: string, driver: string, rest: string | undefined): string {
  if (text === "") return `no agent is named; ${THERE_ARE}`;
  const told = `no agent driver is called \`${visibleText(driver)}\``;
  const meant = nearest(driver, Object.keys(DRIVERS));
  if (meant !== null) return `${told}; did you mean \`${visibleText(`${meant}:${rest ?? "…"}`)}\`?`;
  // A path or a whole command line, with the driver forgotten.
  if (/[/\s]/.test(driver)) return `${told}; did you mean \`${visibleText(`${byFile(text)}:${text}`)}\`?`;
  return `${told}; ${THERE_ARE}`;
}

const byFile = (text: string): string => (/\.ya?ml$/i.test(text) ? "scripted" : "command");
