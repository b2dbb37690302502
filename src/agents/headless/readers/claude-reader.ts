import type { Usage } from "../../../ports/agent.ts";
import { byModel } from "./by-model.ts";
import { costOf, countOf, eventIn, type Fields, fieldsOf, listOf, sessionName, textOf } from "./foreign-json.ts";
import type { HeadlessNews, HeadlessReader } from "./headless-reader.ts";
import { asDone, short, toldTool } from "./told-tool.ts";

/** `claude -p --output-format stream-json --verbose` */
export function claudeReader(): HeadlessReader {
  const messages = new Map<string, Usage>();
  let total: Usage[] = [];
  let session: string | null = null;
  return {
    line(text) {
      const event = eventIn(text);
      session = sessionName(event?.session_id) ?? session;
      switch (event?.type) {
        case undefined:
          return null;
        case "assistant":
          noteUsage(fieldsOf(event.message), messages);
          return assistant(listOf(fieldsOf(event.message).content));
        case "user":
          return toolResults(listOf(fieldsOf(event.message).content));
        case "system":
          return event.subtype === "api_retry" ? retry(event) : {};
        case "result":
          total = totalOf(fieldsOf(event.modelUsage));
          return { over: endOf(event) };
        default:
          return {};
      }
    },
    session: () => session,
    usage: () => (total.length > 0 ? total : byModel([...messages.values()])),
  };
}

function assistant(content: readonly Fields[]): HeadlessNews {
  const tools = content.filter(({ type }) => type === "tool_use").map((tool) => toldUse(tool));
  const texts = content.filter(({ type }) => type === "text").map(({ text }) => textOf(text));
  const said = [...texts, ...tools.map(asDone)].join("\n");
  const doing = tools.at(-1);
  return { ...(said !== "" && { said }), ...(doing !== undefined && { doing }) };
}

const toldUse = ({ name, input }: Fields): string => toldTool(textOf(name), fieldsOf(input));

function toolResults(content: readonly Fields[]): HeadlessNews {
  const failures = content.filter((part) => part.is_error === true).map(({ content: text }) => toldResult(text));
  return failures.length === 0 ? {} : { said: failures.map((text) => asDone(`failed: ${short(text)}`)).join("\n") };
}

const toldResult = (content: unknown): string =>
  textOf(content) ||
  listOf(content)
    .map(({ text }) => textOf(text))
    .join("\n");

/**
 * It tries ten times, for minutes, even with a key that is refused. Once is left to it: what lets it in may have been
 * renewed meanwhile.
 */
function retry({ attempt, max_retries, error_status, error }: Fields): HeadlessNews {
  const why = [countOf(error_status) || "", textOf(error)].join(" ").trim();
  if (error_status === 401 && countOf(attempt) > 1) return { over: { trouble: why } };
  return { doing: short(`waits for its model: ${why}, ${countOf(attempt)} of ${countOf(max_retries)}`) };
}

/** A failure is told in `result`, or in a list of errors when it is its own and not the model's. */
function endOf({
  subtype,
  is_error,
  api_error_status,
  result,
  errors,
}: Fields): { text: string } | { trouble: string } {
  if (is_error !== true && subtype === "success") return { text: textOf(result) };
  const told = Array.isArray(errors) ? errors.map(textOf).join("; ") : "";
  return { trouble: [countOf(api_error_status) || "", textOf(result) || told || textOf(subtype)].join(" ").trim() };
}

/** Until the result says it all. Each message comes in several lines, with the same figures. */
function noteUsage({ id, model, usage }: Fields, messages: Map<string, Usage>): void {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = fieldsOf(usage);
  // What it says in the place of its model.
  if (model === "<synthetic>") return;
  messages.set(textOf(id), {
    model: textOf(model),
    input: countOf(input_tokens),
    cachedRead: countOf(cache_read_input_tokens),
    cachedWrite: countOf(cache_creation_input_tokens),
    output: countOf(output_tokens),
    source: "reported",
  });
}

const totalOf = (modelUsage: Fields): Usage[] =>
  Object.entries(modelUsage).map(([model, figures]) => {
    const { inputTokens, cacheReadInputTokens, cacheCreationInputTokens, outputTokens, costUSD } = fieldsOf(figures);
    return {
      model,
      input: countOf(inputTokens),
      cachedRead: countOf(cacheReadInputTokens),
      cachedWrite: countOf(cacheCreationInputTokens),
      output: countOf(outputTokens),
      ...costOf(costUSD),
      source: "reported",
    };
  });
