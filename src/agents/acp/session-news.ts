import type { AgentEvent, Usage } from "../../ports/agent.ts";
import { countOf, fieldsOf, listOf, textOf } from "../json-rpc/loose.ts";
import { keepTail } from "../session/keep-tail.ts";
import { LAST_BYTES } from "../session/last-words.ts";
import { atLeast } from "./spent.ts";
import { eventOf, named, shortened, type ToolCall, toolCallIn } from "./tool-call.ts";

/** What becomes known of a session while it goes on. */
export type SessionNews = {
  /** Takes the answer to `session/new`. */
  opened(result: unknown): void;
  /** Takes the parameters of one `session/update`. */
  update(params: unknown): Generator<AgentEvent, void>;
  /** A use of a tool that an agent asks about; null when it does not say which. */
  asked(toolCall: unknown): ToolCall | null;
  allow(call: ToolCall): Generator<AgentEvent, void>;
  refuse(call: ToolCall, why: string): Generator<AgentEvent, void>;
  /** Tells what was begun and has not ended. */
  unfinished(): Generator<AgentEvent, void>;
  /** The end of what it has said, without what it has thought or done. */
  said(): string;
  /** The model it names, as far as it does. */
  model(): string;
  /** What it must have used, whether or not it will tell. */
  spentAtLeast(): Usage;
  /** What it says that the turn has cost so far, in dollars; null when it does not. */
  cost(): number | null;
  /** What it says that the whole session has; 0 when it does not. */
  usd(): number;
};

/** `model` is what to call its model until it names one; `usd` what earlier turns of the session have cost. */
export function sessionNews(model: string, usd = 0): SessionNews {
  const calls = new Map<string, ToolCall>();
  const tail = keepTail(LAST_BYTES);
  const written = { isAtLineStart: true, isInMessage: false, model, used: 0, usd };
  const spentNow = (): number => Math.max(0, written.usd - usd);

  const output = (text: string): AgentEvent => {
    written.isAtLineStart = text.endsWith("\n");
    return { type: "output", stream: "stdout", bytes: Buffer.from(text) };
  };
  const line = (text: string): AgentEvent => output(`${written.isAtLineStart ? "" : "\n"}▸ ${text}\n`);

  function* message(content: unknown): Generator<AgentEvent, void> {
    const { type, text } = fieldsOf(content);
    const said = type === "text" ? textOf(text) : null;
    if (said === null || said === "") return;
    // What it says after it has done something is another paragraph.
    const begins = written.isInMessage ? "" : "\n\n";
    tail.add(Buffer.from(`${begins}${said}`));
    written.isInMessage = true;
    yield output(said);
  }

  function* tool(call: ToolCall | null): Generator<AgentEvent, void> {
    if (call === null) return;
    const before = calls.get(call.id);
    // That it then failed, or went by another name, is no news.
    if (before && (before.state === "refused" || isSame(before, call))) return;
    remember(calls, call);
    written.isInMessage = false;
    yield eventOf(call);
    // Only then, since what it is about is often not told at first.
    if (call.state === before?.state) return;
    if (call.state === "done") yield line(named(call));
    if (call.state === "failed") yield line(`${named(call)}: failed`);
  }

  function* update(params: unknown): Generator<AgentEvent, void> {
    const news = fieldsOf(fieldsOf(params).update);
    switch (news.sessionUpdate) {
      case "agent_message_chunk":
        return yield* message(news.content);
      case "agent_thought_chunk":
        return yield { type: "doing", told: "thinking" };
      case "tool_call":
      case "tool_call_update":
        return yield* tool(toolCallIn(news, (id) => calls.get(id)));
      case "plan":
        return yield* planned(news.entries);
      case "usage_update":
        written.used = Math.max(written.used, countOf(news.used));
        written.usd = Math.max(written.usd, dollarsIn(news.cost));
        written.model = modelIn(news._meta) ?? written.model;
        return;
    }
  }

  return {
    opened(result) {
      written.model = chosenModel(result) ?? written.model;
    },
    update,
    asked: (toolCall) => toolCallIn(toolCall, (id) => calls.get(id)),
    *allow(call) {
      // Some ask before they have said that they begin; some ask again.
      if (call.state === "refused") calls.delete(call.id);
      yield* tool({ ...call, state: "begun" });
    },
    *refuse(call, why) {
      const refused: ToolCall = { ...call, state: "refused" };
      remember(calls, refused);
      written.isInMessage = false;
      yield eventOf(refused);
      yield line(`${named(call)}: refused, ${why}`);
    },
    *unfinished() {
      for (const call of calls.values()) if (call.state === "begun") yield line(`${named(call)}: not finished`);
    },
    said: () => tail.text(),
    model: () => written.model,
    spentAtLeast: () => ({ ...atLeast(written.model, written.used), ...(spentNow() > 0 && { usd: spentNow() }) }),
    // Agents say 0 for a model whose price they do not know.
    cost: () => (spentNow() > 0 ? spentNow() : null),
    usd: () => written.usd,
  };
}

function dollarsIn(cost: unknown): number {
  const { amount, currency } = fieldsOf(cost);
  return currency === "USD" && typeof amount === "number" && amount > 0 ? amount : 0;
}

function chosenModel(result: unknown): string | null {
  const { configOptions, models } = fieldsOf(result);
  const option = listOf(configOptions)
    .map(fieldsOf)
    .find(({ category }) => category === "model");
  return textOf(option?.currentValue) ?? textOf(fieldsOf(models).currentModelId);
}

/** The protocol has no place for it, so agents write it under a name of their own: `_claude/model`. */
const modelIn = (meta: unknown): string | null =>
  textOf(Object.entries(fieldsOf(meta)).find(([name]) => /(?:^|\/)model$/.test(name))?.[1]);

/** The item of its own plan that it is at. */
function* planned(entries: unknown): Generator<AgentEvent, void> {
  const items = listOf(entries).map(fieldsOf);
  const at = items.findIndex(({ status }) => status === "in_progress");
  const told = shortened(textOf(items[at]?.content) ?? "");
  if (told !== "") yield { type: "doing", told: `${told} (${at + 1} of ${items.length})` };
}

/** An agent may begin any number; the oldest are forgotten. */
function remember(calls: Map<string, ToolCall>, call: ToolCall): void {
  const [oldest] = calls.keys();
  if (!calls.has(call.id) && calls.size >= MOST_CALLS && oldest !== undefined) calls.delete(oldest);
  calls.set(call.id, call);
}

const MOST_CALLS = 200;

const isSame = (a: ToolCall, b: ToolCall): boolean =>
  a.told === b.told && a.state === b.state && a.diff === b.diff && `${a.paths}` === `${b.paths}`;
