import { describe, expect, test } from "vitest";
import type { Plan } from "../../plan/model.ts";
import { repositoryAt } from "../../record/repository-at.testkit.ts";
import type { AgentChoice, Run } from "../../record/run.ts";
import { agentsAfter } from "./revise-agents.ts";

const command = (spec: string): AgentChoice => ({ driver: "command", spec });
const [ANN, BOB, CAT] = [command("ann"), command("bob"), command("cat")];

/** Steps by their ids, each with the agent that it names. */
const planOf = (agents: Readonly<Record<string, string | null>>): Plan =>
  ({
    steps: Object.entries(agents).map(([id, agent], index) => ({
      ...{ id, number: index + 1 },
      ...(agent !== null && { agent }),
    })),
  }) as Plan;

const runOf = (plan: Plan, agent: AgentChoice, agents: Run["agents"]): Run =>
  ({ plan, agent, agents, repository: repositoryAt("") }) as Run;

const config = (agent: string | null) => ({ agent, agentOf: () => null });

const SAME = ["a", "b"].map((id) => ({ from: id, to: id }));

describe("agentsAfter", () => {
  test("lets plan and configuration decide about new steps, where they have decided before", () => {
    const run = runOf(planOf({ a: null, b: "command:bob" }), ANN, { b: BOB });
    const after = planOf({ a: "command:cat", b: "command:bob", c: "command:bob", d: null });
    expect(agentsAfter(run, after, SAME, config("command:ann"))).toEqual({
      agent: ANN,
      agents: { a: CAT, b: BOB, c: BOB },
    });
  });

  test("stays with the agent that a person has named for everything", () => {
    const run = runOf(planOf({ a: null, b: "command:bob" }), CAT, {});
    const after = planOf({ a: null, b: "command:bob", c: "command:ann" });
    expect(agentsAfter(run, after, SAME, config("command:ann"))).toEqual({ agent: CAT, agents: {} });
    expect(agentsAfter(run, after, SAME, config(null))).toEqual({ agent: CAT, agents: {} });
  });

  test("forgets the agents of steps that are gone, and follows those that have another number", () => {
    const run = runOf(planOf({ 1: null, 2: null, 3: null }), CAT, { 2: BOB, 3: ANN });
    const kept = [
      { from: "1", to: "1" },
      { from: "3", to: "2" },
    ];
    const after = agentsAfter(run, planOf({ 1: null, 2: null }), kept, config("command:ann"));
    expect(after).toEqual({ agent: CAT, agents: { 2: ANN } });
  });
});
