import { join, relative } from "node:path";
import { type Bounds, permission } from "../../agents/session/permission.ts";
import { covers } from "../../plan/files.ts";
import type { Step } from "../../plan/model.ts";
import type { AgentHost } from "../../ports/agent.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import type { Limits, Mount, Policy } from "../../ports/sandbox.ts";
import type { Tampering } from "../../record/verdict.ts";
import { workerPolicy } from "../../sandbox/policies.ts";
import { mountPointsIn } from "../../setup/mount-points.ts";
import { compareManifest, takeManifest } from "../../workspace/folders/manifest.ts";
import { openKept } from "../sessions/session-of-attempt.ts";
import { fencedPaths, fencesOf } from "../state/fences.ts";
import type { StepRun } from "../state/step-run.ts";
import { linkDependencies } from "./link-dependencies.ts";
import { type Looked, type OpenWorkPlace, openWorkPlace } from "./work-place.ts";

/** What somebody's work on a step has left, and what they should not have touched. */
export type Work<T> = { told: T; places: Tampering[] } & Omit<Looked, "tampering">;

export type WorkOptions = {
  /** The commit the work begins with. */
  base: CommitId;
  limits: Limits;
  network: Policy["network"];
  /** What the worker sees besides: installed dependencies, and its own program. */
  dependencies: readonly Mount[];
  mounts: readonly Mount[];
  /** Go on with what an earlier leg of the same attempt has left: this tree, if the folder is gone. */
  goesOn: TreeId | null;
  /** Files of the plan that say more by now than the base does; the worker reads them so. */
  planText: readonly { path: string; text: string }[];
  /** Where what the worker's conversation needs to go on is kept. */
  session: string;
};

/** Lets somebody work on a step inside the sandbox, and looks at what is left. */
export async function workOnStep<T>(
  run: StepRun,
  step: Step,
  { base, limits, network, dependencies, mounts, goesOn, planText, session }: WorkOptions,
  act: (host: AgentHost, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<Work<T>> {
  const work = await openWorkPlace(run, base, goesOn);
  try {
    // After the reset, which has taken what stood there before.
    await work.put(planText);
    const manifest = takeManifest(work.path, fencesOf(run.plan, step));
    const { sandbox } = run.place;
    const { kept, home } = openKept(session, sandbox.offers.isHolding);
    const scene = {
      run,
      work,
      dependencies,
      mounts: [...mounts, home],
      fenced: fencedPaths(manifest),
      rest: { limits, network },
    };
    const { at, policy, tidyUp } = sandbox.offers.isHolding ? held(scene) : unheld(scene);
    const bounds: Bounds = {
      ...{ mode: "act", writable: [at], fenced: scene.fenced.map((path) => join(at, path)) },
      mayGo: (path) => mayGo(step, relative(at, path)),
    };
    const host: AgentHost = {
      at,
      kept,
      launch: (command) => sandbox.start(command, policy, signal),
      permit: (request) => permission(request, bounds),
    };
    const told = await act(host, signal);
    tidyUp();
    const { tampering, ...looked } = await work.look();
    return { told, places: [...compareManifest(work.path, manifest), ...tampering], ...looked };
  } finally {
    work.close();
  }
}

/** A step that names its files names those that it deletes, too; what it adds is its own. */
function mayGo({ files: { change, add, delete: gone } }: Step, path: string): boolean {
  const named = [...add, ...gone];
  return named.length + change.length === 0 || named.some((entry) => covers(entry.path, path));
}

type Scene = Pick<WorkOptions, "dependencies" | "mounts"> & {
  run: StepRun;
  work: OpenWorkPlace;
  fenced: readonly string[];
  rest: Pick<WorkOptions, "limits" | "network">;
};
type Held = { at: string; policy: Policy; tidyUp(): void };

/** The worker sees its tree where the checkout lies, and cannot write what is fenced. */
function held({ run, work, dependencies, mounts, fenced, rest }: Scene): Held {
  const { at, hidden, tools } = run.place;
  if (!run.inPlace) mountPointsIn(work.path, at, dependencies);
  const place = { ...work.shown, at, dependencies: [...dependencies, ...mounts], hidden, tools };
  return { at, policy: workerPolicy(place, fenced, rest), tidyUp() {} };
}

/** For a person who has switched the sandbox off: the worker is where its tree is, and only looked at afterwards. */
function unheld({ run, work, dependencies, rest }: Scene): Held {
  const tidyUp = run.inPlace ? () => {} : linkDependencies(work.path, run.git.facts.top, dependencies);
  const mounts = [{ show: work.path, at: work.path, access: "write" }] as const;
  return { at: work.path, policy: { mounts, hidden: [], tools: run.place.tools, ...rest }, tidyUp };
}
