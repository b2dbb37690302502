import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** Checks that are killed at any moment, and what the next one finds. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ["test/crash/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } }),
);
