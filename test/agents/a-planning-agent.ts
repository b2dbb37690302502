import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { aPerson } from "../../src/agents/known/a-person.testkit.ts";
import type { AgentPerson } from "../../src/agents/known/equip-agent.ts";
import type { KnownAgentName } from "../../src/agents/known/known-agent.ts";
import { endOf, eventsOf } from "../../src/agents/session/a-session.testkit.ts";
import { permission } from "../../src/agents/session/permission.ts";
import { openDriver, parseAgent } from "../../src/app/agents/choose-driver.ts";
import type { AgentDriver, AgentEvent, AgentHost, AgentJob } from "../../src/ports/agent.ts";
import type { PlanDesk } from "../../src/ports/plan-desk.ts";
import type { Limits, Policy } from "../../src/ports/sandbox.ts";
import { WORK } from "../../src/record/run.ts";
import { planPolicy, type WorkPlace } from "../../src/sandbox/policies.ts";
import { makeGitFolder } from "../../src/workspace/places/throw-away-git.ts";
import { gitIn } from "../a-checkout.ts";
import { aPlanPlace, type PlanPlace } from "../attack/plan-mode/a-plan-place.ts";
import { setVariable } from "../engine/a-person.ts";
import { tempFolder } from "../temp-folder.ts";
import type { Variables } from "./a-person-with-agents.ts";
import type { Act } from "./model/script.ts";
import { startModelServer } from "./model-server.ts";
import { AGENT_PATH, agentVariables, NO_BUILTIN } from "./the-agents.ts";

/** An agent that is to plan, in a person's checkout, with a model behind it that wants to write. */
export type PlanningAgent = {
  place: PlanPlace;
  /** The home of the person whom it works for. */
  personHome: string;
  /** Lets it try everything, one after the other, and returns what it tells meanwhile. */
  tryAll(acts: readonly Act[]): Promise<AgentEvent[]>;
};

export const aPlanningAgent = (agent: KnownAgentName, spec: string): Promise<PlanningAgent> =>
  aPlannerUsing((port, key) => agentVariables(agent, port, key), spec);

/** `variables` are what lets it use the model server at a port. With a desk its folders are open, and no others. */
export async function aPlannerUsing(
  variables: Variables,
  spec: string,
  deskIn?: (home: string) => Promise<PlanDesk>,
): Promise<PlanningAgent> {
  setVariable("PATH", AGENT_PATH);
  const personHome = tempFolder();
  const place = await aPlanPlace();
  const work = await workPlaceOf(place);
  const desk = await deskIn?.(place.home);
  const folders = (): string[] => desk?.folders().map(({ path }) => path) ?? Object.values(place.open);
  return {
    ...{ place, personHome },
    async tryAll(acts) {
      const model = await startModelServer(acts.map((_, from) => ({ when: [startAt(from)], acts: acts.slice(from) })));
      onTestFinished(() => model.close());
      const key = `key-${randomBytes(12).toString("hex")}`;
      const driver = driverFor(spec, place, aPerson(variables(model.port, key), personHome));
      const job = { ...JOB, ...(desk ? { desk } : { planDirs: folders() }) };
      const told: AgentEvent[] = [];
      const host = planHost(place, work, { driver, folders });
      const tried = (): number => model.asked.filter(({ scene }) => scene !== null).length;
      // Some end their turn as soon as something is refused, and are asked again for what is left.
      while (tried() < acts.length) {
        const before = tried();
        const session = await driver.open(job, host, AbortSignal.timeout(120_000));
        const events = await eventsOf(session, `${startAt(before)}\n\nDo it.\n`);
        await session.close();
        told.push(...events);
        if (tried() === before) throw new Error(`${spec} does not ask its model: ${endOf(events).text}`);
      }
      return told;
    },
  };
}

const startAt = (index: number): string => `# The step: Begin with try ${index}.`;

const JOB: AgentJob = {
  key: { run: "sample-abcdef", step: "a", ...WORK, attempt: 1, leg: 1 },
  number: 1,
  role: "planner",
  mode: "plan",
};

function driverFor(spec: string, { top }: PlanPlace, person: AgentPerson): AgentDriver {
  const choice = parseAgent(spec);
  if ("problem" in choice) throw new Error(choice.problem);
  return openDriver(choice, {
    cwd: top,
    tree: top,
    search: AGENT_PATH.split(":"),
    person,
    own: new Map(),
    builtin: NO_BUILTIN,
  });
}

async function workPlaceOf({ top, run }: PlanPlace): Promise<WorkPlace> {
  const git = await makeGitFolder(run.git, {
    folder: join(run.folder, "plan-mode/git"),
    head: gitIn(top, "rev-parse", "HEAD"),
    branch: "main",
  });
  return { tree: top, at: top, git, dependencies: [], hidden: run.place.hidden, tools: run.place.tools };
}

type Planner = { driver: AgentDriver; folders(): string[] };

function planHost(place: PlanPlace, work: WorkPlace, { driver, folders }: Planner): AgentHost {
  const network = { hosts: driver.reaches, refused() {} };
  const held = (): Policy => {
    const policy = planPolicy(work, folders(), { limits: LIMITS, network });
    return { ...policy, mounts: [...policy.mounts, ...driver.mounts] };
  };
  return {
    at: work.at,
    permit: (request) => permission(request, { mode: "plan", writable: folders(), fenced: [] }),
    launch: (command) => place.run.place.sandbox.start(command, held(), AbortSignal.timeout(120_000)),
  };
}

const MEBI = 1024 * 1024;
const LIMITS: Limits = {
  seconds: 120,
  memoryBytes: 4096 * MEBI,
  processes: 1024,
  outputBytes: 64 * MEBI,
  fileBytes: 256 * MEBI,
};
