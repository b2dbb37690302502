import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type OpenedStepRun, openStepRun } from "../src/app/proving/open-step-run.ts";
import { restore } from "../src/contracts/restore/restoration.ts";
import { runSide } from "../src/contracts/sides/side.ts";
import { steps as stepsDialect } from "../src/dialects/steps/dialect.ts";
import type { Step } from "../src/plan/model.ts";
import { runProgram } from "../src/programs/run-program.ts";
import { openSandbox } from "../src/sandbox/bubblewrap.ts";
import { makeWorkTree, type WorkTree } from "../src/workspace/places/work-tree.ts";
import { snapshot } from "../src/workspace/snapshot/snapshot.ts";
import type { Benchmark, Figure } from "./figure.ts";
import { medianOf, medianTimes } from "./measure.ts";
import { planOf } from "./plan-of.ts";
import { placeRepository } from "./repository-of.ts";

/** What proving a step costs beyond running its contract, from the end of the worker to the verdict. */
export const contract: Benchmark = async (folder) => {
  process.env.PLANWRIGHT_HOME = join(folder, "contract-home");
  return [
    ...(await overhead(join(folder, "contract-20000"), 20_000, 150)),
    ...(await overhead(join(folder, "contract-100"), 100, 40)),
    ...(await opening(join(folder, "contract-scratch"))),
    ...check(join(folder, "contract-check")),
  ];
};

const RUNS = 25;

async function overhead(top: string, files: number, goal: number): Promise<Figure[]> {
  placeRepository(top, files);
  const plan = { root: ".plan", files: [{ path: ".plan/plan.md", text: planOf(1) }] };
  const { run, close } = await openStepRun(top, { dialect: stepsDialect, files: plan, approvedBy: "ann" });
  try {
    const opened = { run, close };
    const { stdout } = await run.git.run(["rev-parse", run.branch]);
    const base = stdout.toString().trim();
    const work = await makeWorkTree(run.git, join(run.folder, "work"), base);
    const began = performance.now();
    await snapshot(run.git, work.path, { index: join(run.folder, "cold-index"), base });
    const cold = performance.now() - began;

    const proofs: Parts[] = [];
    const bare: number[] = [];
    const moves: number[] = [];
    // The first ones are not counted: the proof tree has to be written once.
    for (let turn = -2; turn < RUNS; turn++) {
      appendFileSync(join(work.path, "source/0/0.js"), `// ${turn}\n`);
      const parts = await prove(opened, work, base);
      const took = await bareTime(work.path);
      const move = await moveTime(opened, work, base, turn);
      if (turn < 0) continue;
      proofs.push(parts);
      bare.push(took);
      moves.push(move);
    }
    const total = medianOf(proofs.map((parts) => sum(Object.values(parts))));
    const part = (name: keyof Parts): Figure => ({
      name: `  ${name}`,
      measured: medianOf(proofs.map((parts) => parts[name])),
      unit: "ms",
    });
    return [
      { name: `proof of a step, ${files} files`, measured: total, unit: "ms" },
      ...(["snapshot", "restore", "hold", "sandbox"] as const).map(part),
      { name: "  over the bare command", measured: total - medianOf(bare), unit: "ms", goal },
      { name: "  snapshot, the first time", measured: cold, unit: "ms" },
      { name: "  proof tree, 10 files moved", measured: medianOf(moves), unit: "ms", goal: 100 },
    ];
  } finally {
    await close();
  }
}

type Parts = { snapshot: number; restore: number; hold: number; sandbox: number };

/** As the engine does it when a worker has stopped; the parts are told apart by what they wait for. */
async function prove({ run }: OpenedStepRun, work: WorkTree, base: string): Promise<Parts> {
  const [step] = run.plan.steps;
  if (step === undefined) throw new Error("the plan has no step");
  const times: number[] = [performance.now()];
  const lap = () => times.push(performance.now());
  const left = await snapshot(run.git, work.path, { index: work.index, base });
  lap();
  const baseTree = await run.place.trees.treeOf(base);
  const doing: Step = { ...step, contracts: step.contracts.map((each) => ({ ...each, command: COMMAND })) };
  const { contracts } = doing;
  const { proven } = await restore(run.place.trees, { step: doing, contracts, base: baseTree, worker: left.tree });
  lap();
  const { proof } = run.place;
  const holding = {
    ...proof,
    async hold(tree: string) {
      await proof.hold(tree);
      lap();
    },
  };
  for (const each of contracts) {
    const place = { ...run.place, proof: holding };
    const { verdict } = await runSide(place, run.plan, each, proven, AbortSignal.timeout(60_000));
    if (verdict.status !== "passed") throw new Error(`the contract should pass: ${JSON.stringify(verdict)}`);
  }
  lap();
  const [began = 0, taken = 0, restored = 0, held = 0, ended = 0] = times;
  return { snapshot: taken - began, restore: restored - taken, hold: held - restored, sandbox: ended - held };
}

const COMMAND = "true";

async function bareTime(cwd: string): Promise<number> {
  const began = performance.now();
  const { status } = await runProgram(["bash", "-c", COMMAND], { cwd, env: { PATH: "/usr/bin:/bin" } });
  if (status !== 0) throw new Error(`\`${COMMAND}\` failed`);
  return performance.now() - began;
}

/** To a tree with ten other files and back, the way there counted. */
async function moveTime({ run }: OpenedStepRun, work: WorkTree, base: string, turn: number): Promise<number> {
  const { trees, proof } = run.place;
  const { tree } = await snapshot(run.git, work.path, { index: work.index, base });
  const id = await trees.write(Buffer.from(`// moved ${turn}\n`));
  const paths = Array.from({ length: 10 }, (_, at) => `source/0/${at}.js`);
  const other = await trees.compose(tree, new Map(paths.map((path) => [path, { mode: "100644", id }])));
  const began = performance.now();
  await proof.hold(other);
  const took = performance.now() - began;
  await proof.hold(tree);
  return took;
}

async function opening(scratchRoot: string): Promise<Figure[]> {
  const times: number[] = [];
  for (let turn = 0; turn < RUNS; turn++) {
    const began = performance.now();
    const sandbox = await openSandbox({ scratchRoot, hidden: [] });
    times.push(performance.now() - began);
    await sandbox.close();
  }
  return [{ name: "opening the sandbox", measured: medianOf(times), unit: "ms" }];
}

/** The whole program, as a person starts it, from the second time on. */
function check(top: string): Figure[] {
  placeRepository(top, 100);
  const plan = join(top, ".plan/plan.md");
  mkdirSync(dirname(plan), { recursive: true });
  const command = 'grep -q "Chapter 1" book/chapter-1.txt';
  writeFileSync(plan, planOf(1));
  mkdirSync(join(top, "book"));
  writeFileSync(join(top, "book/chapter-1.txt"), "Chapter 1\n");
  const program = join(import.meta.dirname, "../dist/planwright.js");
  const time = medianTimes(
    {
      bare: ["bash", "-c", `cd "$1" && ${command}`, "bash", top],
      check: [process.execPath, program, "check", plan],
    },
    15,
  );
  return [
    { name: "check a step, built", measured: time.check, unit: "ms" },
    { name: "  its command alone", measured: time.bare, unit: "ms" },
  ];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
