import type { AgentDriver, AgentEvent, AgentHost, AgentJob, Ended } from "../../src/ports/agent.ts";
import type { Usage } from "../../src/record/run-event.ts";

/** What an agent of a test does in one session: what it tells on the way, and how it ends. */
export type Session = (job: AgentJob, host: AgentHost, stop: AbortSignal) => AsyncGenerator<AgentEvent, Partial<Ended>>;

/** An agent that tells of its requests as it likes. */
export const spendingAgent = (name: string, session: Session): AgentDriver => ({
  name,
  mounts: [],
  network: "none",
  reaches: [],
  probe: async () => ({ ok: true, told: name }),
  open: async (job, host, stop) => ({
    async *send() {
      const ending = yield* session(job, host, stop);
      yield { type: "ended", reason: "finished", text: "Done.", question: null, usage: [], ...ending };
    },
    async close() {},
  }),
});

/** Lets the worker do something in its tree. */
export async function shell(host: AgentHost, line: string): Promise<void> {
  const proc = await host.launch({ argv: ["bash", "-c", line], cwd: host.at, env: {}, stdin: "none" });
  for await (const _ of proc.output);
  await proc.exit;
}

export const used = (fields: Partial<Usage> = {}): Usage => ({
  ...{ model: "m", input: 100, cachedRead: 20, cachedWrite: 3, output: 40, source: "wire", ...fields },
});

export const spent = (fields: Partial<Usage> = {}, warnings: readonly string[] = []): AgentEvent => ({
  ...{ type: "spent", usage: used(fields), warnings },
});
