import type { Usage } from "../../../ports/agent.ts";
import { countOf, eventIn, type Fields, fieldsOf, sessionName, textOf } from "./foreign-json.ts";
import type { HeadlessEnd, HeadlessNews, HeadlessReader } from "./headless-reader.ts";
import { asDone, short, toldTool } from "./told-tool.ts";

/** `gemini --output-format stream-json`. What it says comes in pieces, and is whole when something else follows. */
export function geminiReader(): HeadlessReader {
  let words = "";
  let usage: Usage[] = [];
  let session: string | null = null;
  const withWords = (news: HeadlessNews): HeadlessNews => {
    const said = [words, news.said ?? ""].filter((text) => text !== "").join("\n");
    words = "";
    return { ...news, ...(said !== "" && { said }) };
  };
  return {
    line(text) {
      const event = eventIn(text);
      switch (event?.type) {
        case undefined:
          return null;
        case "init":
          session = sessionName(event.session_id);
          return {};
        case "message":
          if (event.role === "assistant") words += textOf(event.content);
          return {};
        case "tool_use":
          return withWords(begun(event));
        case "tool_result":
          return withWords(event.status === "error" ? failure(event) : {});
        case "error":
          return withWords({ said: asDone(short(textOf(event.message))) });
        case "result":
          usage = usageOf(fieldsOf(fieldsOf(event.stats).models));
          return withWords({ over: endOf(event, words) });
        default:
          return {};
      }
    },
    session: () => session,
    usage: () => usage,
  };
}

function begun({ tool_name, parameters }: Fields): HeadlessNews {
  const told = toldTool(textOf(tool_name), fieldsOf(parameters));
  return { said: asDone(told), doing: told };
}

const failure = ({ error, output }: Fields): HeadlessNews => ({
  said: asDone(`failed: ${short(textOf(fieldsOf(error).message) || textOf(output))}`),
});

const endOf = ({ status, error }: Fields, words: string): HeadlessEnd =>
  status === "success" ? { text: words } : { trouble: textOf(fieldsOf(error).message) };

/** What it thought is in the total only. A model that was asked and never answered has used nothing. */
const usageOf = (models: Fields): Usage[] =>
  Object.entries(models).flatMap(([model, value]) => {
    const { total_tokens, input_tokens, input, cached } = fieldsOf(value);
    if (countOf(total_tokens) === 0) return [];
    return {
      model,
      input: countOf(input),
      cachedRead: countOf(cached),
      cachedWrite: 0,
      output: Math.max(0, countOf(total_tokens) - countOf(input_tokens)),
      source: "reported",
    };
  });
