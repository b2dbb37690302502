import type { AgentHost } from "../../ports/agent.ts";
import { fieldsOf, textOf } from "../json-rpc/loose.ts";
import type { Incoming } from "../json-rpc/messages-in.ts";
import { keepTail } from "../session/keep-tail.ts";
import { LAST_BYTES } from "../session/last-words.ts";
import { plainText } from "../session/plain-text.ts";
import { type Ending, failed } from "../session/session.ts";
import { answerPermission, type Refused } from "./answer-permission.ts";
import type { AcpAgent } from "./find-acp-agent.ts";
import type { Hear, Reply } from "./peer.ts";
import { type SessionNews, sessionNews } from "./session-news.ts";

/** Hears what an agent says while it works, and keeps what will matter at its end. */
export type Ears = {
  hear: Hear;
  news: SessionNews;
  /** What it was refused last; null when it was refused nothing. */
  lastRefused(): Refused | null;
  /** The end of its standard error. */
  complaint(): string;
};

/** `before` is what was heard in the turn before this one. */
export function listen(
  { name, model }: Pick<AcpAgent, "name" | "model">,
  host: Pick<AgentHost, "permit">,
  before?: SessionNews,
): Ears {
  const news = sessionNews(before?.model() ?? model, before?.usd());
  const stderr = keepTail(LAST_BYTES);
  let noises = 0;
  let lastRefused: Refused | null = null;

  function* request({ id, method, params }: Incoming & { is: "request" }, reply: Reply): ReturnType<Hear> {
    if (method === "session/request_permission") {
      const { response, refused } = yield* answerPermission(params, host, news);
      lastRefused = refused ?? lastRefused;
      reply.result(id, response);
      return null;
    }
    const question = method === "elicitation/create" ? questionIn(params) : "";
    if (question === "") {
      reply.refusal(id, NO_SUCH_METHOD, `${method} is not offered here`);
      return null;
    }
    return { reason: "asked", text: question, question };
  }

  function* hear(message: Incoming, reply: Reply): ReturnType<Hear> {
    switch (message.is) {
      case "request":
        return yield* request(message, reply);
      case "notification":
        if (message.method === "session/update") yield* news.update(message.params);
        return null;
      case "stderr":
        stderr.add(message.bytes);
        yield { type: "output", stream: "stderr", bytes: message.bytes };
        return null;
      case "noise":
        noises += 1;
        yield { type: "output", stream: "stdout", bytes: message.bytes };
        return noises > MOST_NOISES ? noProtocol(name) : null;
      case "torrent":
        return noProtocol(name);
      case "response":
        return null;
    }
  }

  return { hear, news, lastRefused: () => lastRefused, complaint: () => stderr.text() };
}

const NO_SUCH_METHOD = -32601;

/** Some programs greet on standard output, or warn of old versions there. */
const MOST_NOISES = 100;

const noProtocol = (name: string): Ending =>
  failed(`${name} prints something that is not the protocol; is it started in the way that makes it speak ACP?`);

/** Only a person can fill in a form or open a page; empty where it says nothing. */
function questionIn(params: unknown): string {
  const { message, url } = fieldsOf(params);
  const asked = [textOf(message), textOf(url)].filter((part) => part !== null).join("\n");
  return plainText(asked.slice(0, LONGEST_QUESTION)).trim();
}

const LONGEST_QUESTION = 8 * 1024;
