import type { AgentPlace } from "../agents/known/agent-place.ts";
import type { Past } from "../agents/session/past.ts";
import { type Ending, failed, notLetIn, openSession } from "../agents/session/session.ts";
import type { AgentDriver, AgentEvent, AgentHost, AgentJob, Probe, Turn } from "../ports/agent.ts";
import type { PlanDesk } from "../ports/plan-desk.ts";
import { roleNamed } from "../roles/roles.ts";
import { useAgentctl } from "./at-desk.ts";
import { type BuiltinSettings, chooseModel } from "./choose-model.ts";
import type { Spoken } from "./conversation.ts";
import { handsMounts } from "./hands/hands-program.ts";
import { openHands } from "./hands/open-hands.ts";
import { keepMessages, keptMessages } from "./kept-messages.ts";
import { findMcpServers, type McpServer, type McpSettings } from "./mcp/find-mcp-servers.ts";
import { openMcp } from "./mcp/open-mcp.ts";
import { nothingUsed } from "./tally.ts";
import { toolsOf } from "./tools/all-tools.ts";
import type { BuiltinTool, ToolInput, Used } from "./tools/tool.ts";
import { takingTurns } from "./turns.ts";
import type { Doer } from "./use-tools.ts";
import { workLoop } from "./work-loop.ts";

/** What a person has decided about it. `isCutOff`: agents reach nobody here, a model least of all. */
export type BuiltinPlace = AgentPlace & { builtin: BuiltinSettings & { mcp: McpSettings; isCutOff: boolean } };

/**
 * The agent that comes with Planwright: a model, a loop, and hands in the sandbox. The loop runs here and has the key; what
 * touches files or runs commands has neither the key nor the way to the model.
 */
export function builtinDriver(spec: string, place: BuiltinPlace): AgentDriver {
  const servers = findMcpServers(place.builtin.mcp, place);
  return {
    name: "builtin",
    mounts: [...handsMounts(), ...servers.flatMap((server) => (server.ok ? server.mounts : []))],
    network: "host",
    // What it runs reaches nobody but whom the person lists: the model is asked from outside.
    reaches: [],
    isAskedOutside: true,
    probe: async () => probed(spec, place),
    async open(job, host, signal) {
      const memory: Memory = { spoken: null };
      return openSession(
        (turn, held, stop, past) => converse({ spec, place, servers, job, memory, past }, turn, held, stop),
        host,
        signal,
        { session: job.session },
      );
    },
  };
}

function probed(spec: string, place: BuiltinPlace): Probe {
  if (place.builtin.isCutOff) return CUT_OFF;
  const chosen = chooseModel(spec, place, "developer");
  if (!chosen.ok) return chosen;
  const { model, letInBy } = chosen;
  const told = `${model.ref}, ${letInBy === null ? "without a key" : `authenticated by ${letInBy}`}`;
  return { ok: true, told, window: model.facts.window };
}

const CUT_OFF: Probe & { ok: false } = {
  ok: false,
  cause: "the built-in agent asks a model, and agents have no network here",
  remedy: "take `agent_network: none` out of policy.yaml of Planwright's home",
};

type Kit = {
  spec: string;
  place: BuiltinPlace;
  servers: readonly McpServer[];
  job: AgentJob;
  memory: Memory;
  past: Past;
};

/** What this session has said until now, while its process lives; null where the next turn tells it as text. */
type Memory = { spoken: Spoken | null };

async function* converse(
  { spec, place, servers, job, memory, past }: Kit,
  turn: Turn,
  host: AgentHost,
  stop: AbortSignal,
): AsyncGenerator<AgentEvent, Ending> {
  const chosen = place.builtin.isCutOff ? CUT_OFF : chooseModel(spec, place, job.role);
  if (!chosen.ok) return { ...notLetIn(`${chosen.cause}; ${chosen.remedy}`), usage: [nothingUsed(spec || "builtin")] };

  const { mode, desk } = job;
  const planDirs = (): readonly string[] => desk?.folders().map(({ path }) => path) ?? job.planDirs ?? [];
  const hands = started(() => openHands(host, { mode, planDirs: planDirs(), signal: stop }));
  // A worker will need them. Where they cannot be had, nothing is asked and nothing paid.
  const missing = mode === "act" ? await hands.get().then(() => null, notDone) : null;
  if (missing && !stop.aborted) return { ...failed(missing.text), usage: [nothingUsed(chosen.model.ref)] };
  const mcp = await openMcp(servers, host, stop);
  for (const told of mcp.trouble) {
    yield { type: "doing", told };
    yield { type: "output", stream: "stderr", bytes: Buffer.from(`${told}\n`) };
  }
  const lent = mcp.offers.filter(({ modes }) => modes.includes(mode));
  const byHand: Doer = async ({ name }, input, see) => (await hands.get()).use(name, input, see);
  /** Hands see the folders that were there when they began; where the desk has others now, the next use begins anew. */
  const atDesk = async (input: ToolInput, at: PlanDesk): Promise<Used> => {
    const before = planDirs().join("\0");
    const used = await useAgentctl(input, at);
    if (planDirs().join("\0") !== before) await hands.end();
    return used;
  };
  const turns = takingTurns();
  const doer: Doer = (tool, input, see) => {
    if (lent.includes(tool)) return mcp.use(tool.name, input, stop);
    if (tool.name === "abort" || tool.name === "ask_person") return Promise.resolve(SAID);
    if (tool.name === "agentctl" && desk) return turns.alone(() => atDesk(input, desk)).catch(notDone);
    return turns.together(() => byHand(tool, input, see)).catch(withoutHands);
  };
  const isThere = ({ name }: BuiltinTool): boolean =>
    name === "agentctl" ? desk !== undefined : name !== "write_plan_file" || planDirs().length > 0;
  const offered = [...toolsOf(mode), ...lent].filter(isThere);
  const user = { host, mode, offered, doer };
  const { model } = chosen;
  const before = memory.spoken ?? (past.way === MESSAGES && past.kept ? keptMessages(past.kept, model.ref) : null);
  const { spoken, ...ending } = yield* workLoop(before === null ? past.retold(turn) : turn.layers, {
    ...{ model, temperature: roleNamed(job.role).temperature, user, stop },
    before: before && { spoken: before, fresh: past.fresh(turn) },
  });
  memory.spoken = spoken;
  const isKept = spoken !== null && past.kept !== null && keepMessages(past.kept, model.ref, spoken);
  return { ...ending, ...(isKept && { way: MESSAGES }) };
}

/** How it goes on by itself. */
const MESSAGES = "messages";

const SAID: Used = { state: "done", text: "", diff: null };

const notDone = (error: unknown): Used => ({
  state: "failed",
  text: error instanceof Error ? error.message : String(error),
  diff: null,
});

/** Hands that are there never reject. */
const withoutHands = (error: unknown): Used => ({ ...notDone(error), isLast: true });

/** Something that is started when it is first needed, and once until it is ended. */
function started<Thing extends { close(): Promise<void> }>(
  start: () => Promise<Thing>,
): { get(): Promise<Thing>; end(): Promise<void> } {
  let thing: Promise<Thing> | null = null;
  return {
    get() {
      thing ??= start();
      return thing;
    },
    async end() {
      const last = thing;
      thing = null;
      // What never started need not be ended.
      await last?.then((each) => each.close()).catch(() => {});
    },
  };
}
