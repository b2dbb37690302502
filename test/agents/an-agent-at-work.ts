import { randomBytes } from "node:crypto";
import { delimiter } from "node:path";
import { onTestFinished } from "vitest";
import { aPerson } from "../../src/agents/known/a-person.testkit.ts";
import type { KnownAgentName } from "../../src/agents/known/known-agent.ts";
import { aJob, eventsOf, KEPT_AT, keptHome } from "../../src/agents/session/a-session.testkit.ts";
import { permission } from "../../src/agents/session/permission.ts";
import { openDriver, parseAgent } from "../../src/app/agents/choose-driver.ts";
import type { AgentDriver, AgentEvent, AgentHost } from "../../src/ports/agent.ts";
import type { Limits, Proc, Sandbox } from "../../src/ports/sandbox.ts";
import { aPolicy } from "../../src/sandbox/a-run.testkit.ts";
import { resolveTools } from "../../src/sandbox/tool-roots.ts";
import { gitIn } from "../a-checkout.ts";
import { tempFolder } from "../temp-folder.ts";
import type { Act, Script } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { AGENT_PATH, agentVariables, NO_BUILTIN } from "./the-agents.ts";

/** An agent in Act mode, in a repository of its own, with a model behind it that makes it do certain things. */
export type AgentAtWork = {
  tree: string;
  /** What it tells, to the end of its turn; what it has left running may go on until it is closed. */
  events: Promise<AgentEvent[]>;
  stop(): void;
  close(): Promise<void>;
  /** Every program that was started for it. */
  procs: readonly Proc[];
};

export async function anAgentAtWork(
  way: Way,
  sandbox: Sandbox,
  acts: (tree: string) => readonly Act[],
): Promise<AgentAtWork> {
  const { tree, open } = await anAgentsPlace(way, sandbox, (top) => [{ when: [PROMPT], acts: acts(top) }]);
  const { driver, host, procs } = open();
  const stopping = new AbortController();
  const session = await driver.open(aJob(), host, stopping.signal);
  onTestFinished(() => session.close());
  return { tree, events: eventsOf(session, PROMPT), stop: () => stopping.abort(), close: () => session.close(), procs };
}

type Way = { agent: KnownAgentName; spec: string };

/** A repository, a model and a person who has an agent. */
export type AgentsPlace = {
  tree: string;
  model: ModelServer;
  key: string;
  /** What stays of sessions. */
  kept: string;
  /** A driver opened anew, and a host for it. */
  open(): { driver: AgentDriver; host: AgentHost; procs: readonly Proc[] };
};

export async function anAgentsPlace(
  { agent, spec }: Way,
  sandbox: Sandbox,
  script: (tree: string) => Script,
): Promise<AgentsPlace> {
  const [tree, personHome, kept] = [tempFolder(), tempFolder(), tempFolder()];
  gitIn(tree, "init", "-q", "-b", "main");
  const model = await startModelServer(script(tree));
  onTestFinished(() => model.close());

  const choice = parseAgent(spec);
  if ("problem" in choice) throw new Error(choice.problem);
  const search = AGENT_PATH.split(delimiter);
  const key = `key-${randomBytes(12).toString("hex")}`;
  const person = aPerson(agentVariables(agent, model.port, key), personHome);
  const open: AgentsPlace["open"] = () => {
    const driver = openDriver(choice, { cwd: tree, tree, search, person, own: new Map(), builtin: NO_BUILTIN });
    const procs: Proc[] = [];
    const policy = aPolicy({
      mounts: [{ show: tree, at: tree, access: "write" }, keptHome(kept), ...driver.mounts],
      tools: resolveTools(search, { homeDir: personHome, exclude: [tree] }),
      network: { hosts: [`127.0.0.1:${model.port}`], refused() {} },
      limits: LIMITS,
    });
    const host: AgentHost = {
      at: tree,
      kept: { folder: kept, at: KEPT_AT },
      permit: (request) => permission(request, { mode: "act", writable: [tree], fenced: [] }),
      async launch(command) {
        const proc = await sandbox.start(command, policy, new AbortController().signal);
        procs.push(proc);
        return proc;
      },
    };

    return { driver, host, procs };
  };
  return { tree, model, key, kept, open };
}

/** The model knows its script by it. */
const PROMPT = "# The step: Do what the model wants.";

const MEBI = 1024 * 1024;
const LIMITS: Limits = {
  seconds: 180,
  memoryBytes: 4096 * MEBI,
  processes: 1024,
  outputBytes: 64 * MEBI,
  fileBytes: 256 * MEBI,
};
