import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Benchmark } from "./figure.ts";
import { bareNode, medianTimes } from "./measure.ts";
import { planOf } from "./plan-of.ts";

const root = join(import.meta.dirname, "..");

/** How long the built `planwright verify` takes for a plan of 1,000 steps, start-up included. */
export const largePlan: Benchmark = (folder) => {
  const plan = join(folder, "large.md");
  writeFileSync(plan, planOf(1000));
  const time = medianTimes(
    { bare: bareNode, built: [process.execPath, join(root, "dist/planwright.js"), "verify", plan] },
    5,
  );
  return [
    { name: "verify 1,000 steps, built", measured: time.built, unit: "ms", goal: 1000 },
    { name: "  ratio to node -e 0", measured: time.built / time.bare, unit: "×" },
  ];
};
