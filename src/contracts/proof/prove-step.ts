import type { Contract, Plan, Step } from "../../plan/model.ts";
import { contractTimeout } from "../../plan/policies.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import type { Conclusion } from "../../record/conclusion.ts";
import type { SideName } from "../../record/verdict.ts";
import { allEnded } from "../../std/all-ended.ts";
import { CHANGES_TESTS_ALONE } from "../../telling/not-run.ts";
import { cannotFail } from "../canary/canary.ts";
import { announces } from "../restore/announced.ts";
import { ownTestsOnly } from "../restore/own-tests-only.ts";
import { type Judges, type Restoration, restore } from "../restore/restoration.ts";
import { revertedTree } from "../restore/reverted-tree.ts";
import { isTestRole, roleOfFile } from "../restore/role-of-file.ts";
import { mayBeScript } from "../restore/seen-files.ts";
import { viewOf } from "../restore/tree-view.ts";
import { unannounced } from "../restore/unannounced.ts";
import { withoutWork } from "../restore/without-work.ts";
import { conclude, type Side } from "../sides/conclusion.ts";
import { fallenSilent } from "../sides/fallen-silent.ts";
import { granted } from "../sides/granted.ts";
import type { ProofPlace } from "../sides/proof-place.ts";
import { type RunSide, runSide } from "../sides/side.ts";
import type { Question, SideCache } from "../sides/side-cache.ts";
import { seenBesidePlan } from "./beside-plan.ts";
import { purposeOf } from "./purpose-of.ts";

/** A step's work: the tree before it, and the tree that the worker left. */
export type StepWork = { plan: Plan; step: Step; base: TreeId; worker: TreeId } & Occasion & Judges;

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
 * What else is to be seen of the tree that would be committed. `passed` gives the tools to go on with once its contracts have
 * passed, and null where they have not. Called before that where a run beside them cannot decide anything, else afterwards.
 */
export type Meanwhile = (proven: TreeId, tools: ProofTools, passed: Promise<ProofTools | null>) => Promise<void>;

/**
 * Runs all contracts of a step on the tree that would be committed, and then on the trees it is compared with: the
 * base, and the base with the step's tests, which share the machine.
 */
export async function proveStep(
  work: StepWork,
  given: ProofTools,
  meanwhile: Meanwhile = async () => {},
): Promise<StepProof> {
  const { plan, step, base } = work;
  const { contracts } = step;
  const tools = granting(given, work);
  const restoration = await restore(tools.trees, { ...work, contracts });
  const { proven } = restoration;
  const isQuick = await wasQuickBefore(tools, work);
  const afterAll = inTurn(contracts, (contract) => runAfter(tools, work, contract, proven));
  const passed = afterAll.then((after) =>
    after.every(({ verdict }) => verdict.status === "passed") ? comparing(given, plan, contracts, after) : null,
  );
  // Begun before what follows, because it is the longest chain of runs.
  const other = isQuick
    ? meanwhile(proven, given, passed)
    : passed.then((late) => (late === null ? undefined : meanwhile(proven, late, passed)));
  const comparison = afterAll.then((after) =>
    comparedWithOthers(comparing(tools, plan, contracts, after), work, proven, after),
  );
  const [sides] = await allEnded([comparison, other, passed]);
  const isUnchanged = base === proven;
  return {
    work,
    restoration,
    contracts: contracts.map((contract, index) => {
      const announcesMissing = namesWhatIsToCome(step, contract);
      const conclusion = conclude(at(sides, index), { purpose: purposeOf(contract), isUnchanged, announcesMissing });
      return { contract, ...at(sides, index), conclusion };
    }),
  };
}

/** All sides of each contract, from those that ran on the tree that would be committed. */
async function comparedWithOthers(
  tools: ProofTools,
  work: StepWork,
  proven: TreeId,
  after: readonly RunSide[],
): Promise<Sides[]> {
  const { step, base } = work;
  const { contracts } = step;
  const isUnchanged = base === proven;
  const beforeAll = inTurn(contracts, (contract, index): Side | Promise<Side> => {
    if (at(after, index).verdict.status !== "passed") return { notRun: "it does not pass yet" };
    if (isUnchanged && !publishes(work)) return seenBefore(tools, work, contract);
    return compared(tools, work, contract, "base", base);
  });
  const revertedAll = revertedTree(tools.trees, { base, proven }).then((reverted) =>
    inTurn(contracts, (contract, index): Side | Promise<Side> => {
      if (reverted === null) return { notRun: "the step changes no tests" };
      // Where code was announced, too, its tests have just been seen to pass without any.
      if (reverted === proven) return announcesMore(step) ? at(after, index) : { notRun: CHANGES_TESTS_ALONE };
      if (publishes(work)) return { notRun: "what is published cannot be reverted to look" };
      const why = reasonAgainstReverted(contract, at(after, index));
      if (why !== null) return { notRun: why };
      return withoutTheWork(tools, work, contract, { proven, reverted, after: at(after, index) });
    }),
  );
  const doubtedAll = inTurn(contracts, async (contract, index) =>
    isUnchanged && !publishes(work)
      ? againstBefore(at(after, index), at(await beforeAll, index))
      : doubt(tools, work, contract, at(after, index), proven),
  );
  const [before, reverted, doubted] = await allEnded([beforeAll, revertedAll, doubtedAll]);
  return contracts.map((_, index) => {
    const others = { base: at(before, index), reverted: at(reverted, index) };
    return { ...others, after: fallenSilent(at(doubted, index), [others.base, others.reverted]) };
  });
}

/** Whether a step lists files that are no tests. */
const announcesMore = ({ files: { change, add } }: Step): boolean =>
  [...change, ...add].some(({ path }) => !isTestRole(roleOfFile(path)));

type Sides = Pick<ProvenContract, "base" | "after" | "reverted">;

/**
 * Whether all contracts passed before the work in a small part of their time. Then a run beside the one that counts cannot
 * make it fail for want of time.
 */
async function wasQuickBefore(tools: ProofTools, work: StepWork): Promise<boolean> {
  const known = await knownOnBase(work, tools, false);
  const { contracts } = work.step;
  if (known.length < contracts.length || known.some(({ verdict }) => verdict.status !== "passed")) return false;
  return areQuick(work.plan, contracts, known);
}

/**
 * What two runs at once take longer must never decide anything. So a contract that needs more than a part of its time has
 * the machine to itself: on another tree it would fail for want of time, and pass for one that needs the work.
 */
function comparing(
  tools: ProofTools,
  plan: Plan,
  contracts: readonly Contract[],
  after: readonly RunSide[],
): ProofTools {
  if (areQuick(plan, contracts, after)) return tools;
  return { ...tools, placeFor: async (tree) => ({ ...(await tools.placeFor(tree)), beside: async () => null }) };
}

const areQuick = (plan: Plan, contracts: readonly Contract[], sides: readonly RunSide[]): boolean =>
  contracts.every(
    (contract, index) => at(sides, index).milliseconds < contractTimeout(plan, contract) * 1000 * PART_OF_ITS_TIME,
  );

const PART_OF_ITS_TIME = 1 / 8;

/**
 * What a contract said of a tree before nothing was changed in it; not asked where nobody has. What was no pass then is
 * looked at once more: the machine may have been busy.
 */
async function seenBefore(tools: ProofTools, work: StepWork, contract: Contract): Promise<Side> {
  const { question, isRemembered } = await asked(tools, work, contract, work.base);
  const known = isRemembered ? tools.cache.get(question) : null;
  if (known === null) return { notRun: "nothing has changed since the base" };
  if (known.verdict.status === "passed") return known;
  return runAfter(tools, work, contract, work.base);
}

/** Two answers about one tree: whatever the last one is, it says nothing about the work. */
function againstBefore(after: RunSide, before: Side): RunSide {
  if (after.verdict.status !== "passed" || "notRun" in before || before.verdict.status === "passed") return after;
  const told = "it is flaky: it failed before and passes now, and nothing has been changed";
  return {
    ...after,
    verdict: { status: "unverified", reason: "flaky", told },
    explanation: { headline: told, details: before.explanation.details },
  };
}

/**
 * Runs a step's contracts on the tree before the work, so that `proveStep` finds the answers already there. It may be done
 * while somebody works; the proof tree serves one at a time, so it must have ended before anything is proven.
 */
export function runOnBase(work: Omit<StepWork, "worker">, given: ProofTools): Promise<RunSide[]> {
  const tools = granting(given, work);
  return inTurn(work.step.contracts, (contract) => compared(tools, work, contract, "base", work.base));
}

/** What is known of a step's contracts on the tree before the work; `isWanted`: also when it has to be found out now. */
export async function knownOnBase(work: StepWork, given: ProofTools, isWanted: boolean): Promise<RunSide[]> {
  const tools = granting(given, work);
  const answers = await inTurn(work.step.contracts, async (contract) => {
    const { question, isRemembered } = await asked(tools, work, contract, work.base);
    if (!isRemembered) return null;
    return isWanted ? compared(tools, work, contract, "base", work.base) : tools.cache.get(question);
  });
  return answers.filter((side) => side !== null);
}

/** All runs of a proof, but for those that were only to show that a contract can fail. */
export const sidesOf = ({ contracts }: StepProof): RunSide[] =>
  contracts.flatMap(({ base, after, reverted }) =>
    [base, after, reverted].flatMap((side) => ("notRun" in side ? [] : [side])),
  );

/** Runs one contract on a tree that is no step's own. What it says of the base is known already. */
export async function runOn(given: ProofTools, work: StepWork, contract: Contract, tree: TreeId): Promise<RunSide> {
  const tools = granting(given, work);
  if (tree === work.base) return compared(tools, work, contract, "base", tree);
  const ran = await runAfter(tools, work, contract, tree);
  const isSilent = ran.verdict.status === "passed" && ran.report === null && ran.sumsUp == null;
  return isSilent ? fallenSilent(ran, [await compared(tools, work, contract, "base", work.base)]) : ran;
}

/** Whether it could have said no there. */
export const doubtOn = (given: ProofTools, work: StepWork, contract: Contract, side: RunSide): Promise<RunSide> =>
  doubt(granting(given, work), work, contract, side, side.tree);

/** The same tools, with what the step's contracts may have of the world. */
const granting = (tools: ProofTools, { plan, step }: Pick<StepWork, "plan" | "step">): ProofTools => ({
  ...tools,
  placeFor: async (tree) => granted(await tools.placeFor(tree), plan, step),
});

/** Whether the harness publishes the branch before the contracts run, so that they may say something else of the same tree. */
const publishes = ({ step, occasion }: StepWork): boolean => step.needs.includes("publish") && occasion !== undefined;

/** Only what was changed without a word may turn out to be none of the work, so nothing else is watched. */
async function runAfter(
  { trees, placeFor, progress, signal }: ProofTools,
  work: StepWork,
  contract: Contract,
  tree: TreeId,
): Promise<RunSide> {
  const place = await placeFor(tree);
  progress(contract, "after");
  const watch = new Set([...(await unannounced(trees, work)).keys(), ...(await scriptsIn(trees, tree))]);
  return runSide(place, work.plan, contract, tree, signal, [...watch]);
}

/** What a later step may change without a word, and nobody knows yet. */
async function scriptsIn(trees: Trees, tree: TreeId): Promise<string[]> {
  const { files } = await viewOf(trees, tree);
  return [...files].flatMap(([path, blob]) => (mayBeScript(path, blob) ? [path] : []));
}

async function compared(
  tools: ProofTools,
  work: Omit<StepWork, "worker">,
  contract: Contract,
  side: SideName,
  tree: TreeId,
): Promise<RunSide> {
  const { question, isRemembered, place } = await asked(tools, work, contract, tree);
  const known = isRemembered ? tools.cache.get(question) : null;
  if (known) return known;
  const found = (await seenAfterStepBefore()) ?? (await runNow());
  if (isRemembered) tools.cache.put(question, found);
  return found;

  /** Where the step before it has the same contract, it has passed on the very files that this step begins with. */
  async function seenAfterStepBefore(): Promise<RunSide | null> {
    if (side !== "base" || work.step.needs.length > 0) return null;
    const seen = await seenBesidePlan(tools.cache, { place, plan: work.plan, contract, tree });
    // A run that nobody looked at does not say which scripts it opens.
    return seen?.seen?.missed === null ? { ...seen, tree } : null;
  }

  async function runNow(): Promise<RunSide> {
    tools.progress(contract, side);
    return runSide(place, work.plan, contract, tree, tools.signal, await scriptsIn(tools.trees, tree));
  }
}

/** What is asked of a tree, and whether the answer may be kept. */
async function asked(
  { placeFor }: ProofTools,
  { plan, step, occasion }: Omit<StepWork, "worker">,
  contract: Contract,
  tree: TreeId,
): Promise<{ question: Question; isRemembered: boolean; place: ProofPlace }> {
  const seconds = contractTimeout(plan, contract);
  const place = await placeFor(tree);
  const asksTree = step.needs.length === 0;
  const environment = asksTree ? place.environment : `${place.environment} ${occasion}`;
  return {
    question: { tree, contract, seconds, environment },
    isRemembered: asksTree || occasion !== undefined,
    place,
  };
}

/**
 * A slow contract of a known runner first runs with the step's own tests alone. That settles it where they fail without the
 * work and pass with it; whatever else they say, all tests are asked.
 */
async function withoutTheWork(
  tools: ProofTools,
  work: StepWork,
  contract: Contract,
  { proven, reverted, after }: { proven: TreeId; reverted: TreeId; after: RunSide },
): Promise<RunSide> {
  const { trees } = tools;
  const runs = (tree: TreeId): Promise<RunSide> => compared(tools, work, contract, "reverted", tree);
  if (after.report !== null && after.milliseconds >= SLOW) {
    const [without, withWork] = await allEnded([
      ownTestsOnly(trees, { base: work.base, proven, tree: reverted }),
      ownTestsOnly(trees, { base: work.base, proven, tree: proven }),
    ]);
    const own = without === null || withWork === null ? null : await runs(without);
    if (own?.verdict.status === "failed" && withWork !== null) {
      const { verdict } = await runs(withWork);
      if (verdict.status === "passed") return own;
    }
  }
  return runs(reverted);
}

/** Milliseconds from which on two short runs are likely to take less time than a whole one. */
const SLOW = 3_000;

function reasonAgainstReverted(contract: Contract, { verdict }: RunSide): string | null {
  if (verdict.status !== "passed") return "it does not pass yet";
  return purposeOf(contract) === "guards" ? "it guards what was true before" : null;
}

/** A pass is worth nothing when the contract could not have done otherwise. */
async function doubt(
  { trees, placeFor, progress, signal }: ProofTools,
  { plan, step, base, extent }: StepWork,
  contract: Contract,
  after: RunSide,
  proven: TreeId,
): Promise<RunSide> {
  if (after.verdict.status !== "passed" || proven === base) return after;
  progress(contract, "canary");
  const without = await withoutWork(trees, { step, contract, base, proven, extent });
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
