import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelFacts, ModelRequest } from "../ports/model.ts";
import { mark } from "./marks.ts";
import type { Wire } from "./providers.ts";
import { toPrompt } from "./to-prompt.ts";

/** A request as the packages take it. `top_p` is never among it. */
export function callOptions(request: ModelRequest, facts: ModelFacts, wire: Wire): LanguageModelV4CallOptions {
  const prompt = toPrompt(request, wire);
  const tools = request.tools.map(({ name, description, schema }): LanguageModelV4FunctionTool => {
    // OpenAI would turn every optional field into one that must be there.
    return {
      type: "function",
      name,
      description,
      inputSchema: schema,
      ...(wire === "openai-responses" && { strict: false }),
    };
  });
  if (wire === "anthropic") mark(request, prompt, tools);
  const options = OPTIONS[wire];
  return {
    prompt,
    maxOutputTokens: Math.min(request.mostOutput, facts.mostOutput),
    ...(facts.takesTemperature && { temperature: request.temperature }),
    ...(tools.length > 0 && { tools, toolChoice: { type: request.calls } }),
    ...(options && { providerOptions: options }),
    // What was spent on an answer that breaks off is told nowhere else.
    includeRawChunks: wire === "anthropic" || wire === "google",
  };
}

const OPTIONS: Partial<Record<Wire, SharedV4ProviderOptions>> = {
  // Tools go out as they are: a field that asks for their input in smaller pieces is not known to every gateway.
  anthropic: { anthropic: { toolStreaming: false } },
  // Nothing of a session stays with the provider; its thoughts come back encrypted instead.
  "openai-responses": { openai: { store: false } },
  "openai-chat": { openai: { store: false } },
};
