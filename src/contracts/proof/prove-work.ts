import type { Contract } from "../../plan/model.ts";
import type { FileChange, TreeId } from "../../ports/git.ts";
import { allEnded } from "../../std/all-ended.ts";
import { type Announcements, announcementsOf, knownPaths } from "../restore/announced.ts";
import { type Judges, restore, type Trusted } from "../restore/restoration.ts";
import { isLeftOver, isTestRole, roleOfFile } from "../restore/role-of-file.ts";
import { viewOf } from "../restore/tree-view.ts";
import type { RunSide } from "../sides/side.ts";
import { doubtOn, type ProofTools, proveStep, runOn, type StepProof, type StepWork } from "./prove-step.ts";
import { weakerThan } from "./weaker.ts";

/** What the contracts say of a step's work: of the tree that would be committed, and where it matters of an earlier one. */
export type WorkProof = { proof: StepProof; first: FirstRun | null; tests: TestsStance };

/** All contracts with the tests as they were trusted last, and nothing that the step does not announce. */
export type FirstRun = { tree: TreeId; sides: RunSide[] };

/**
 * What became of tests that were changed without being announced.
 * - `as-announced`: there are none
 * - `kept`: the work passes with them and without them, and nothing got weaker: they are committed, and judge no later step
 * - `weaker`: it passes both ways, and something judges less than before; only a person can allow that
 * - `contradicted`: it passes only with them; only a person can say whether they or the earlier ones are right
 * - `silenced`: with them the contract says nothing any more, and without them it does: the attempt has failed
 */
export type TestsStance =
  | { is: "as-announced" }
  | { is: "kept"; paths: string[] }
  | { is: "weaker" | "contradicted" | "silenced"; paths: string[]; told: string[] };

export type JudgedWork = Omit<StepWork, "extent" | "trusted"> & { trusted: Trusted };

/**
 * Proves a step's work. A plan that lists no files may change tests: then the work is seen twice, with the judges put back
 * and as the worker left it. Tests that an earlier step has changed without announcing it judge as they were before, and where
 * they are changed once more, also as that step left them.
 */
export async function proveWork(work: JudgedWork, tools: ProofTools): Promise<WorkProof> {
  const { step, base, worker, trusted, seen } = work;
  const { trees } = tools;
  const { contracts } = step;
  const [before, after] = [await viewOf(trees, base), await viewOf(trees, worker)];
  const changes = await trees.changes(base, worker);
  const announced = announcementsOf(step, knownPaths(before, after, changes));
  const tree = async (extent: "strictly" | "listed" | "tests" | "all", judges: Trusted): Promise<TreeId> =>
    (await restore(trees, { step, contracts, base, worker, extent, trusted: judges, ...(seen && { seen }) })).proven;

  if (announced.listsFiles) {
    const first = trusted.size === 0 ? null : await tree("listed", trusted);
    return seenTwice(work, { trusted: NONE }, { first, last: null }, announced, tools);
  }
  const [first, withTests, whole] = [
    await tree("strictly", trusted),
    await tree("tests", NONE),
    await tree("all", NONE),
  ];
  const extent = whole === withTests ? "tests" : "all";
  // What an earlier step has built is tested by what that step has added, which was not there on the plan's base.
  const isRewritten = changes.some(({ path }) => trusted.has(path) && !announced.writes(path));
  const last = isRewritten ? await tree("strictly", NONE) : null;
  return seenTwice(work, { extent, trusted: NONE }, { first, last }, announced, tools);
}

const NONE: Trusted = new Map();

const NONE_SEEN: Promise<RunSide[]> = Promise.resolve([]);

/**
 * `judged` is what would be committed. `first` has the judges put back; null where that is the same. `last` has them as the
 * last accepted step left them, where that matters, too.
 */
async function seenTwice(
  work: JudgedWork,
  judged: Judges,
  { first: tree, last }: { first: TreeId | null; last: TreeId | null },
  announced: Announcements,
  given: ProofTools,
): Promise<WorkProof> {
  const { trees } = given;
  const { contracts } = work.step;
  const differences = async (proven: TreeId): Promise<Differences> => ({
    differing: (await trees.changes(tree ?? proven, proven)).filter(
      ({ path, before }) => before !== null || !isLeftOver(path),
    ),
    ownTests: (await trees.changes(work.base, proven)).flatMap(({ path, before }) =>
      isTestRole(roleOfFile(path)) && !announced.writes(path) && (before !== null || !announced.listsFiles)
        ? [path]
        : [],
    ),
  });
  let [seen, seenLast]: [RunSide[], RunSide[]] = [[], []];
  const proof = await proveStep({ ...work, ...judged }, given, async (proven, tools, passed) => {
    const { differing, ownTests } = await differences(proven);
    if (differing.length + ownTests.length === 0) return;
    // Code that cheats may do so only while the tests are the old ones; where none of those was changed, they ran above.
    const isDoubted = differing.some(({ before, after }) => before !== null && after !== null);
    const others = { first: tree === proven ? null : tree, last: last === proven ? null : last, isDoubted };
    [seen, seenLast] = await lookedAt(others, work, tools, passed);
  });
  const { proven } = proof.restoration;
  const { differing, ownTests } = await differences(proven);
  const isPassing = proof.contracts.every(({ after }) => after.verdict.status === "passed");
  // Whatever the first tree says, an attempt whose own tree does not pass has failed.
  if (!isPassing) return { proof, first: null, tests: await silenced(work, proof, tree, differing, given) };
  if (differing.length === 0 && ownTests.length === 0) return { proof, first: null, tests: { is: "as-announced" } };
  const sides = tree === null || tree === proven ? proof.contracts.map(({ after }) => after) : seen;
  const first = { tree: tree ?? proven, sides };
  const paths = differing.map(({ path }) => path);
  const changed = [...new Set([...paths, ...ownTests])];
  const refused = contracts.flatMap((contract, index) => [
    ...refusal(contract, sides[index]),
    ...refusal(contract, seenLast[index]),
  ]);
  if (refused.length > 0) {
    return { proof, first, tests: { is: "contradicted", paths: changed, told: [...new Set(refused)] } };
  }
  const told = [...otherJudges(paths), ...findingsIn(proof, changed), ...weakenings(proof, sides)];
  // Those that an earlier step has changed are on the receipt of that step.
  const tests =
    told.length > 0 ? ({ is: "weaker", paths: changed, told } as const) : ({ is: "kept", paths: ownTests } as const);
  return { proof, first, tests };
}

/**
 * What the contracts say of the first tree and of the last. The first may be looked at while they run on the tree that would
 * be committed, and is dropped where they do not pass there.
 */
async function lookedAt(
  { first, last, isDoubted }: { first: TreeId | null; last: TreeId | null; isDoubted: boolean },
  work: JudgedWork,
  tools: ProofTools,
  passed: Promise<ProofTools | null>,
): Promise<[RunSide[], RunSide[]]> {
  const { contracts } = work.step;
  const inVain = new AbortController();
  const early = { ...tools, signal: AbortSignal.any([tools.signal, inVain.signal]) };
  const onFirst = async (contract: Contract, tree: TreeId): Promise<RunSide> => {
    const side = await runOn(early, work, contract, tree);
    const late = isDoubted ? await passed : null;
    return late === null ? side : doubtOn(late, work, contract, side);
  };
  const firsts = first === null ? NONE_SEEN : allEnded(contracts.map((contract) => onFirst(contract, first)));
  const lasts = passed.then((late) => {
    if (late === null) inVain.abort();
    if (late === null || last === null) return NONE_SEEN;
    return allEnded(contracts.map((contract) => runOn(late, work, contract, last)));
  });
  const unlessInVain = firsts.catch((error: unknown) => {
    if (!inVain.signal.aborted) throw error;
    return NONE_SEEN;
  });
  return allEnded([unlessInVain, lasts]);
}

/** Whether a contract could not say anything because of what was changed besides the work. */
async function silenced(
  work: JudgedWork,
  { contracts }: StepProof,
  tree: TreeId | null,
  differing: readonly FileChange[],
  tools: ProofTools,
): Promise<TestsStance> {
  const silent = contracts.filter(({ after }) => after.verdict.status === "unverified");
  const told: string[] = [];
  for (const { contract } of tree === null || differing.length === 0 ? [] : silent) {
    const side = await runOn(tools, work, contract, tree ?? work.base);
    if (side.verdict.status === "unverified") continue;
    const said = side.verdict.status === "passed" ? "passes" : side.explanation.headline;
    told.push(`\`${firstLine(contract)}\` without changes that nothing announces: ${said}`);
  }
  if (told.length < silent.length || told.length === 0) return { is: "as-announced" };
  return { is: "silenced", paths: differing.map(({ path }) => path), told };
}

const firstLine = ({ command }: Contract): string => command.split("\n", 1)[0] ?? "";

/** What the first tree lacks of the one that would be committed, and which of its tests nobody has announced. */
type Differences = { differing: FileChange[]; ownTests: string[] };

const refusal = (contract: Contract, side: RunSide | undefined): string[] =>
  side === undefined || side.verdict.status === "passed"
    ? []
    : [`without these changes \`${firstLine(contract)}\` says: ${side.explanation.headline}`];

/** Only tests may change without a word; how they are run may not. */
function otherJudges(paths: readonly string[]): string[] {
  const others = paths.filter((path) => !isTestRole(roleOfFile(path)));
  const [inside, outside] = [others.filter(isRust), others.filter((path) => !isRust(path))];
  return [
    ...inside.map((path) => `tests inside ${path} are changed`),
    ...(outside.length === 0 ? [] : [`what runs or judges the tests is changed, too: ${outside.join(", ")}`]),
  ];
}

/** A file of Rust differs in the tests that stand in it, for its code is the work. */
const isRust = (path: string): boolean => path.endsWith(".rs") && roleOfFile(path) === "production";

/** What reads as weaker in the tests that stay as the worker left them. */
const findingsIn = ({ restoration }: StepProof, paths: readonly string[]): string[] =>
  restoration.findings
    .filter(({ path }) => paths.includes(path))
    .map(({ path, line, told }) => `${path}${line === undefined ? "" : `:${line}`}: ${told}`);

/** What the committed tree's tests say less than those that judged before, and less than those of the last accepted tree. */
const weakenings = ({ contracts }: StepProof, sides: readonly RunSide[]): string[] =>
  contracts.flatMap(({ base, after }, index) => [
    ...new Set([
      ...weakerThan(sides[index]?.report ?? null, after.report, "with the tests put back"),
      ...("notRun" in base ? [] : weakerThan(base.report, after.report, "before the work")),
    ]),
  ]);
