import type { RequestPermissionResponse } from "@agentclientprotocol/sdk";
import type { AgentEvent, AgentHost } from "../../ports/agent.ts";
import { fieldsOf, listOf, textOf } from "../json-rpc/loose.ts";
import type { SessionNews } from "./session-news.ts";
import { named, requestOf, type ToolCall } from "./tool-call.ts";

/** What an agent that asks leave is told, and why if it is told no. */
export type Answered = { response: RequestPermissionResponse; refused: Refused | null };

export type Refused = { told: string; why: string };

/** Answers for this one time only, whatever else is offered, and with a no wherever something is unclear. */
export function* answerPermission(
  params: unknown,
  { permit }: Pick<AgentHost, "permit">,
  news: SessionNews,
): Generator<AgentEvent, Answered> {
  const { toolCall, options } = fieldsOf(params);
  const call = news.asked(toolCall);
  if (call === null) return { response: no(options), refused: { told: "a tool", why: "it does not say which" } };
  const yes = optionOf(options, "allow_once");
  const why = reasonAgainst(call, permit);
  if (why === null && yes !== null) {
    yield* news.allow(call);
    return { response: selected(yes), refused: null };
  }
  const refused = { told: named(call), why: why ?? "it cannot be allowed just once" };
  yield* news.refuse(call, refused.why);
  return { response: no(options), refused };
}

/** Null when there is none. */
function reasonAgainst(call: ToolCall, permit: AgentHost["permit"]): string | null {
  if (call.kind === "switch_mode") return "its mode is not its own to change";
  const permission = permit(requestOf(call));
  return permission.allow ? null : permission.why;
}

/** By kind: the names of options differ from agent to agent. */
function optionOf(options: unknown, kind: "allow_once" | "reject_once"): string | null {
  const option = listOf(options)
    .map(fieldsOf)
    .find((each) => each.kind === kind);
  return textOf(option?.optionId);
}

const selected = (optionId: string): RequestPermissionResponse => ({ outcome: { outcome: "selected", optionId } });

/** Where nothing can be refused just once, the whole turn is. */
function no(options: unknown): RequestPermissionResponse {
  const optionId = optionOf(options, "reject_once");
  return optionId === null ? CANCELLED : selected(optionId);
}

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };
