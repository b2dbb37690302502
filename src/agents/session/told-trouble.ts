import { plainText } from "./plain-text.ts";
import { type Ending, failed, notLetIn } from "./session.ts";

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
];

const oneLine = (words: string): string =>
  plainText(words).replaceAll(/\s+/g, " ").trim().slice(0, MOST).replace(/\.$/, "");

const MOST = 300;
