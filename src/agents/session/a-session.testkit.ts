import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { AgentDriver, AgentEvent, AgentHost, AgentJob, AgentSession, Ended, Turn } from "../../ports/agent.ts";
import type { Mount, Policy, Proc, Sandbox } from "../../ports/sandbox.ts";
import { aPolicy } from "../../sandbox/a-run.testkit.ts";
import { permission } from "./permission.ts";

export const aJob = (attempt: { attempt?: number; leg?: number } = {}, number = 1, resume?: string): AgentJob => ({
  session: { id: "a-1", of: "attempt", ...(resume !== undefined && { resume }) },
  attempt: { number: attempt.attempt ?? 1, leg: attempt.leg ?? 1 },
  number,
  role: "developer",
  mode: "act",
});

/** A host that lets a driver work in a folder, and remembers what it has started. */
export function aHost(
  sandbox: Sandbox,
  driver: AgentDriver,
  tree: string,
  options: { limits?: Partial<Policy["limits"]>; mounts?: readonly Mount[]; at?: string; kept?: string } = {},
): AgentHost & { procs: Proc[] } {
  const { limits = {}, mounts = [], at = tree, kept = null } = options;
  const work: Mount = { show: tree, at, access: "write" };
  const home: Mount[] = kept === null ? [] : [keptHome(kept)];
  const policy = aPolicy({ mounts: [work, ...home, ...mounts, ...driver.mounts], network: driver.network, limits });
  const procs: Proc[] = [];
  return {
    at,
    procs,
    ...(kept !== null && { kept: { folder: kept, at: KEPT_AT } }),
    permit: (request) => permission(request, { mode: "act", writable: [at], fenced: [] }),
    async launch(command) {
      const proc = await sandbox.start(command, policy, new AbortController().signal);
      procs.push(proc);
      return proc;
    },
  };
}

/** What stays of the HOME of an agent whose session is kept in a folder, as its sandbox has it. */
export function keptHome(folder: string): Mount {
  const show = join(folder, "home");
  mkdirSync(show, { recursive: true });
  return { show, at: KEPT_AT, access: "write" };
}

export const KEPT_AT = "/run/planwright/session";

/** What a session says for one prompt, to its end. */
export async function eventsOf(session: AgentSession, prompt = "do it"): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of session.send(aTurn(prompt))) events.push(event);
  return events;
}

export const aTurn = (text: string): Turn => ({ layers: [{ level: "instruction", text }] });

export function endOf(events: readonly AgentEvent[]): Ended {
  const last = events.at(-1);
  if (last?.type !== "ended") throw new Error(`the last event is ${last?.type}`);
  return last;
}

export const outputOf = (events: readonly AgentEvent[], only?: "stdout" | "stderr"): string =>
  Buffer.concat(
    events.flatMap((event) =>
      event.type === "output" && (only === undefined || event.stream === only) ? [event.bytes] : [],
    ),
  ).toString("utf8");

/** Opens a driver, lets it work, closes it. */
export async function worked(
  driver: AgentDriver,
  host: AgentHost,
  job = aJob(),
  prompt?: string,
): Promise<{ events: AgentEvent[]; end: Ended }> {
  const session = await driver.open(job, host, new AbortController().signal);
  const events = await eventsOf(session, prompt);
  await session.close();
  return { events, end: endOf(events) };
}
