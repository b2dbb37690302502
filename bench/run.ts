import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "./contract.ts";
import type { Benchmark, Figure } from "./figure.ts";
import { growth } from "./growth.ts";
import { hashing } from "./hashing.ts";
import { largePlan } from "./large-plan.ts";
import { launcher } from "./launcher.ts";
import { programs } from "./programs.ts";
import { startUp } from "./start-up.ts";

const benchmarks: readonly Benchmark[] = [startUp, launcher, largePlan, growth, programs, contract, hashing];

const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
try {
  process.stdout.write(`${row("figure", "measured", "goal", "")}\n`);
  for (const benchmark of benchmarks) {
    for (const figure of await benchmark(folder)) process.stdout.write(`${describe(figure)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function describe({ name, measured, unit, goal }: Figure): string {
  const show = (value: number) => `${value.toFixed(unit === "ms" && value >= 10 ? 0 : 2)} ${unit}`.trimEnd();
  if (goal === undefined) return row(name, show(measured), "", "");
  return row(name, show(measured), `≤ ${show(goal)}`, measured <= goal ? "met" : "missed");
}

function row(name: string, measured: string, goal: string, verdict: string): string {
  return `${name.padEnd(36)}${measured.padStart(10)}${goal.padStart(12)}  ${verdict}`.trimEnd();
}
