import type { AgentDriver } from "../ports/agent.ts";
import type { AgentChoice } from "../record/run.ts";
import { nearest } from "../std/nearest.ts";
import { visibleText } from "../std/visible-text.ts";
import { AgentError } from "./agent-error.ts";
import { commandDriver } from "./command.ts";
import type { ProgramPlace } from "./find-program.ts";
import type { AgentPerson } from "./known/equip-agent.ts";
import { scriptedDriver } from "./scripted.ts";

/** Where agents are looked for, and whom they work for. */
export type AgentPlace = ProgramPlace & { person: AgentPerson };

/** Reads what a person wrote after `--agent`: `driver:spec`. */
export function parseAgent(text: string): AgentChoice | { problem: string } {
  const [, driver = "", rest] = /^\s*([^:]*?)\s*(?::([\s\S]*))?$/.exec(text) ?? [];
  const spec = (rest ?? "").trim();
  if (!Object.hasOwn(DRIVERS, driver)) return { problem: unknownDriver(text.trim(), driver, rest) };
  if (spec === "") return { problem: `\`${driver}:\` needs something after it; ${THERE_ARE}` };
  return { driver, spec };
}

/** Throws `AgentError` for a driver that is not there; `parseAgent` never returns one. */
export function openDriver({ driver, spec }: AgentChoice, place: AgentPlace): AgentDriver {
  const open = Object.hasOwn(DRIVERS, driver) ? DRIVERS[driver] : undefined;
  if (!open) throw new AgentError("no-driver", `no agent driver is called \`${visibleText(driver)}\`; ${THERE_ARE}`);
  return open(spec, place);
}

const DRIVERS: Record<string, (spec: string, place: AgentPlace) => AgentDriver> = {
  command: commandDriver,
  scripted: scriptedDriver,
};

const THERE_ARE =
  "write `command:PROGRAM` for any program that reads its task from standard input, or `scripted:FILE` for a script";

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
