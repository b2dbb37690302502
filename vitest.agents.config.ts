import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** The agents that people have, as they are published, with a model of ours behind them. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ["test/agents/**/*.test.ts"],
      // What needs none of them is a suite of its own.
      exclude: ["test/agents/node_modules/**", "test/agents/builtin*.test.ts", "test/agents/model-server.test.ts"],
      // An agent takes up to 900 MB, and all the cores it can get.
      maxWorkers: 2,
      testTimeout: 240_000,
      hookTimeout: 120_000,
    },
  }),
);
