import type { Contract, Plan, Step } from "../plan/model.ts";
import { contractTimeout } from "../plan/policies.ts";
import type { TreeId, Trees } from "../ports/git.ts";
import type { SideName } from "../record/verdict.ts";
import { cannotFail, QUICK } from "./canary.ts";
import { type Conclusion, conclude, type Side } from "./conclusion.ts";
import { granted } from "./granted.ts";
import type { ProofPlace } from "./proof-place.ts";
import { announces } from "./restore/announced.ts";
import { type Restoration, restore } from "./restore/restoration.ts";
import { revertedTree } from "./restore/reverted-tree.ts";
import { withoutWork } from "./restore/without-work.ts";
import { type RunSide, runSide } from "./side.ts";
import type { SideCache } from "./side-cache.ts";

/** A step's work: the tree before it, and the tree that the worker left. */
export type StepWork = { plan: Plan; step: Step; base: TreeId; worker: TreeId } & Occasion;

/**
 * What a contract with a network says depends on more than a tree. `occasion` names the run that the step is part of: what
 * was seen earlier in it, before it published anything, is what the work is compared with.
 */
type Occasion = { occasion?: string };

export type StepProof = {
  work: StepWork;
  /** What came back from the base before the contracts ran; its `proven` is the tree they ran on. */
  restoration: Restoration;
  contracts: ProvenContract[];
};

export type ProvenContract = {
  contract: Contract;
  base: Side;
  after: RunSide;
  reverted: Side;
  conclusion: Conclusion;
};

/** Called before each run, so that a person can see what takes its time. */
export type Progress = (contract: Contract, side: SideName | "canary") => void;

export type ProofTools = {
  trees: Trees;
  /**
   * Where the contracts of a tree run. What is installed there must come from that very tree and not from the one the
   * worker left: a lockfile that is put back must not have chosen the test runner before.
   */
  placeFor(tree: TreeId): Promise<ProofPlace>;
  cache: SideCache;
  progress: Progress;
  signal: AbortSignal;
};

/**
 * Runs all contracts of a step on the tree that would be committed, and then on the trees it is compared with: the
 * base, and the base with the step's tests. All on one side first, because moving the proof tree takes time.
 */
export async function proveStep(work: StepWork, given: ProofTools): Promise<StepProof> {
  const { plan, step, base, worker } = work;
  const tools = granting(given, work);
  const { trees } = tools;
  const { contracts } = step;
  const restoration = await restore(trees, { step, contracts, base, worker });
  const after = await inTurn(contracts, (contract) => runAfter(tools, plan, contract, restoration.proven));
  const before = await inTurn(contracts, (contract, index): Side | Promise<Side> => {
    const why = reasonAgainstBase(at(after, index), base === restoration.proven && !publishes(work));
    return why === null ? compared(tools, work, contract, "base", base) : { notRun: why };
  });
  const revertedId = await revertedTree(trees, { step, base, proven: restoration.proven });
  const reverted = await inTurn(contracts, (contract, index): Side | Promise<Side> => {
    if (revertedId === null) return { notRun: "the step changes no tests" };
    if (publishes(work)) return { notRun: "what is published cannot be taken back to look" };
    const why = reasonAgainstReverted(contract, at(after, index));
    return why === null ? compared(tools, work, contract, "reverted", revertedId) : { notRun: why };
  });
  const doubted = await inTurn(contracts, (contract, index) =>
    doubt(tools, work, contract, at(after, index), restoration.proven),
  );
  return {
    work,
    restoration,
    contracts: contracts.map((contract, index) => {
      const sides = { base: at(before, index), after: at(doubted, index), reverted: at(reverted, index) };
      return { contract, ...sides, conclusion: conclude(contract, sides, namesWhatIsToCome(step, contract)) };
    }),
  };
}

/**
 * Runs a step's contracts on the tree before the work, so that `proveStep` finds the answers already there. It may be done
 * while somebody works; the proof tree serves one at a time, so it must have ended before anything is proven.
 */
export async function runOnBase(work: Omit<StepWork, "worker">, given: ProofTools): Promise<void> {
  const tools = granting(given, work);
  await inTurn(work.step.contracts, (contract) => compared(tools, work, contract, "base", work.base));
}

/** The same tools, with what the step's contracts may have of the world. */
const granting = (tools: ProofTools, { plan, step }: Pick<StepWork, "plan" | "step">): ProofTools => ({
  ...tools,
  placeFor: async (tree) => granted(await tools.placeFor(tree), plan, step),
});

/** Whether the harness publishes the branch before the contracts run, so that they may say something else of the same tree. */
const publishes = ({ step, occasion }: StepWork): boolean => step.needs.includes("publish") && occasion !== undefined;

async function runAfter(
  { placeFor, progress, signal }: ProofTools,
  plan: Plan,
  contract: Contract,
  tree: TreeId,
): Promise<RunSide> {
  const place = await placeFor(tree);
  progress(contract, "after");
  return runSide(place, plan, contract, tree, signal);
}

async function compared(
  { placeFor, cache, progress, signal }: ProofTools,
  { plan, step, occasion }: Omit<StepWork, "worker">,
  contract: Contract,
  side: SideName,
  tree: TreeId,
): Promise<RunSide> {
  const seconds = contractTimeout(plan, contract);
  const place = await placeFor(tree);
  const asksTree = step.needs.length === 0;
  const environment = asksTree ? place.environment : `${place.environment} ${occasion}`;
  const question = { tree, contract, seconds, environment };
  const isRemembered = asksTree || occasion !== undefined;
  const known = isRemembered ? cache.get(question) : null;
  if (known) return known;
  progress(contract, side);
  const found = await runSide(place, plan, contract, tree, signal);
  if (isRemembered) cache.put(question, found);
  return found;
}

function reasonAgainstBase({ verdict }: RunSide, isUnchanged: boolean): string | null {
  if (isUnchanged) return "nothing has changed since the base";
  return verdict.status === "passed" ? null : "it does not pass yet";
}

function reasonAgainstReverted({ kind }: Contract, { verdict, milliseconds }: RunSide): string | null {
  if (verdict.status !== "passed") return "it does not pass yet";
  if (kind === "guards") return "it guards what was true before";
  return milliseconds < QUICK ? null : "it takes longer than a minute";
}

/** A pass is worth nothing when the contract could not have done otherwise. */
async function doubt(
  { trees, placeFor, progress, signal }: ProofTools,
  { plan, step, base }: StepWork,
  contract: Contract,
  after: RunSide,
  proven: TreeId,
): Promise<RunSide> {
  if (after.verdict.status !== "passed" || proven === base) return after;
  progress(contract, "canary");
  const without = await withoutWork(trees, { step, contract, base, proven });
  const verdict = await cannotFail(
    await placeFor(proven),
    { plan, contract, after, trees: { proven, without } },
    signal,
  );
  return verdict === null ? after : { ...after, verdict, explanation: { headline: verdict.told, details: [] } };
}

/**
 * Whether the contract names something by its path that the step says it will make. That the contract names it is not
 * enough: it may be a slip of the pen.
 */
function namesWhatIsToCome(step: Step, { command }: Contract): boolean {
  const words = command.split(/[\s'"=;&|()]+/).filter((word) => /[./]/.test(word));
  return words.some((word) => announces({ ...step, contracts: [] }, word, NOTHING_THERE));
}

const NOTHING_THERE = { base: new Set<string>(), worker: new Set<string>() };

async function inTurn<T, R>(items: readonly T[], act: (item: T, index: number) => Promise<R> | R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) results.push(await act(item, index));
  return results;
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index}`);
  return item;
}
