import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { openStepRun } from "../../src/app/proving/open-step-run.ts";
import { steps as stepsDialect } from "../../src/dialects/steps/dialect.ts";
import { type Acceptance, acceptStep } from "../../src/engine/branch/accept-step.ts";
import type { StepRun } from "../../src/engine/state/step-run.ts";
import { acceptable, attemptStep, type StepAttempt } from "../attempt-step.ts";
import { needRunner } from "./need-runner.ts";

/** Files of a repository, and a plan in the steps dialect as its author writes it. */
export type Scene = {
  files: Readonly<Record<string, string>>;
  plan: string;
  executable?: readonly string[];
  /** Symbolic links, and where they lead. */
  links?: Readonly<Record<string, string>>;
};

/** A plan under way in a real repository, whose workers are shell scripts. */
export type TestRun = {
  /** The person's checkout. */
  top: string;
  home: string;
  run: StepRun;
  /** Lets a script work on a step (the first, unless told) and says what became of it. Nothing is accepted yet. */
  attempt(script: string, step?: number): Promise<StepAttempt>;
  accept(attempt: StepAttempt): Promise<Acceptance>;
};

export async function aRun(scene: Scene): Promise<TestRun> {
  needRunner(scene.plan);
  const place = mkdtempSync(join(realpathSync(tmpdir()), "planwright-run-"));
  const [top, home] = [join(place, "repository"), join(place, "home")];
  process.env.PLANWRIGHT_HOME = home;
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  makeRepository(top, scene);

  const files = { root: ".plan", files: [{ path: ".plan/plan.md", text: scene.plan }] };
  const { run, close } = await openStepRun(top, { dialect: stepsDialect, files, approvedBy: "ann" });
  onTestFinished(close);
  let attempts = 0;
  return {
    top,
    home,
    run,
    attempt(script, step = 1) {
      const found = run.plan.steps.find(({ number }) => number === step);
      if (!found) throw new Error(`no step ${step}`);
      const command = { argv: ["bash", "-c", script], cwd: run.place.at, env: WORKER_ENV, stdin: "none" } as const;
      const signal = AbortSignal.timeout(120_000);
      return attemptStep(run, found, command, { number: ++attempts, limits: LIMITS, network: "none", signal });
    },
    accept: async (attempt) => acceptStep(run, stepsDialect, acceptable(attempt)),
  };
}

const MEBI = 1024 * 1024;
const LIMITS = {
  seconds: 60,
  memoryBytes: 1024 * MEBI,
  processes: 256,
  outputBytes: 64 * MEBI,
  fileBytes: 256 * MEBI,
};
const WORKER_ENV = { LANG: "C.UTF-8" };

export function makeRepository(top: string, { files, executable = [], links = {} }: Omit<Scene, "plan">): void {
  write(top, files);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(top, path));
  for (const path of executable) chmodSync(join(top, path), 0o755);
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "base"],
  ])
    gitIn(top, ...args);
}

export function write(top: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
}

export function gitIn(top: string, ...args: string[]): string {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], { cwd: top, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** A plan with one step per contract. */
export function planOf(...steps: readonly PlannedStep[]): string {
  return `---\ntype: plan\n---\n\n# Numbers\n\n## Steps\n${steps.map(stepText).join("")}`;
}

export type PlannedStep = { title?: string; task?: string; contract: string; extra?: string };

const stepText = ({ title = "Do it", task = "Do it.", contract, extra = "" }: PlannedStep, index: number): string => `
### ${index + 1}. ${title}

**task:**
${task}
${extra}
**contract:**
\`\`\`shell
${contract}
\`\`\`
exit_code == 0
`;
