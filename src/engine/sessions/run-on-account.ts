import { createHash } from "node:crypto";
import type { AgentHost } from "../../ports/agent.ts";
import type { RunFact } from "../../record/run-event.ts";
import { isSpent } from "../state/budget-limits.ts";
import { usedBy } from "../state/budget-spending.ts";
import { append, stateOf } from "../state/journal-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { stepOf } from "../state/step-run.ts";
import { type AccountOf, openAccount } from "./account.ts";
import { type AgentEnd, type AgentRun, runAgent } from "./run-agent.ts";

/** Whose work is paid for; `key` tells the session from all others of the run. */
export type Payer = Pick<AccountOf, "key" | "step" | "attempt" | "leg" | "role">;

/**
 * Lets an agent work, and keeps the ledger meanwhile; an agent that tells of its requests one by one is stopped after the
 * one that uses a budget up. What the end tells is what the ledger has then: those requests stay there when the process
 * dies.
 */
export async function runOnAccount(
  world: RunWorld,
  payer: Payer,
  agent: AgentRun,
  host: AgentHost,
  signal: AbortSignal,
): Promise<AgentEnd> {
  const { run, store, usdOf } = world;
  const of = { ...payer, run: run.id, repository: run.repository.id, plan: run.plan.id };
  const account = openAccount(store.ledger, of, usdOf);
  const [state, step] = [await stateOf(world), stepOf(run.plan, payer.step)];
  const see: AgentRun["see"] = (event) => {
    if (event.type === "spent") account.request(event.usage, event.warnings);
    if (event.type === "ended") account.session(event.usage);
    agent.see(event);
  };
  const isOver = () => isSpent(run.plan, state, step, usedBy(account.used()));
  const ended = await runAgent({ ...agent, see, isSpent: isOver }, host, signal).finally(() => account.settled());
  await tellWarnings(world, payer, account.warnings());
  return { ...ended, usage: account.used() };
}

/** Each once in an attempt, however many requests it is about. */
async function tellWarnings(
  world: RunWorld,
  { step, attempt, role }: Payer,
  warnings: readonly string[],
): Promise<void> {
  for (const told of warnings.slice(0, MOST_WARNINGS)) {
    const name = createHash("sha256").update(told).digest("hex").slice(0, 16);
    const fact: RunFact = { type: "noted", step, told };
    await append(world, `warned/${step}/${attempt ?? "-"}/${role}/${name}`, () => ({ facts: [fact], value: null }));
  }
}

/** The ledger has all of them. */
const MOST_WARNINGS = 20;
