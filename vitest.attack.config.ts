import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** Suites that take their time: workers that attack, mutated work, honest work, escapes. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ["test/attack/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } }),
);
