import type {
  InitializeRequest,
  LoadSessionRequest,
  NewSessionRequest,
  ResumeSessionRequest,
  SetSessionConfigOptionRequest,
  SetSessionModeRequest,
} from "@agentclientprotocol/sdk";
import type { AgentEvent, AgentJob } from "../../ports/agent.ts";
import { fieldsOf, listOf, textOf } from "../json-rpc/loose.ts";
import type { ModeChoice } from "../known/known-agent.ts";
import { type Ending, failed, notReached } from "../session/session.ts";
import { endingOfRefusal } from "./ending-of-turn.ts";
import type { AcpAgent } from "./find-acp-agent.ts";
import type { Answer, Peer } from "./peer.ts";

/** A session that waits for its task, and whether it knows what was said before; or why there is none. */
export type Opened = { is: "open"; sessionId: string; result: unknown; remembers: boolean } | Unopened;

export type Unopened = { is: "over"; ending: Ending } | { is: "gone" };

type Steps<Result> = AsyncGenerator<AgentEvent, Result>;

export async function* openAcpSession(
  agent: AcpAgent,
  peer: Peer,
  { cwd, mode, before }: { cwd: string; mode: AgentJob["mode"]; before: string | null },
): Steps<Opened> {
  const greeted = yield* greet(agent, peer);
  if (greeted.is !== "greeted") return greeted;
  const found =
    (before === null ? null : yield* goOn(agent, peer, { cwd, sessionId: before, greeting: greeted.result })) ??
    (yield* begin(agent, peer, cwd));
  if (found.is !== "open") return found;
  const trouble = yield* setMode(agent, peer, { ...found, mode, offered: found.result });
  return trouble ?? found;
}

async function* begin(agent: AcpAgent, peer: Peer, cwd: string): Steps<Opened> {
  const request: NewSessionRequest = { cwd, mcpServers: [], _meta: { ...agent.meta } };
  const answer = yield* peer.ask("session/new", request);
  if (answer.is !== "result") return silent(answer, agent);
  const sessionId = textOf(fieldsOf(answer.result).sessionId);
  if (sessionId === null) return over(notReached, `${agent.name} opened a session without a name`);
  return { is: "open", sessionId, result: answer.result, remembers: false };
}

/**
 * Takes a session up that another process of the agent's has begun, in the ways that the agent offers. Null where none
 * works: what is offered is not always there.
 */
async function* goOn(
  agent: AcpAgent,
  peer: Peer,
  { cwd, sessionId, greeting }: { cwd: string; sessionId: string; greeting: unknown },
): Steps<Opened | null> {
  if (agent.remembers === "text") return null;
  const { loadSession, sessionCapabilities } = fieldsOf(fieldsOf(greeting).agentCapabilities);
  const request = { sessionId, cwd, mcpServers: [], _meta: { ...agent.meta } };
  const canResume = (fieldsOf(sessionCapabilities).resume ?? null) !== null;
  // It tells nothing of what it remembers, so it takes an agent that was seen to.
  if (canResume && agent.remembers === "session/resume") {
    const answer = yield* peer.ask("session/resume", request satisfies ResumeSessionRequest);
    if (answer.is === "gone" || answer.is === "over") return silent(answer, agent);
    if (answer.is === "result") return { is: "open", sessionId, result: answer.result, remembers: true };
  }
  if (loadSession !== true) return null;
  const { answer, isTold } = await withoutEvents(peer.ask("session/load", request satisfies LoadSessionRequest));
  if (answer.is === "gone" || answer.is === "over") return silent(answer, agent);
  // It has to tell all that was said. One that tells nothing has forgotten it.
  return answer.is === "result" && isTold ? { is: "open", sessionId, result: answer.result, remembers: true } : null;
}

/** What was said before is no news. */
async function withoutEvents(asking: Steps<Answer>): Promise<{ answer: Answer; isTold: boolean }> {
  let isTold = false;
  for (;;) {
    const step = await asking.next();
    if (step.done) return { answer: step.value, isTold };
    isTold ||= step.value.type === "output" && step.value.stream === "stdout";
  }
}

/** Says hello. We lend it no files and no terminal: whatever it does, it does itself, inside the sandbox. */
export async function* greet(agent: AcpAgent, peer: Peer): Steps<{ is: "greeted"; result: unknown } | Unopened> {
  const request: InitializeRequest = {
    protocolVersion: VERSION,
    clientCapabilities: {
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
      ...(agent.failure && { _meta: agent.failure.understood }),
    },
    clientInfo: { name: "planwright", title: "Planwright", version: "1" },
  };
  const answer = yield* peer.ask("initialize", request);
  if (answer.is !== "result") return silent(answer, agent);
  const { protocolVersion } = fieldsOf(answer.result);
  if (protocolVersion === VERSION) return { is: "greeted", result: answer.result };
  const spoken = typeof protocolVersion === "number" ? `version ${protocolVersion}` : "no version";
  const told = `${agent.name} speaks ${spoken} of the Agent Client Protocol, and only version ${VERSION} is understood`;
  return over(notReached, told);
}

const VERSION = 1;

/** Null when it is as it should be. In Plan mode nothing begins before the agent has agreed to it. */
async function* setMode(
  agent: AcpAgent,
  peer: Peer,
  { sessionId, mode, offered }: { sessionId: string; mode: AgentJob["mode"]; offered: unknown },
): Steps<Unopened | null> {
  for (const choice of agent.modes?.[mode] ?? []) {
    const mustHave = mode === "plan";
    const { current, values, wanted } = "mode" in choice ? modesIn(offered, choice) : optionIn(offered, choice);
    if (current === wanted) continue;
    if (!values.includes(wanted)) {
      const told = `${agent.name} does not offer its mode \`${wanted}\`, so it is not used in plan mode`;
      if (mustHave) return over(failed, told);
      continue;
    }
    const answer = yield* choose(peer, sessionId, choice);
    if (answer.is === "result" || (answer.is === "refusal" && !mustHave)) continue;
    return unopened(answer, agent);
  }
  return null;
}

const choose = (peer: Peer, sessionId: string, choice: ModeChoice): ReturnType<Peer["ask"]> =>
  "mode" in choice
    ? peer.ask("session/set_mode", { sessionId, modeId: choice.mode } satisfies SetSessionModeRequest)
    : peer.ask("session/set_config_option", {
        ...{ sessionId, configId: choice.option, value: choice.value },
      } satisfies SetSessionConfigOptionRequest);

type Offer = { current: string | null; values: readonly (string | null)[]; wanted: string };

function modesIn(session: unknown, { mode: wanted }: Extract<ModeChoice, { mode: string }>): Offer {
  const { currentModeId, availableModes } = fieldsOf(fieldsOf(session).modes);
  const values = listOf(availableModes).map((mode) => textOf(fieldsOf(mode).id));
  return { current: textOf(currentModeId), values, wanted };
}

/** Its values may stand in groups. */
function optionIn(session: unknown, { option, value: wanted }: Extract<ModeChoice, { option: string }>): Offer {
  const { currentValue, options } = fieldsOf(
    listOf(fieldsOf(session).configOptions).find((each) => fieldsOf(each).id === option),
  );
  const values = listOf(options)
    .map(fieldsOf)
    .flatMap((each) => [each, ...listOf(each.options).map(fieldsOf)])
    .map((each) => textOf(each.value));
  return { current: textOf(currentValue), values, wanted };
}

function unopened(answer: Exclude<Answer, { is: "result" }>, agent: AcpAgent): Unopened {
  return answer.is === "refusal" ? { is: "over", ending: endingOfRefusal(answer, agent) } : answer;
}

function silent(answer: Exclude<Answer, { is: "result" }>, agent: AcpAgent): Unopened {
  const found = unopened(answer, agent);
  return found.is === "over" ? { is: "over", ending: unheard(found.ending) } : found;
}

/** It was given no task yet, so whatever it failed at is none of the work's. */
export const unheard = (ending: Ending): Ending => (ending.reason === "failed" ? notReached(ending.text) : ending);

const over = (end: (text: string) => Ending, told: string): Unopened => ({ is: "over", ending: end(told) });
