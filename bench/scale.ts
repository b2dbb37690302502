import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openHome } from "../src/app/opening/home.ts";
import { openStoreFor } from "../src/app/opening/open-store.ts";
import { stopPostgres } from "../src/store/embedded/stop-postgres.ts";
import type { Benchmark } from "./figure.ts";
import { placeRepository } from "./repository-of.ts";

const PLANS = 100;
const STEPS = 10;
const WORKERS = 2;

/** Many plans of one repository, carried out by two processes at once, beside the same durable steps with nothing in them. */
export const scale: Benchmark = async (folder) => {
  const home = join(folder, "scale-home");
  process.env.PLANWRIGHT_HOME = home;
  const top = join(folder, "scale");
  placeRepository(top, 100);
  const agent = join(folder, "scale.sh");
  writeFileSync(agent, '#!/usr/bin/env bash\necho word >> notes.txt\necho "Noted."\n');
  chmodSync(agent, 0o755);
  const store = await openStoreFor(openHome(null));
  try {
    const each = PLANS / WORKERS;
    const carried = await atOnce((number) => ["plans", top, agent, String(number * each), String(each), String(STEPS)]);
    const bare = await atOnce((number) => ["steps", store.url, String(number), String(each), String(STEPS)]);
    const runs = await store.runs.list({});
    const done = runs.filter(({ status }) => status === "done").length;
    if (done !== PLANS) throw new Error(`${done} of ${PLANS} plans are done`);
    const perStep = (milliseconds: number) => milliseconds / PLANS / STEPS;
    const growth = Math.max(
      ...carried.told.map(({ memory }) => (memory.at(-1) ?? Number.NaN) / (memory[9] ?? Number.NaN)),
    );
    return [
      { name: `${PLANS} plans of ${STEPS} steps by ${WORKERS}: a step`, measured: perStep(carried.time), unit: "ms" },
      { name: "  its durable steps alone", measured: perStep(bare.time), unit: "ms" },
      { name: "  memory after the last to the tenth", measured: growth, unit: "×", goal: 1.25 },
    ];
  } finally {
    await store.close();
    await stopPostgres(home);
  }
};

type Told = { memory: number[] };

/** Each worker is a process of its own, and says at its end how it fared. */
async function atOnce(wordsFor: (number: number) => string[]): Promise<{ time: number; told: Told[] }> {
  const began = performance.now();
  const told = await Promise.all(Array.from({ length: WORKERS }, (_, number) => ended(wordsFor(number))));
  return { time: performance.now() - began, told };
}

function ended(words: string[]): Promise<Told> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "scale-worker.ts"), ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.on("exit", (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`a worker ended with ${code}`)),
    );
  });
}
