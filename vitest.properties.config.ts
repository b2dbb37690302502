import { globSync, readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** Every property with new values, and many more of them: what it finds is red from then on until it is mended. */
process.env.PROPERTY_TIMES ??= "20";
const include = globSync("src/**/*.test.ts").filter((path) => readFileSync(path, "utf8").includes("fast-check"));
const dialects = globSync("src/dialects/*/dialect.test.ts");

export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [] } },
  defineConfig({ test: { include: [...include, ...dialects], testTimeout: 1_800_000 } }),
);
