import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agents } from "./agents.ts";
import { contract } from "./contract.ts";
import { engine } from "./engine.ts";
import type { Benchmark, Figure } from "./figure.ts";
import { growth } from "./growth.ts";
import { largePlan } from "./large-plan.ts";
import { launcher } from "./launcher.ts";
import { programs } from "./programs.ts";
import { proof } from "./proof.ts";
import { scale } from "./scale.ts";
import { startUp } from "./start-up.ts";

const benchmarks = new Map<string, Benchmark>(
  Object.entries({ startUp, launcher, largePlan, growth, programs, contract, engine, scale, agents, proof }),
);

/** These take minutes, so they are only run by name. */
const ONLY_BY_NAME = new Set(["scale", "agents", "proof"]);

/** Each in a process of its own: what one has left in memory would slow the next one down. */
function runAll(): number {
  process.stdout.write(`${row("figure", "measured", "goal", "")}\n`);
  const [self = ""] = process.argv.slice(1);
  const names = [...benchmarks.keys()].filter((name) => !ONLY_BY_NAME.has(name));
  const failed = names.filter((name) => spawnSync(process.execPath, [self, name], { stdio: "inherit" }).status !== 0);
  if (failed.length > 0) process.stderr.write(`failed: ${failed.join(", ")}\n`);
  return failed.length > 0 ? 1 : 0;
}

async function runOne(benchmark: Benchmark): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  try {
    for (const figure of await benchmark(folder)) process.stdout.write(`${describe(figure)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function describe({ name, measured, unit, goal }: Figure): string {
  const show = (value: number) => `${value.toFixed(unit === "ms" && value >= 10 ? 0 : 2)} ${unit}`.trimEnd();
  if (goal === undefined) return row(name, show(measured), "", "");
  return row(name, show(measured), `≤ ${show(goal)}`, measured <= goal ? "met" : "missed");
}

function row(name: string, measured: string, goal: string, verdict: string): string {
  return `${name.padEnd(36)}${measured.padStart(10)}${goal.padStart(12)}  ${verdict}`.trimEnd();
}

const [name] = process.argv.slice(2);
const chosen = benchmarks.get(name ?? "");
if (chosen) await runOne(chosen);
else if (name === undefined) process.exitCode = runAll();
else throw new Error(`no benchmark ${name}; there are ${[...benchmarks.keys()].join(", ")}`);
