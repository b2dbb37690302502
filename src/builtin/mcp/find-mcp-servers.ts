import type { AgentPlace } from "../../agents/known/agent-place.ts";
import { findProgram } from "../../agents/session/find-program.ts";
import { leakIn } from "../../agents/session/key-leak.ts";
import type { Command, Mount } from "../../ports/sandbox.ts";

/** How a person has set servers up, by their names: the line that starts each, and the variables that it is given. */
export type McpSettings = ReadonlyMap<string, { line: string; keys: readonly string[] }>;

/** A program that lends its tools; or why it cannot. */
export type McpServer = ReadyServer | { ok: false; name: string; why: string };

export type ReadyServer = {
  ok: true;
  name: string;
  /** What it must see besides the work: its own program. */
  mounts: readonly Mount[];
  /** `at` is where the worker sees the tree. */
  command(at: string): Command;
};

/** Finds what starts each server. A path that is relative is meant from the person's home, as for agents of their own. */
export const findMcpServers = (settings: McpSettings, place: AgentPlace): McpServer[] =>
  [...settings].map(([name, { line, keys }]) => {
    const found = findServer(line, keys, { ...place, cwd: place.person.home });
    return { ...found, name };
  });

type Found = Omit<ReadyServer, "name"> | { ok: false; why: string };

function findServer(line: string, keys: readonly string[], place: AgentPlace): Found {
  const program = findProgram(line, place);
  if (!program.ok) return { ok: false, why: `${program.cause}; ${program.remedy}` };
  const leak = keys.length === 0 ? null : leakIn(line, place);
  if (leak !== null) return { ok: false, why: `it has keys, and ${leak.cause}; ${leak.remedy}` };
  const absent = keys.find((key) => place.person.variable(key) === null);
  if (absent !== undefined) return { ok: false, why: `it needs ${absent}, which is not set` };
  const secrets = Object.fromEntries(keys.map((key) => [key, place.person.variable(key) ?? ""]));
  return {
    ok: true,
    mounts: program.mount === null ? [] : [{ show: program.mount, at: program.mount, access: "read" }],
    command: (at) => ({ argv: ["bash", "-c", program.lineAt(at)], cwd: at, env: {}, secrets, stdin: "open" }),
  };
}
