import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** Whole runs: real git, real Postgres, the command line as a person types it. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ["test/engine/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } }),
);
