import type { AgentJob, Usage } from "../../ports/agent.ts";
import { fieldsOf, textOf } from "../json-rpc/loose.ts";
import { finalWords } from "../session/final-words.ts";
import { plainText } from "../session/plain-text.ts";
import { type Ending, failed, notLetIn } from "../session/session.ts";
import { knownTrouble } from "../session/told-trouble.ts";
import type { AcpAgent } from "./find-acp-agent.ts";
import type { Ears } from "./listen.ts";
import type { Answer } from "./peer.ts";
import { spentIn, withCost } from "./spent.ts";

type Circumstances = { ears: Ears; mode: AgentJob["mode"]; wasCancelled: boolean };

/** How a session ends whose agent has answered, or was not let finish. */
export function endingOfTurn(
  answer: Exclude<Answer, { is: "gone" }>,
  agent: AcpAgent,
  circumstances: Circumstances,
): Ending {
  const { ears, wasCancelled } = circumstances;
  const { news } = ears;
  if (answer.is === "over") return { ...answer.ending, usage: [news.spentAtLeast()] };
  if (answer.is === "refusal") {
    const ending = wasCancelled ? ABORTED : endingOfRefusal(answer, agent);
    return { ...ending, usage: [news.spentAtLeast()] };
  }
  const source = agent.tellsAll ? "reported" : "unknown";
  const told = spentIn(answer.result, news.model()).map((row): Usage => ({ ...row, source }));
  const usage = told.length > 0 ? withCost(told, news.cost()) : [news.spentAtLeast()];
  const failure = failureIn(answer.result, agent);
  if (failure !== null && !wasCancelled) return { ...failure, usage };
  return { ...stopped(textOf(fieldsOf(answer.result).stopReason), agent.name, circumstances), usage };
}

/** Null when it does not say that its turn has failed, or has no way to. */
function failureIn(result: unknown, agent: AcpAgent): Ending | null {
  const found = agent.failure?.at.reduce<unknown>((fields, key) => fieldsOf(fields)[key], fieldsOf(result)._meta);
  const { title, details } = fieldsOf(found);
  const said = [title, details].map(textOf).filter((text) => text !== null);
  return said.length === 0 ? null : troubleOf(said.join(": "), agent);
}

function stopped(reason: string | null, name: string, { ears, mode, wasCancelled }: Circumstances): Ending {
  switch (reason) {
    case "end_turn":
      return finalWords(ears.news.said(), mode);
    case "max_tokens":
      return failed(`${name} ran into its model's limit of tokens`);
    case "max_turn_requests":
      return failed(`${name} asked its model as often as it may in one turn`);
    case "refusal":
      return failed(`${name} did not go on: the model refused`);
    case "cancelled":
      return wasCancelled ? ABORTED : failed(cancelledBy(name, ears));
    default:
      return failed(
        `${name} stopped for a reason nobody knows: ${reason === null ? "it gives none" : shortText(reason)}`,
      );
  }
}

/** Some end their turn as soon as they are refused something. */
function cancelledBy(name: string, ears: Ears): string {
  const refused = ears.lastRefused();
  if (refused === null) return `${name} ended its turn as cancelled, though nobody had asked for it`;
  return `${name} ended its turn when it was refused \`${refused.told}\`: ${refused.why}`;
}

const ABORTED: Ending = { reason: "aborted", text: "stopped before it was finished", question: null };

/** An error of the protocol, for people. */
export function endingOfRefusal({ code, message }: Answer & { is: "refusal" }, { name, logIn }: AcpAgent): Ending {
  if (code === NOT_LOGGED_IN) return notLetIn(`${name} is not logged in, or its key is refused; ${logIn}`);
  return troubleOf(message.replace(/^Internal error: /, ""), { name, logIn });
}

const troubleOf = (words: string, { name, logIn }: Pick<AcpAgent, "name" | "logIn">): Ending =>
  knownTrouble({ title: name, logIn }, words) ?? failed(`${name}: ${shortText(words)}`);

const shortText = (text: string): string => plainText(text.slice(0, LONGEST)).trim();

const NOT_LOGGED_IN = -32000;
const LONGEST = 1000;
