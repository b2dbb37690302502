import { defineConfig, mergeConfig } from "vitest/config";
import shared, { OF_THE_BUILTIN_AGENT } from "./vitest.config.ts";

/** The agent that comes with Planwright, on every wire format, with a model of ours behind it. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ["test/agents/builtin*.test.ts", "test/agents/model-server.test.ts", ...OF_THE_BUILTIN_AGENT],
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);
