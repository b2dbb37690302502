import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { ProofPlace } from "../../contracts/sides/proof-place.ts";
import { runSide } from "../../contracts/sides/side.ts";
import type { Contract, Plan } from "../../plan/model.ts";
import type { TreeId } from "../../ports/git.ts";
import type { Mount } from "../../ports/sandbox.ts";

export type Question = {
  place: ProofPlace;
  plan: Plan;
  contract: Contract;
  tree: TreeId;
  /** Files and folders of the checkout that git ignores, by their path from its top. */
  ignored: readonly string[];
  signal: AbortSignal;
};

/**
 * Which ignored files of the checkout a contract that fails in the clean tree would need in order to pass: the commonest
 * surprise, found by trying. Empty when they make no difference. They are shown as throw-away copies.
 */
export async function ignoredDifference(question: Question): Promise<string[]> {
  const { place, ignored } = question;
  const shown = new Set(place.layers.map(({ at }) => at));
  const candidates = ignored.filter((path) => !shown.has(join(place.at, path))).slice(0, MOST_SHOWN);
  if (candidates.length === 0 || !(await passesWith(question, candidates))) return [];
  let needed = candidates;
  if (candidates.length > MOST_TRIED) return needed;
  for (const path of candidates) {
    const fewer = needed.filter((each) => each !== path);
    if (fewer.length > 0 && (await passesWith(question, fewer))) needed = fewer;
  }
  return needed;
}

const MOST_SHOWN = 50;
/** Each takes a run of its own. */
const MOST_TRIED = 8;

async function passesWith(question: Question, paths: readonly string[]): Promise<boolean> {
  const { place, plan, contract, tree, signal } = question;
  const layers = [...place.layers, ...paths.flatMap((path) => layerFor(join(place.at, path)))];
  const { verdict } = await runSide({ ...place, layers }, plan, contract, tree, signal);
  return verdict.status === "passed";
}

/** A contract sees the tree where the checkout lies, so a path is the same outside and inside. Links lead anywhere. */
function layerFor(path: string): Mount[] {
  const kind = lstatSync(path, { throwIfNoEntry: false });
  if (kind?.isDirectory()) return [{ show: path, at: path, access: "throw-away" }];
  return kind?.isFile() ? [{ show: path, at: path, access: "read" }] : [];
}
