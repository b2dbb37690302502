import { dirname } from "node:path";
import { parseAgent } from "../agents/choose-driver.ts";
import type { Mode } from "../plan/words.ts";
import type { Store } from "../ports/store.ts";
import type { AgentChoice, Run } from "../record/run.ts";
import { type OpenedRepository, openRepository } from "./open-repository.ts";
import { openStoreFor } from "./open-store.ts";
import { type PlanToRun, planToRun } from "./plan-to-run.ts";
import { repositoryConfig } from "./repository-config.ts";
import { type Approval, startRun } from "./start-run.ts";
import { UsageError } from "./usage-error.ts";

export type RunOptions = { agent: string | null; mode: Mode | null; inPlace: boolean };

/** A plan that could be approved now, and what it would be carried out with. */
export type Candidate = PlanToRun & { opened: OpenedRepository; agent: AgentChoice; path: string };

/** Reads and verifies a plan, and finds out whether it could be carried out. Nothing is written. */
export async function candidate(path: string, { agent }: RunOptions): Promise<Candidate> {
  const plan = planToRun(path);
  const opened = await openRepository(dirname(path));
  return { ...plan, opened, path, agent: chosenAgent(agent ?? repositoryConfig(opened.git.facts.top).agent) };
}

function chosenAgent(text: string | null): AgentChoice {
  if (text === null) {
    throw new UsageError("no agent is named; use --agent command:PROGRAM, or put `agent:` into planwright.config.yaml");
  }
  const choice = parseAgent(text);
  if ("problem" in choice) throw new UsageError(choice.problem);
  return choice;
}

/** Approves a plan as it stands; from now on its text cannot change under the run. */
export async function approve(
  found: Candidate,
  { mode, inPlace }: RunOptions,
  approval: Approval,
  told: (line: string) => void,
): Promise<{ run: Run; store: Store }> {
  const store = await openStoreFor(found.opened.home, told);
  try {
    const from = process.cwd();
    return {
      store,
      run: await startRun(found.opened, store, found, { approval, mode, agent: found.agent, from, inPlace }),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
