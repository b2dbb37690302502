import { finalWords } from "../agents/session/final-words.ts";
import { type Ending, failed, notLetIn, notReached } from "../agents/session/session.ts";
import { estimator } from "../models/estimate.ts";
import type { AgentEvent, PromptLayer } from "../ports/agent.ts";
import type { Model, ModelAnswer, ModelFailure, ModelNews, ToolOffer } from "../ports/model.ts";
import { COMPACTED_FROM, NO_SUMMARY, NOT_ALL, SUM_UP } from "./compaction.ts";
import { type Before, type Conversation, conversation, type Spoken } from "./conversation.ts";
import { during } from "./during.ts";
import { modeText } from "./mode-text.ts";
import { patience, type Stumble } from "./patience.ts";
import { endingBy } from "./speak.ts";
import { type Tally, tally } from "./tally.ts";
import { notUsed, type ToolUser, useTool } from "./use-tools.ts";

/** What the loop goes round with. */
export type LoopPlace = {
  model: Model;
  temperature: number;
  user: ToolUser;
  stop: AbortSignal;
  /** What was said in earlier turns; null, or left out, where it begins. */
  before?: Before | null;
};

/**
 * The model is asked, does something, reads what came of it and is asked again, until it has nothing more to do. It never
 * decides that the work is done; it only stops. `spoken` is what another turn can go on from, where it ended by itself.
 */
export async function* workLoop(
  layers: readonly PromptLayer[],
  place: LoopPlace,
): AsyncGenerator<AgentEvent, Ending & { spoken: Spoken | null }> {
  const spent = tally(place.model.ref);
  const talk = conversation(layers, modeText(place.user.mode), place.before);
  const ending = yield* goRound(talk, place, spent);
  const isWhole = BY_ITSELF.has(ending.reason) && !place.stop.aborted;
  return { ...ending, usage: spent.sum(), spoken: isWhole ? talk.spoken() : null };
}

const BY_ITSELF: ReadonlySet<Ending["reason"]> = new Set(["finished", "asked", "gave-up"]);

async function* goRound(
  talk: Conversation,
  { model, temperature, user, stop }: LoopPlace,
  spent: Tally,
): AsyncGenerator<AgentEvent, Ending> {
  const tools = user.offered.map(({ name, description, schema }): ToolOffer => ({ name, description, schema }));
  const limit = patience();
  /** As it is known; or less, once the provider has refused less. */
  let { window } = model.facts;
  const toolBytes = Buffer.byteLength(JSON.stringify(tools));
  const estimate = estimator();
  const size = (): number => estimate.tokensOf(toolBytes + talk.bytes());
  /** Whether the next request would take in more than leaves room to work. */
  const isFull = (): boolean => size() > COMPACTED_FROM * window;

  const ask = (calls: "auto" | "none"): AsyncGenerator<AgentEvent, ModelAnswer> =>
    during((tell) => {
      const see = (news: ModelNews): void => {
        if (news.type === "spent") {
          const { input, cachedRead, cachedWrite, source } = news.usage;
          if (source === "wire") estimate.learn(toolBytes + talk.bytes(), input + cachedRead + cachedWrite);
          spent.add(news.usage);
        }
        for (const event of eventsOf(news)) tell(event);
      };
      const mostOutput = Math.min(model.facts.mostOutput, MOST_OUTPUT, Math.floor(window / 4));
      const request = { system: talk.system, turns: talk.turns, tools, calls, temperature, mostOutput };
      return model.ask(request, see, stop);
    });

  /** As it was asked before, because a provider may keep nothing of a request that forbids tools; that comes second. */
  async function* sumUp(): AsyncGenerator<AgentEvent, ModelAnswer> {
    talk.tell(SUM_UP);
    const answer = yield* ask("auto");
    return answer.ok && (answer.calls.length > 0 || answer.text.trim() === "") ? yield* ask("none") : answer;
  }

  /** Sums up what was said; of what the provider has refused, the beginning that fits. */
  async function* compact(): AsyncGenerator<AgentEvent, Ending | null> {
    yield { type: "doing", told: "sums up what was done so far" };
    let isWhole = true;
    for (;;) {
      if (isOverflown) {
        window = Math.min(window, size());
        while (isFull() && talk.forgetNewest()) isWhole = false;
      }
      const answer = talk.turns.length > 1 ? yield* sumUp() : null;
      if (answer && !answer.ok) {
        if (answer.failure !== "too-long") return endingOf(answer);
        isOverflown = true;
        continue;
      }
      if (answer && answer.text.trim() !== "") summary = answer.text.slice(0, MOST_SUMMARY);
      talk.beginAgain(summary === null ? NO_SUMMARY : isWhole ? summary : `${summary}\n\n${NOT_ALL}`);
      return isFull() ? failed(TOO_LONG) : null;
    }
  }

  /** The one before serves again where there is no room for another. */
  let summary: string | null = null;
  let isOverflown = false;
  for (;;) {
    if (isOverflown || isFull()) {
      const trouble = yield* compact();
      if (trouble !== null) return trouble;
    }
    const tired = limit.isOver() ?? limit.asks();
    if (tired !== null) return failed(tired);
    const answer = yield* ask("auto");
    if (!answer.ok) {
      if (answer.failure !== "too-long" || isOverflown) return endingOf(answer);
      isOverflown = true;
      continue;
    }
    isOverflown = false;
    talk.said(answer.said);
    const { calls, finish } = answer;
    const stumble = stumbleIn(answer);
    const fallen = stumble === null ? null : limit.stumbles(stumble);
    if (fallen !== null) return failed(fallen);
    if (calls.length === 0) {
      if (finish === "withheld") return failed(WITHHELD);
      if (stumble === null) return finalWords(answer.text, user.mode);
      talk.tell(stumble === "was cut off" ? CUT_OFF : SAY_SOMETHING);
      continue;
    }
    const ending = calls.map(endingBy).find((each) => each !== null);
    if (stop.aborted) return ending ?? STOPPED;
    const asked = yield* during((tell) =>
      Promise.all(calls.map((call, index) => (index < MOST_AT_ONCE ? useTool(call, user, tell) : notUsed(call, tell)))),
    );
    const last = asked.find(({ used }) => used.isLast);
    if (last) return failed(last.used.text);
    talk.results(
      asked.map(({ tool, used, result }, index) => {
        const again = limit.used(calls[index] ?? { ...result, input: "" }, used, tool !== null && isChange(tool));
        const isCut = finish === "length" && index === calls.length - 1 && result.isError;
        const hints = [again, isCut ? CUT_OFF : null].filter((hint) => hint !== null);
        return hints.length === 0 ? result : { ...result, text: [result.text, ...hints].join("\n") };
      }),
    );
    // Only then: a conversation can go on only after each call has its result.
    if (ending) return ending;
  }
}

/** A call may be what was cut off. */
const stumbleIn = ({ text, calls, finish }: ModelAnswer & { ok: true }): Stumble | null =>
  finish === "length"
    ? "was cut off"
    : calls.length === 0 && finish !== "withheld" && text.trim() === ""
      ? "said nothing"
      : null;

const isChange = ({ readOnly, kind }: { readOnly: boolean; kind: string }): boolean => !readOnly && kind === "write";

function* eventsOf(news: ModelNews): Generator<AgentEvent> {
  switch (news.type) {
    case "text":
      yield { type: "output", stream: "stdout", bytes: Buffer.from(news.delta) };
      break;
    case "thought":
      yield { type: "doing", told: "thinks" };
      break;
    case "calling":
      yield { type: "doing", told: "writes down what to do" };
      break;
    case "waiting":
      yield { type: "doing", told: news.told };
      break;
    case "spent":
      yield { type: "spent", usage: news.usage, warnings: news.warnings };
  }
}

/** The name of what went wrong comes first: people look for it, and so do programs. */
function endingOf({ failure, why }: ModelAnswer & { ok: false }): Ending {
  if (failure === "aborted") return { reason: "aborted", text: why, question: null };
  const end = LASTING.has(failure) ? notLetIn : failure === "unreachable" ? notReached : failed;
  return end(`${failure}: ${why}`);
}

/** Whoever asks again gets the same answer, until a person has done something about it. */
const LASTING: ReadonlySet<ModelFailure> = new Set(["no-key", "wrong-key", "no-such-model", "no-credit"]);

const STOPPED: Ending = { reason: "aborted", text: "it was stopped", question: null };

const MOST_AT_ONCE = 32;
const MOST_OUTPUT = 32_000;
const MOST_SUMMARY = 64 * 1024;

const TOO_LONG = "too-long: what the step says is by itself more than the model can take in with room to work";
const WITHHELD = "refused: the model's provider did not let it go on (content filter)";
const CUT_OFF = "You were cut off at the most that you may say at once. Go on from there, in smaller pieces.";
const SAY_SOMETHING = "You have said nothing. Go on with your tools; or, if you are done, say what you have changed.";
