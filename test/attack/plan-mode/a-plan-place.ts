import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepOutput } from "../../../src/contracts/sides/keep-output.ts";
import type { Limits, Mount } from "../../../src/ports/sandbox.ts";
import type { Exit } from "../../../src/record/exit.ts";
import { planPolicy } from "../../../src/sandbox/policies.ts";
import { makeOwnFolder } from "../../../src/workspace/folders/own-folder.ts";
import { makeGitFolder } from "../../../src/workspace/places/throw-away-git.ts";
import { gitIn } from "../a-run.ts";
import { aGuardedRun, type GuardedRun } from "../system/a-guarded-run.ts";
import { answerScene } from "../system/answer-scene.ts";
import { type FolderState, folderState } from "../system/folder-state.ts";

export type PlanPlace = GuardedRun & {
  /** Folders of a person's, in which nothing may change. */
  fixed: Readonly<Record<string, string>>;
  /** The plan folders: one of ours, and one that lies in the tree. */
  open: Readonly<Record<string, string>>;
  /** Runs a script of bash as an agent in Plan mode, in the person's checkout. */
  plan(script: string, env?: Readonly<Record<string, string>>): Promise<{ exit: Exit; log: string }>;
  /** Everything outside the plan folders, down to the last byte. */
  state(): FolderState;
};

/** A person's checkout as an agent in Plan mode sees it. */
export async function aPlanPlace(): Promise<PlanPlace> {
  const nested = "docs/plans";
  const run = await aGuardedRun(answerScene(FILES), /^docs\/plans(?:\/|$)/);
  const { top, home, place } = run;
  const folder = makeOwnFolder(join(run.run.folder, "plan-mode"));
  const git = await makeGitFolder(run.run.git, {
    folder: join(folder, "git"),
    head: gitIn(top, "rev-parse", "HEAD").trim(),
    branch: "main",
  });
  const threads = join(home, "threads/1");
  const modules = join(home, "modules");
  for (const path of [threads, modules]) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "f"), "as it was\n");
  }
  writeFileSync(join(git.folder, "f"), "as it was\n");
  const dependencies: Mount[] = [{ show: modules, at: "/modules", access: "write" }];
  const work = { tree: top, at: top, git, dependencies, hidden: run.run.place.hidden, tools: run.run.place.tools };
  const open = { "a folder of ours": threads, "a folder in the tree": join(top, nested) };
  const policy = () => planPolicy(work, Object.values(open), { limits: LIMITS, network: "none" });
  const isOpen = (path: string): boolean =>
    /^repository\/docs\/plans(?:\/|$)|^home\/threads\/1(?:\/|$)|^home\/scratch(?:\/|$)/.test(path);
  return {
    ...run,
    fixed: {
      "the tree": join(top, "src"),
      "beside a plan folder": join(top, "docs"),
      "the person's git": join(top, ".git"),
      "the agent's git": git.folder,
      dependencies: "/modules",
    },
    open,
    async plan(script, env = {}) {
      const command = { argv: ["bash", "-c", script], cwd: top, env, stdin: "none" } as const;
      const proc = await run.run.place.sandbox.start(command, policy(), AbortSignal.timeout(60_000));
      const [{ log }, exit] = await Promise.all([keepOutput(proc.output), proc.exit]);
      return { exit, log: `${log.head}${log.tail}` };
    },
    state: () => folderState(place, isOpen),
  };
}

const FILES = { "src/f": "as it was\n", "docs/plans/f": "as it was\n", "docs/f": "as it was\n" };
const MEBI = 1024 * 1024;
const LIMITS: Limits = {
  seconds: 30,
  memoryBytes: 1024 * MEBI,
  processes: 128,
  outputBytes: 4 * MEBI,
  fileBytes: 16 * MEBI,
};
