import { plainText } from "./plain-text.ts";
import { type Ending, failed, notLetIn, notReached } from "./session.ts";

/** An agent, and what a person types to log in to it. */
type Named = { title: string; logIn: string };

/** How a session ends whose agent could not go on, from its own words about it. */
export const toldTrouble = (agent: Named, words: string): Ending =>
  knownTrouble(agent, words) ?? failed(`${agent.title} could not go on: ${oneLine(words) || "it does not say why"}`);

/** The same for what people can do something about; null for anything else. */
export function knownTrouble(agent: Named, words: string): Ending | null {
  const trouble = TROUBLES.find(({ pattern }) => pattern.test(words));
  return trouble ? trouble.ending(trouble.told(agent, oneLine(words))) : null;
}

/** What a program says that reaches nobody: as node, curl, Rust, Go and Python put it. */
const UNREACHED =
  /\bE(?:CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)\b|connection (?:refused|error|failed|reset|timed out)|could(?: not|n't) (?:resolve|connect)|(?:failed|unable) to connect|(?:network|host) is unreachable|no route to host|name or service not known|failure in name resolution|fetch failed|error sending request/i;

/** The same for a program of which nothing else is known; null when it does not say so. */
export const unreachedBy = (title: string, words: string): Ending | null =>
  UNREACHED.test(words) ? notReached(`${title} reaches nobody: ${oneLine(words)}`) : null;

type Trouble = { pattern: RegExp; ending: (text: string) => Ending; told(agent: Named, words: string): string };

/** As the agents and the models behind them put it, and no line of a program such as `index.js:401:17`. The first that fits counts. */
const TROUBLES: readonly Trouble[] = [
  {
    pattern: /insufficient.?quota|credit balance is too low|billing.?hard.?limit/i,
    ending: notLetIn,
    told: ({ title }, words) => `${title} has no credit left: ${words}; pay for more, or use another key`,
  },
  {
    pattern:
      /(?<!\.\w{1,4}:)\b429\b(?!:\d)|rate.?limit|too many requests|resource.?exhausted|exceeded your current quota|usage limit/i,
    ending: failed,
    told: ({ title }, words) =>
      `${title} was held back by its model's limits: ${words}; go on later, or use another key`,
  },
  {
    pattern:
      /(?<!\.\w{1,4}:)\b401\b(?!:\d)|unauthori[sz]ed|unauthenticated|authentication.?(?:error|failed)|not logged in|(?:invalid|incorrect|missing) (?:x-)?api.?key|api key not valid|invalid auth method|must specify the \w+_API_KEY|token (?:has|is) expired|oauth.*expired/i,
    ending: notLetIn,
    // Not in its words, which may quote the key.
    told: ({ title, logIn }) => `${title} is not logged in, or its key is refused; ${logIn}`,
  },
  {
    pattern:
      /\bmodel\b(?!\.\w)[^\n]*(?:not found|does not exist|may not exist|not supported)|models\/\S+ is not found|ModelNotFound/i,
    ending: notLetIn,
    told: ({ title }, words) => `${title} cannot get its model: ${words}; name another one for it`,
  },
  {
    pattern: UNREACHED,
    ending: notReached,
    told: ({ title }, words) => `${title} cannot reach its model: ${words}`,
  },
];

const oneLine = (words: string): string =>
  plainText(words).replaceAll(/\s+/g, " ").trim().slice(0, MOST).replace(/\.$/, "");

const MOST = 300;
