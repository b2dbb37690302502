import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** A project that others have written, from the registry; the one suite that needs the network. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ["test/real/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 120_000 } }),
);
