import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { aJob } from "../../agents/session/a-session.testkit.ts";
import type { AgentDriver, AgentHost } from "../../ports/agent.ts";
import { sitDown } from "./run-agent.ts";

const HOST: AgentHost = {
  at: "/tree",
  launch: () => Promise.reject(new Error("nothing is started here")),
  permit: () => ({ allow: true }),
};

/** Takes as long for each turn as its instruction says, in milliseconds. */
const slow: AgentDriver = {
  ...{ name: "slow", mounts: [], network: "none", reaches: [] },
  probe: async () => ({ ok: true, told: "slow" }),
  open: async (_job, _host, signal) => ({
    async *send({ layers }) {
      await sleep(Number(layers[0]?.text), null, { signal }).catch(() => {});
      yield { type: "ended", reason: signal.aborted ? "aborted" : "finished", text: "", question: null, usage: [] };
    },
    close: async () => {},
  }),
};

const turn = (milliseconds: number, limits: { silence: number; total: number }) => ({
  layers: [{ level: "instruction", text: String(milliseconds) } as const],
  limits,
});

const sit = () => sitDown({ driver: slow, job: aJob(), see: () => {} }, HOST, new AbortController().signal);

test("each turn has its limits for itself, and the time in between counts for none", async () => {
  const sitting = await sit();
  const limits = { silence: 0.4, total: 0.5 };
  expect((await sitting.turn(turn(250, limits))).reason).toBe("finished");
  await sleep(450);
  expect((await sitting.turn(turn(250, limits))).reason).toBe("finished");
  await sleep(450);
  expect((await sitting.turn(turn(250, limits))).reason).toBe("finished");
  await sitting.close();
});

test.each([
  ["timeout", { silence: 5, total: 0.1 }],
  ["silent", { silence: 0.1, total: 5 }],
] as const)("a later turn ends as %s like the first", async (reason, limits) => {
  const sitting = await sit();
  await sitting.turn(turn(1, limits));
  expect((await sitting.turn(turn(3_000, limits))).reason).toBe(reason);
  await sitting.close();
});
