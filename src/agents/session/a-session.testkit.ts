import type { AgentDriver, AgentEvent, AgentHost, AgentJob, AgentSession, Ended, Turn } from "../../ports/agent.ts";
import type { Mount, Policy, Proc, Sandbox } from "../../ports/sandbox.ts";
import { WORK } from "../../record/run.ts";
import { aPolicy } from "../../sandbox/a-run.testkit.ts";
import { permission } from "./permission.ts";

export const aJob = (key: Partial<AgentJob["key"]> = {}, number = 1): AgentJob => ({
  key: { run: "sample-abcdef", step: "a", ...WORK, attempt: 1, leg: 1, ...key },
  number,
  role: "developer",
  mode: "act",
});

/** A host that lets a driver work in a folder, and remembers what it has started. */
export function aHost(
  sandbox: Sandbox,
  driver: AgentDriver,
  tree: string,
  options: { limits?: Partial<Policy["limits"]>; mounts?: readonly Mount[]; at?: string } = {},
): AgentHost & { procs: Proc[] } {
  const { limits = {}, mounts = [], at = tree } = options;
  const work: Mount = { show: tree, at, access: "write" };
  const policy = aPolicy({ mounts: [work, ...mounts, ...driver.mounts], network: driver.network, limits });
  const procs: Proc[] = [];
  return {
    at,
    procs,
    permit: (request) => permission(request, { mode: "act", writable: [at], fenced: [] }),
    async launch(command) {
      const proc = await sandbox.start(command, policy, new AbortController().signal);
      procs.push(proc);
      return proc;
    },
  };
}

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
