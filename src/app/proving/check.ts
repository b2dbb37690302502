import { join } from "node:path";
import { proveStepSettled } from "../../contracts/proof/prove-settled.ts";
import type { Progress, ProvenContract } from "../../contracts/proof/prove-step.ts";
import { linksIn, type Trespass, trespasses } from "../../contracts/proof/trespasses.ts";
import { isFollowed } from "../../contracts/restore/is-followed.ts";
import type { Restoration } from "../../contracts/restore/restoration.ts";
import { sideCacheIn } from "../../contracts/sides/side-cache.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { TreeId } from "../../ports/git.ts";
import type { Mount, Offers } from "../../ports/sandbox.ts";
import type { Conclusion } from "../../record/conclusion.ts";
import { Refused } from "../../std/refusal.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { snapshot } from "../../workspace/snapshot/snapshot.ts";
import { shortHash } from "../opening/home.ts";
import { placeOf } from "../opening/place-of.ts";
import type { Scene } from "../opening/scene.ts";
import { chosenSteps, readPlan } from "../plans/chosen-steps.ts";
import { type Base, findBase } from "./check-base.ts";
import { notesOn } from "./check-notes.ts";
import { contractHints } from "./contract-hints.ts";
import { equipping } from "./equip.ts";
import { jointStep } from "./joint-step.ts";
import { openProofSlot } from "./open-proof-place.ts";
import { surroundingsOf } from "./surroundings.ts";

export type CheckOptions = {
  /** Numbers or ids; all steps when there are none. */
  steps: readonly string[];
  base?: string;
  signal: AbortSignal;
  /** Hears what a set-up does, which may take minutes. */
  onLine?(line: string): void;
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
} & Pick<Restoration, "restored" | "undeclared" | "findings">;

/**
 * Runs the contracts of a plan on the checkout as it is, without an engine: the tree of everything that git would
 * commit is proven in a clean folder, and the checkout itself is only read.
 */
export async function checkPlan(scene: Scene, path: string, options: CheckOptions): Promise<CheckedStep[]> {
  const plan = readPlan(path);
  const steps = chosenSteps(plan, options.steps);
  const opened = await scene.repository(placeOf(path, scene), { landsNothing: true });
  const { git, folder } = opened;
  const { top, isSparse } = git.facts;
  const base = await findBase(git, options.base);
  const trees = treesOf(git);
  const baseTree = base.commit === null ? trees.emptyTree : await trees.treeOf(base.commit);
  const slot = await openProofSlot(opened, await scene.sandbox());
  try {
    const index = join(slot.folder, `checkout-${shortHash(top)}`);
    const taken = await snapshot(git, top, { index, base: baseTree, sparse: isSparse, follows: isFollowed });
    const equip = equipping(opened, slot, {
      head: base.commit,
      surroundings: { ...surroundingsOf(top), installed: taken.ignored },
      signal: options.signal,
      onLine: options.onLine ?? (() => {}),
    });
    const equipped = async (tree: TreeId) => {
      const found = await equip(tree);
      if (found.status === "failed") throw new Refused("failed", found.told);
      return found;
    };
    const placeFor = async (tree: TreeId) => (await equipped(tree)).place;
    const { mounts } = await equipped(taken.tree);
    const changes = await trees.changes(baseTree, taken.tree);
    const links = await linksIn(trees, baseTree);
    options.onBegin({
      plan,
      base,
      offers: slot.sandbox.offers,
      dependencies: mounts.filter(isFromCheckout).map(({ show }) => show),
      notes: [
        ...notesOn(top, taken, await trees.entries(taken.tree)),
        ...(options.steps.length === 0 ? plan.steps.flatMap(templateNote) : []),
      ],
    });
    const cache = sideCacheIn(join(folder, "sides"));
    const checked: CheckedStep[] = [];
    for (const step of steps) {
      const { signal } = options;
      const progress: Progress = (...what) => options.onProgress(step, ...what);
      const work = { plan, step: jointStep(plan, step), base: baseTree, worker: taken.tree };
      const tools = { trees, placeFor, cache, progress, signal };
      const { contracts, restoration } = await proveStepSettled(work, tools);
      const { restored, undeclared, findings } = restoration;
      const shown = { place: await placeFor(restoration.proven), plan, ignored: taken.ignored, signal };
      const hinted: HintedContract[] = [];
      for (const proven of contracts) hinted.push({ ...proven, hints: await contractHints(proven, shown) });
      const crossed = trespasses(plan, step, changes, links);
      const found = {
        step,
        conclusion: together(hinted, crossed),
        contracts: hinted,
        trespasses: crossed,
        ...{ restored, undeclared, findings },
      };
      options.onStep(found);
      checked.push(found);
    }
    return checked;
  } finally {
    await slot.close();
  }
}

/** Installed dependencies, shown where they lie; single files that are copied can only be read. */
const isFromCheckout = ({ show, at, access }: Mount): boolean => show === at && access === "throw-away";

const templateNote = ({ template }: Step): string[] =>
  template === undefined ? [] : [`${template} stands for steps that are not written yet, and is not checked`];

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
