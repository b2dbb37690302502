import type { LanguageModelV4 } from "@ai-sdk/provider";
import { unreachable } from "../std/unreachable.ts";
import type { Provider } from "./providers.ts";

/** Where a model is served, and what lets us in. */
export type Place = { provider: Provider; name: string; address: string; key: string | null };

/** Loads the one package that is needed. Key and address are always given: no package looks for them by itself. */
export async function connect({ provider, name, address, key }: Place, fetch: Fetch): Promise<LanguageModelV4> {
  const reached = { baseURL: address, apiKey: key ?? "none", fetch };
  switch (provider.wire) {
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(reached)(name);
    case "openai-responses":
      return (await import("@ai-sdk/openai")).createOpenAI(reached).responses(name);
    case "openai-chat":
      return (await import("@ai-sdk/openai")).createOpenAI(reached).chat(name);
    case "google":
      return (await import("@ai-sdk/google")).createGoogle(reached)(name);
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { apiKey: _, ...open } = reached;
      return createOpenAICompatible({ name: provider.name, includeUsage: true, ...(key === null ? open : reached) })(
        name,
      );
    }
    default:
      return unreachable(provider.wire);
  }
}

type Fetch = typeof globalThis.fetch;
