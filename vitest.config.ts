import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { skippedTests } from "./test/skipped-tests.ts";

/** What takes long because the machine does: sandboxes that are filled, filled up and broken, and whole audits. */
export const OF_THE_MACHINE = [
  ...["src/sandbox/**/*.test.ts", "src/setup/layers.test.ts", "src/store/**/*.test.ts"],
  ...[
    "test/audit.test.ts",
    "test/known-signers.test.ts",
    "test/bad-input.test.ts",
    "test/check.test.ts",
    "test/doctor.test.ts",
    "test/npm-scripts.test.ts",
    "test/package.test.ts",
    "test/agentctl.test.ts",
  ],
  ...["src/contracts/sides/where-free.test.ts", "src/contracts/proof/prove-step.test.ts"],
];

/** The agent that comes with Planwright, where it meets a sandbox or a model. */
export const OF_THE_BUILTIN_AGENT = [
  ...["src/builtin/hands/*.test.ts", "src/builtin/mcp/*.test.ts", "src/models/wires.test.ts"],
];

export default defineConfig({
  resolve: { alias: [{ find: /^fast-check$/, replacement: join(import.meta.dirname, "test/properties.ts") }] },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // One whole run stays; the others are a suite of their own.
    exclude: [
      ...["test/agents/**", "test/attack/**", "test/crash/**", "test/real/**", "test/engine/!(run).test.ts"],
      ...OF_THE_MACHINE,
      ...OF_THE_BUILTIN_AGENT,
    ],
    // One core is left idle otherwise, while most tests wait for the programs they have started.
    maxWorkers: 2,
    globalSetup: ["test/built-program.ts", "test/one-postgres.ts"],
    setupFiles: ["test/warnings-fail.ts"],
    reporters: ["default", skippedTests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
