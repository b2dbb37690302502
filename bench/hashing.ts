import { join } from "node:path";
import { fingerprint } from "../src/workspace/folders/fingerprint.ts";
import type { Benchmark } from "./figure.ts";
import { medianOf, timeOf } from "./measure.ts";
import { placeRepository } from "./repository-of.ts";

/** How long a look at every byte of a large tree takes when nothing has changed, compared with `git status`. */
export const hashing: Benchmark = async (folder) => {
  const top = join(folder, "hashing");
  placeRepository(top, 50_000);
  // What was written this very moment is not believed to be unchanged.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const began = performance.now();
  const { cache } = fingerprint(top);
  const first = performance.now() - began;
  const [again, status]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < RUNS; turn++) {
    status.push(timeOf(["git", "-C", top, "status", "--porcelain"]));
    const from = performance.now();
    fingerprint(top, cache);
    again.push(performance.now() - from);
  }
  return [
    { name: "fingerprint of 50,000 files", measured: first, unit: "ms" },
    { name: "  a second time", measured: medianOf(again), unit: "ms" },
    { name: "  git status", measured: medianOf(status), unit: "ms" },
    { name: "  ratio to git status", measured: medianOf(again) / medianOf(status), unit: "×", goal: 2 },
  ];
};

const RUNS = 15;
