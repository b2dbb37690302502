import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Conclusion } from "../contracts/conclusion.ts";
import { type Progress, type ProvenContract, proveStep } from "../contracts/prove-step.ts";
import { sideCacheIn } from "../contracts/side-cache.ts";
import { type Trespass, trespasses } from "../contracts/trespasses.ts";
import type { Plan, Step } from "../plan/model.ts";
import type { FileChange, TreeEntry } from "../ports/git.ts";
import type { Offers } from "../ports/sandbox.ts";
import { nearest } from "../std/nearest.ts";
import { openHarnessGit } from "../workspace/harness-git.ts";
import { locateRepository } from "../workspace/locate.ts";
import { snapshot } from "../workspace/snapshot.ts";
import { treesOf } from "../workspace/trees.ts";
import { type Base, findBase } from "./check-base.ts";
import { contractHints } from "./contract-hints.ts";
import { dependencyLayers } from "./dependency-layers.ts";
import { excludesFile } from "./excludes-file.ts";
import { openHome, shortHash } from "./home.ts";
import { jointStep } from "./joint-step.ts";
import { noNetwork } from "./no-network.ts";
import { openPlan } from "./open-plan.ts";
import { proofPlace, takeProofSlot } from "./open-proof-place.ts";
import { openSandboxFor } from "./open-sandbox.ts";
import { UsageError } from "./usage-error.ts";

export type CheckOptions = {
  /** Numbers or ids; all steps when there are none. */
  steps: readonly string[];
  base?: string;
  signal: AbortSignal;
  onBegin(checking: Checking): void;
  onProgress(step: Step, ...what: Parameters<Progress>): void;
  onStep(step: CheckedStep): void;
};

/** Under which conditions a check runs. */
export type Checking = { plan: Plan; base: Base; offers: Offers; dependencies: string[]; notes: string[] };

/** `tampered` and `no-contract` are a step's own; the others come from its contracts. */
export type StepConclusion = Conclusion | "tampered" | "no-contract";

/** `hints` say what a person may do about a contract that does not pass. */
export type HintedContract = ProvenContract & { hints: string[] };

export type CheckedStep = {
  step: Step;
  conclusion: StepConclusion;
  contracts: HintedContract[];
  trespasses: Trespass[];
  restored: { path: string; why: string; findings: string[] }[];
};

/**
 * Runs the contracts of a plan on the checkout as it is, without an engine: the tree of everything that git would
 * commit is proven in a clean folder, and the checkout itself is only read.
 */
export async function checkPlan(path: string, options: CheckOptions): Promise<CheckedStep[]> {
  const plan = readPlan(path);
  const steps = chosen(plan, options.steps);
  const facts = locateRepository(repositoryFolder(path));
  const home = openHome(facts.top);
  const folder = home.repository(facts.commonDir);
  mkdirSync(folder, { recursive: true });
  const git = await openHarnessGit(facts, join(folder, "git"), excludesFile());
  const base = await findBase(git, options.base);
  const trees = treesOf(git);
  const baseTree = base.commit === null ? trees.emptyTree : await trees.treeOf(base.commit);
  const slot = takeProofSlot(git, folder);
  const sandbox = await openSandboxFor(home);
  try {
    const index = join(slot.folder, `checkout-${shortHash(facts.top)}`);
    const taken = await snapshot(git, facts.top, { index, base: baseTree, sparse: facts.isSparse });
    const dependencies = dependencyLayers(facts.top, taken.ignored);
    const place = await proofPlace({ home, git, sandbox, slot, head: base.commit, dependencies });
    const changes = await trees.changes(baseTree, taken.tree);
    options.onBegin({
      plan,
      base,
      offers: sandbox.offers,
      dependencies: dependencies.map(({ show }) => show),
      notes: [...notesOn(taken), ...submodules(await trees.entries(taken.tree))],
    });
    const cache = sideCacheIn(join(folder, "sides"));
    const checked: CheckedStep[] = [];
    for (const step of steps) {
      const { signal } = options;
      const progress: Progress = (...what) => options.onProgress(step, ...what);
      const work = { plan, step: jointStep(plan, step), base: baseTree, worker: taken.tree };
      const { contracts, restoration } = await proveStep(work, { place, cache, progress, signal });
      const scene = { place, plan, ignored: taken.ignored, signal };
      const hinted: HintedContract[] = [];
      for (const proven of contracts) hinted.push({ ...proven, hints: await hintsOn(proven, scene) });
      const found = summed(plan, step, hinted, changes, restoration.restored);
      options.onStep(found);
      checked.push(found);
    }
    return checked;
  } finally {
    await sandbox.close();
    await slot.proof.close();
  }
}

function readPlan(path: string): Plan {
  const { dialect, files } = openPlan(path);
  const { plan, isWhole } = dialect?.parse(files) ?? { plan: null, isWhole: false };
  if (plan === null) throw new UsageError(`${path} is no plan; \`planwright verify ${path}\` says more`);
  if (!isWhole) throw new UsageError(`${path} cannot be read whole; \`planwright verify ${path}\` says more`);
  if (plan.steps.length === 0) throw new UsageError(`${path} has no steps`);
  return plan;
}

function chosen(plan: Plan, names: readonly string[]): Step[] {
  if (names.length === 0) return plan.steps;
  return names.map((name) => {
    const number = /^(?:step-?|task-?)?0*(\d+)$/i.exec(name)?.[1];
    const step = plan.steps.find(
      ({ id, number: own }) => id === name || (number !== undefined && own === Number(number)),
    );
    if (step) return step;
    const known = plan.steps.map(({ id }) => id);
    const meant = number === undefined ? nearest(name, known) : null;
    const all = `this plan has ${known.slice(0, 20).join(", ")}${known.length > 20 ? " …" : ""}`;
    throw new UsageError(`there is no step ${name}; ${meant === null ? all : `did you mean ${meant}?`}`);
  });
}

/** The repository of the plan; for a plan that lies in none, the one we are in. */
function repositoryFolder(path: string): string {
  const folder = dirname(resolve(path));
  try {
    return locateRepository(folder).top;
  } catch {
    return resolve(".");
  }
}

function notesOn({ nested, filtered }: { nested: readonly string[]; filtered: readonly string[] }): string[] {
  return [
    ...nested.map((path) => `${path} is a repository of its own; what is in it is not part of the tree`),
    ...filtered.map((path) => `${path} passes through a filter of the repository's own; its base version is used`),
  ];
}

const submodules = (entries: readonly TreeEntry[]): string[] =>
  entries
    .filter(({ mode }) => mode === "160000")
    .map(({ path }) => `${path} is a submodule: contracts see an empty folder, and what changed in it does not count`);

async function hintsOn(proven: ProvenContract, scene: Parameters<typeof contractHints>[1]): Promise<string[]> {
  const network = proven.after.verdict.status === "passed" ? null : noNetwork(proven.after.log);
  return network === null ? contractHints(proven, scene) : [network];
}

function summed(
  plan: Plan,
  step: Step,
  contracts: HintedContract[],
  changes: readonly FileChange[],
  restored: CheckedStep["restored"],
): CheckedStep {
  const crossed = trespasses(plan, step, changes);
  return { step, conclusion: together(contracts, crossed), contracts, trespasses: crossed, restored };
}

function together(contracts: readonly ProvenContract[], crossed: readonly Trespass[]): StepConclusion {
  if (crossed.length > 0) return "tampered";
  const found = new Set(contracts.map(({ conclusion }) => conclusion));
  return WORST_FIRST.find((conclusion) => found.has(conclusion)) ?? "no-contract";
}

/** A contract that only guards takes nothing away from one that proves. */
const WORST_FIRST: readonly Conclusion[] = [
  "unrunnable",
  "broken",
  "failing",
  "not-done",
  "hollow",
  "vacuous",
  "unchanged",
  "proven",
  "guarding",
];
