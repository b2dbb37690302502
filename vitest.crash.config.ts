import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** A world that is not as it should be: repositories, contracts and disks, and checks that are killed at any moment. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ["test/crash/**/*.test.ts"],
      globalSetup: ["test/crash/engine/ending-program.ts"],
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);
