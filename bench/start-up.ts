import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Benchmark } from "./figure.ts";
import { bareNode, medianTimes } from "./measure.ts";
import { planOf } from "./plan-of.ts";

const root = join(import.meta.dirname, "..");

/** How long `planwright verify` of a small plan takes, from the second time on, compared with Node doing nothing. */
export const startUp: Benchmark = (folder) => {
  const plan = join(folder, "small.md");
  writeFileSync(plan, planOf(3));
  const node = process.execPath;
  const time = medianTimes({
    bare: bareNode,
    built: [node, join(root, "dist/planwright.js"), "verify", plan],
    warned: [node, join(root, "dist/planwright.js"), "verify", join(root, "examples/extract-config.md")],
    source: [node, join(root, "src/cli/start.ts"), "verify", plan],
  });
  return [
    { name: "node -e 0", measured: time.bare, unit: "ms" },
    { name: "verify a small plan, built", measured: time.built, unit: "ms" },
    { name: "  ratio to node -e 0", measured: time.built / time.bare, unit: "×", goal: 2.5 },
    { name: "verify with warnings, built", measured: time.warned, unit: "ms" },
    { name: "  ratio to node -e 0", measured: time.warned / time.bare, unit: "×", goal: 2.5 },
    { name: "verify a small plan, from source", measured: time.source, unit: "ms" },
    { name: "  ratio to node -e 0", measured: time.source / time.bare, unit: "×" },
  ];
};
