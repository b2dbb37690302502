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
  const built = join(root, "dist/planwright.js");
  // Many runs: with 15, the ratio of one and the same build wandered between 2.2 and 2.6.
  const time = medianTimes(
    {
      bare: bareNode,
      built: [node, built, "verify", plan],
      warned: [node, built, "verify", join(root, "examples/extract-config.md")],
    },
    50,
  );
  const fromSource = medianTimes({ bare: bareNode, source: [node, join(root, "src/cli/start.ts"), "verify", plan] }, 9);
  return [
    { name: "node -e 0", measured: time.bare, unit: "ms" },
    { name: "verify a small plan, built", measured: time.built, unit: "ms" },
    { name: "  ratio to node -e 0", measured: time.built / time.bare, unit: "×", goal: 2.5 },
    { name: "verify with warnings, built", measured: time.warned, unit: "ms" },
    { name: "  ratio to node -e 0", measured: time.warned / time.bare, unit: "×", goal: 2.5 },
    { name: "verify a small plan, from source", measured: fromSource.source, unit: "ms" },
    { name: "  ratio to node -e 0", measured: fromSource.source / fromSource.bare, unit: "×" },
  ];
};
