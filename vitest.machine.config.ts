import { defineConfig, mergeConfig } from "vitest/config";
import shared, { OF_THE_MACHINE } from "./vitest.config.ts";

/** What takes long because the machine does. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineConfig({ test: { include: OF_THE_MACHINE } }),
);
