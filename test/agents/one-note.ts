import { expect } from "vitest";
import type { KnownAgentName } from "../../src/agents/known/known-agent.ts";
import { leftOvers } from "../attack/system/nothing-left.ts";
import type { Run } from "../cli.ts";
import { aPersonWith, type PersonWithAgent } from "./a-person-with-agents.ts";
import { eventsIn } from "./carried-out.ts";
import type { Act } from "./model/script.ts";
import { AGENTS } from "./the-agents.ts";

/** The agents, each in the two ways to drive it. */
export const WAYS: readonly { agent: KnownAgentName; spec: string }[] = AGENTS.flatMap((agent) => [
  { agent, spec: `acp:${agent}` },
  { agent, spec: `command:${agent}` },
]);

/** Somebody who wants one note, and tries once. */
export async function wantingANote(
  agent: KnownAgentName,
  scene: { home: string; acts: readonly Act[]; contract?: string; workTimeout?: string },
): Promise<PersonWithAgent> {
  const { home, acts, contract, workTimeout } = scene;
  return aPersonWith(agent, {
    home,
    files: { "plan.md": oneNotePlan(contract, workTimeout), "a.txt": "a\n" },
    script: () => [{ when: ["# The step: Add a note"], acts }],
  });
}

export const oneNotePlan = (contract = "test -s NOTES.md", workTimeout = "3 minutes"): string => `---
type: plan
---

# Notes

## Steps

### 1. Add a note

**task:**
Add NOTES.md.

**contract:**
\`\`\`shell
${contract}
\`\`\`
exit_code == 0
**work_timeout:** ${workTimeout}
**on_fail:** abort
`;

export const runPlan = (
  person: PersonWithAgent,
  spec: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Run> =>
  person.planwright(["run", "plan.md", "--yes", "--mode", "autonomous", "--json", "--agent", spec], env);

export function failureOf({ stdout, stderr }: Run): { reason: string; told: string } {
  const events = eventsIn(stdout);
  const ended = events.find((event) => event.type === "worker-ended");
  const failed = events.find((event) => event.type === "attempt-failed");
  if (!ended || !failed) throw new Error(`no attempt has failed: ${stderr}${stdout}`);
  return { reason: failed.reason, told: ended.text };
}

/** Why a person is asked although no attempt has failed, and what the agent said about it. */
export function heldOf({ stdout, stderr }: Run): { over: string; told: string } {
  const events = eventsIn(stdout);
  const ended = events.find((event) => event.type === "worker-ended");
  const held = events.find((event) => event.type === "attempt-held");
  if (!ended || !held) throw new Error(`no attempt is held: ${stderr}${stdout}`);
  return { over: held.over, told: ended.text };
}

export async function expectNothingLeft({ place }: PersonWithAgent): Promise<void> {
  await expect.poll(() => leftOvers(place), { timeout: 5_000 }).toEqual([]);
}
