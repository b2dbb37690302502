import { randomBytes } from "node:crypto";
import type { Contract, Plan } from "../plan/model.ts";
import type { Blob, TreeId } from "../ports/git.ts";
import type { Verdict } from "../record/verdict.ts";
import { canaryText } from "./canary-text.ts";
import type { ProofPlace } from "./proof-place.ts";
import { roleOfFile } from "./restore/role-of-file.ts";
import { viewOf } from "./restore/tree-view.ts";
import { type RunSide, runSide } from "./side.ts";
import { isMeantToFail } from "./verdict-of.ts";

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
 * can end the run, print any summary, or replace the assertions. Therefore a test that must fail is added to every test
 * file, under a name that nobody can know. The contract cannot fail when it still passes, although without the work the
 * very same test makes it fail. Anything less than that says nothing, and the answer is null.
 */
export async function cannotFail(
  place: ProofPlace,
  { plan, contract, after, trees }: CanaryQuestion,
  signal: AbortSignal,
): Promise<Doubt | null> {
  if (after.report === null || after.milliseconds >= QUICK || isMeantToFail(contract)) return null;
  const name = randomBytes(8).toString("hex");
  const canaries = await placeCanaries(place, after.report.runner, trees, name);
  if (canaries.size === 0) return null;
  const run = async (tree: TreeId) => runSide(place, plan, contract, await place.trees.compose(tree, canaries), signal);
  const { verdict } = await run(trees.proven);
  if (verdict.status !== "passed") return null;
  const { report } = await run(trees.without);
  const isSeen = report?.failures.some((failure) => failure.name.includes(name)) ?? false;
  return isSeen ? { status: "unverified", reason: "cannot-fail", told: TOLD } : null;
}

const TOLD =
  "it can no longer fail: with the work, a test that must fail goes unnoticed; without it, the same test fails";

/** A longer contract is not run again for the sake of this one question. */
const QUICK = 60_000;

/** Only in files that are alike on both trees, so that nothing but the work can make a difference. */
async function placeCanaries(
  { trees }: ProofPlace,
  runner: string,
  { proven, without }: CanaryQuestion["trees"],
  name: string,
): Promise<Map<string, Blob>> {
  const [view, other] = [await viewOf(trees, proven), await viewOf(trees, without)];
  const canaries = new Map<string, Blob>();
  for (const [path, { mode, id }] of view.files) {
    if (canaries.size === MOST_FILES) break;
    if (other.files.get(path)?.id !== id || (roleOfFile(path) !== "test" && !path.endsWith(".rs"))) continue;
    const text = await view.text(path);
    const added = text === null ? null : canaryText(runner, path, text, name);
    if (added !== null) canaries.set(path, { mode, id: await trees.write(Buffer.from(`${text}\n${added}`)) });
  }
  return canaries;
}

const MOST_FILES = 500;
