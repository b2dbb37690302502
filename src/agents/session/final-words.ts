import type { AgentJob } from "../../ports/agent.ts";
import { lastWords, MOST_ANSWER } from "./last-words.ts";
import { plainText } from "./plain-text.ts";
import { type Ending, failed } from "./session.ts";

/**
 * How an agent ended whose last text this is. A worker's last paragraph is what a commit is called by; of a planner
 * everything is read, since half an answer is none.
 */
export function finalWords(text: string, mode: AgentJob["mode"]): Ending {
  const words = lastWords(text);
  if (mode !== "plan" || words.reason !== "finished") return words;
  // Blanks count: of a longer text only the end may be here.
  if (Buffer.byteLength(text) > MOST_ANSWER) return failed("its answer is too long");
  return { ...words, text: plainText(text).trim() };
}
