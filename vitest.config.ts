import { defineConfig } from "vitest/config";
import { skippedTests } from "./test/skipped-tests.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // One whole run stays; the others are a suite of their own.
    exclude: ["test/agents/**", "test/attack/**", "test/crash/**", "test/real/**", "test/engine/!(run).test.ts"],
    // One core is left idle otherwise, while most tests wait for the programs they have started.
    maxWorkers: 2,
    globalSetup: ["test/built-program.ts"],
    setupFiles: ["test/warnings-fail.ts"],
    reporters: ["default", skippedTests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
