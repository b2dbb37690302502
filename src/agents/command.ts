import type { AgentDriver, AgentEvent, AgentHost, AgentJob, Probe, Turn } from "../ports/agent.ts";
import { endingOf } from "./session/ending-of.ts";
import { finalWords } from "./session/final-words.ts";
import { type FoundProgram, findProgram, type Program, type ProgramPlace } from "./session/find-program.ts";
import { lastLine } from "./session/last-words.ts";
import { promptText } from "./session/prompt-text.ts";
import { type Ending, notLetIn, openSession } from "./session/session.ts";
import { streamProgram } from "./session/stream-program.ts";
import { unreachedBy } from "./session/told-trouble.ts";

/**
 * Any program as an agent: a command line for bash, started in the worker's tree, with the task on its standard input. It
 * asks for the network, since most agents talk to a model; the person's policy decides whether it gets it.
 */
export function commandDriver(spec: string, place: ProgramPlace): AgentDriver {
  const program = findProgram(spec, place);
  return {
    name: program.name,
    mounts: program.ok && program.mount ? [{ show: program.mount, at: program.mount, access: "read" }] : [],
    network: "host",
    reaches: [],
    probe: async () => probed(program),
    open: async ({ mode, session }, host, signal) =>
      openSession((turn, held, _, past) => converse(program, mode, past.retold(turn), held), host, signal, { session }),
  };
}

function probed(program: Program): Probe {
  if (!program.ok) return { ok: false, cause: program.cause, remedy: program.remedy };
  return { ok: true, told: program.isInTree ? `${program.name}, as it is committed` : program.name };
}

async function* converse(
  program: Program,
  mode: AgentJob["mode"],
  layers: Turn["layers"],
  host: AgentHost,
): AsyncGenerator<AgentEvent, Ending> {
  if (!program.ok) return notLetIn(`${program.cause}; ${program.remedy}`);
  const argv = ["bash", "-c", program.lineAt(host.at)] as const;
  const proc = await host.launch({ argv, cwd: host.at, env: {}, stdin: "open" });
  const { exit, stdout, stderr } = yield* streamProgram(proc, promptText(layers));
  const said = lastLine(stderr);
  const isFailure = exit.kind === "exited" && exit.code !== 0;
  const kept = isFailure ? (uncommitted(exit.code, program) ?? unreachedBy(program.name, said)) : null;
  return kept ?? endingOf(exit, program.name, said || lastLine(stdout)) ?? finalWords(stdout, mode);
}

function uncommitted(code: number, { name, isInTree }: FoundProgram): Ending | null {
  if (!isInTree || code !== 127) return null;
  const remedy = "a worker sees only what is committed; commit it, or keep it outside the repository";
  return notLetIn(`${name} is not there where it runs: ${remedy}`);
}
