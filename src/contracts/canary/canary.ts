import type { Contract, Plan } from "../../plan/model.ts";
import type { TreeId } from "../../ports/git.ts";
import type { Verdict } from "../../record/verdict.ts";
import { testReport } from "../explain/test-report.ts";
import type { ProofPlace } from "../sides/proof-place.ts";
import { scriptTexts } from "../sides/script-texts.ts";
import { type RunSide, runSide } from "../sides/side.ts";
import { isMeantToFail } from "../sides/verdict-of.ts";
import { type Canary, placeCanaries } from "./canary-places.ts";

export type CanaryQuestion = {
  plan: Plan;
  contract: Contract;
  /** The run that passed. */
  after: RunSide;
  /** The tree with the work, and the same tests and settings without it. */
  trees: { proven: TreeId; without: TreeId };
};

type Doubt = Extract<Verdict, { status: "unverified" }>;

/**
 * Whether a contract that passed has lost the power to say no. Code under test shares its process with the tests, so it
 * can end the run, print any summary, or replace the assertions. Therefore a test that must fail is added to test files,
 * under names that nobody can know. A file whose test is seen to fail is in order. The contract cannot fail when it is
 * content with the others, although without the work it sees one of the very same tests fail. Anything less than that
 * says nothing, and the answer is null.
 */
export async function cannotFail(
  place: ProofPlace,
  { plan, contract, after, trees }: CanaryQuestion,
  signal: AbortSignal,
): Promise<Doubt | null> {
  if (after.report === null || after.milliseconds >= QUICK || isMeantToFail(contract)) return null;
  const run = async (tree: TreeId, canaries: readonly Canary[]): Promise<RunSide> => {
    const edits = new Map(canaries.map(({ path, blob }) => [path, blob]));
    return runSide(place, plan, contract, await place.trees.compose(tree, edits), signal);
  };
  let canaries = await placeCanaries(place.trees, after.report.runner, trees);
  for (let round = 0; round < MOST_ROUNDS && canaries.length > 0; round++) {
    const trial = await run(trees.proven, canaries);
    if (await isContent(place, contract, trial)) {
      const control = await run(trees.without, canaries);
      const missed = canaries.find((canary) => isSeen(canary, control));
      return missed === undefined ? null : { status: "unverified", reason: "cannot-fail", told: inWords(missed) };
    }
    if (trial.verdict.status !== "failed") return null;
    const left = canaries.filter((canary) => !isSeen(canary, trial) && !isInPassing(canary, trial));
    // It fails for some other reason, and would again.
    if (left.length === canaries.length) return null;
    canaries = left.filter((canary) => canary.isConcerned || wasReached(canary, trial));
  }
  return null;
}

/** A contract that takes longer is not run once more for the sake of one question. */
const QUICK = 60_000;

/** A runner that stops at the first failure shows one at a time. */
const MOST_ROUNDS = 3;

const isSeen = ({ name }: Canary, { report }: RunSide): boolean =>
  report?.failures.some((failure) => failure.name.includes(name)) ?? false;

/**
 * Cargo builds a program of each test file, and runs none after the first that fails. Each run would show one more file, so
 * of those that it did not come to only such as speak of the work are asked.
 */
function wasReached({ path }: Canary, { report, log: { head, tail } }: RunSide): boolean {
  if (report?.runner !== "cargo") return true;
  const ran = [...`${head}\n${tail}`.matchAll(/^\s*Running (unittests )?(\S+)/gm)];
  const isTestFile = /(?:^|\/)tests\//.test(path);
  return ran.some(([, unit, file = ""]) => (unit === undefined ? path.endsWith(file) : !isTestFile));
}

/** Behind a made-up summary nobody reads what the runner really said. Good enough to acquit a file, never to blame it. */
const isInPassing = ({ name }: Canary, { log: { head, tail } }: RunSide): boolean =>
  `${head}\n${tail}`.split("\n").some((line) => line.includes(name) && /[✖✗×]|not ok|FAIL|failed/.test(line));

const inWords = ({ path }: Canary): string =>
  `it can no longer fail: a test that must fail goes unnoticed in ${path}, and without the work it does not`;

/** It says yes. A made-up summary need not fit what the runner said before; then nothing but the exit status is yes. */
async function isContent({ trees }: ProofPlace, { command, exitCode }: Contract, trial: RunSide): Promise<boolean> {
  const { verdict, exit, tree, log } = trial;
  if (verdict.status === "passed") return true;
  if (verdict.status !== "unverified" || verdict.reason !== "no-report" || log.dropped > 0) return false;
  // Only of a runner whose output is not cut or filtered is it known that words are missing.
  const { expected } = testReport(command, await scriptTexts(trees, command, tree), "");
  return expected !== null && exit.kind === "exited" && exit.code === exitCode;
}
