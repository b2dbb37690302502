import type { Usage } from "../../../ports/agent.ts";
import { byModel } from "./by-model.ts";
import { costOf, countOf, eventIn, type Fields, fieldsOf, sessionName, textOf } from "./foreign-json.ts";
import type { HeadlessNews, HeadlessReader } from "./headless-reader.ts";
import { asDone, short, toldTool } from "./told-tool.ts";

/** `opencode run --format json`. It never says which model it asks, and ends without saying so after its last step. */
export function opencodeReader(model: string): HeadlessReader {
  let words: string[] = [];
  const steps: Usage[] = [];
  let session: string | null = null;
  return {
    line(text) {
      const event = eventIn(text);
      session = sessionName(event?.sessionID) ?? session;
      const part = fieldsOf(event?.part);
      switch (event?.type) {
        case undefined:
          return null;
        case "step_start":
          words = [];
          return {};
        case "text":
          words.push(textOf(part.text));
          return { said: textOf(part.text) };
        case "tool_use":
          return toolUse(textOf(part.tool), fieldsOf(part.state));
        case "step_finish":
          steps.push({ ...usageOf(fieldsOf(part.tokens), model), ...costOf(part.cost) });
          return endOfStep(textOf(part.reason), words.join("\n\n"));
        case "error":
          return { over: { trouble: toldError(fieldsOf(event.error)) } };
        default:
          return {};
      }
    },
    session: () => session,
    usage: () => byModel(steps),
  };
}

/** Told when it is done. */
function toolUse(name: string, { status, input, error }: Fields): HeadlessNews {
  const told = toldTool(name, fieldsOf(input));
  const failure = status === "error" ? `\n${asDone(`failed: ${short(textOf(error))}`)}` : "";
  return { said: `${asDone(told)}${failure}`, doing: told };
}

function endOfStep(reason: string, text: string): HeadlessNews {
  if (GOES_ON.includes(reason)) return {};
  return { over: CUT_OFF.includes(reason) ? { trouble: `its answer was cut off (${reason})` } : { text } };
}

const GOES_ON = ["tool-calls", "unknown"];
const CUT_OFF = ["length", "content-filter", "error"];

function toldError({ name, data }: Fields): string {
  const { message, statusCode } = fieldsOf(data);
  return [countOf(statusCode) || "", textOf(message) || textOf(name)].join(" ").trim();
}

/** What it thought is in the total only. */
function usageOf({ total, input, output, cache }: Fields, model: string): Usage {
  const [fresh, cachedRead, cachedWrite] = [
    countOf(input),
    countOf(fieldsOf(cache).read),
    countOf(fieldsOf(cache).write),
  ];
  return {
    model,
    input: fresh,
    cachedRead,
    cachedWrite,
    output: Math.max(countOf(output), countOf(total) - fresh - cachedRead - cachedWrite),
    source: "reported",
  };
}
