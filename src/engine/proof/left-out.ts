import type { AttemptKey } from "../../record/run.ts";
import type { Snapshot } from "../../workspace/snapshot/snapshot.ts";
import { diffBetween } from "../state/diff.ts";
import type { Outcome, OutcomeVerdict, Worked } from "../state/outcome.ts";
import type { RunWorld } from "../state/run-world.ts";
import { stepOf } from "../state/step-run.ts";
import { judge } from "./judge.ts";
import { somePaths } from "./some-paths.ts";

/** What a worker has changed and its tree cannot hold. */
type LeftOut = Pick<Snapshot, "filtered" | "nested">;

/** How an agent's work ended, and what of it no commit would have. */
export type WorkedWhole = Extract<Worked, { status: "worked" }> & { leftOut: LeftOut };

/**
 * What the work of an attempt comes to; null when a person has stopped the run meanwhile. A contract that passes without
 * part of the work proves something else, so a person is asked before it runs.
 */
export async function judgeUnlessLeftOut(
  world: RunWorld,
  key: AttemptKey,
  { leftOut, ...worked }: WorkedWhole,
): Promise<Outcome | null> {
  const told = toldOf(leftOut);
  if (told === null) return judge(world, key, worked);
  const { contracts } = stepOf(world.run.plan, key.step);
  if (worked.reason !== "finished" || worked.places.length > 0 || contracts.length === 0) {
    const outcome = await judge(world, key, worked);
    return outcome && { ...outcome, verdict: alsoTelling(outcome.verdict, told) };
  }
  const { base, tree, agent, text, question } = worked;
  const diff = await diffBetween(world.step.git, base, tree);
  const verdict: OutcomeVerdict = { is: "held", over: "unverified", told, places: [] };
  return { base, tree, agent, text, question, diff, contracts: [], proof: null, verdict };
}

function toldOf({ filtered, nested }: LeftOut): string | null {
  const parts = [
    ...(filtered.length === 0
      ? []
      : [
          `${somePaths(filtered)} would have to pass through a filter of the repository's own, which is never run here`,
        ]),
    ...(nested.length === 0 ? [] : [`${somePaths(nested)} became a repository of its own`]),
  ];
  return parts.length === 0 ? null : `part of the work cannot be committed: ${parts.join("; ")}`;
}

/** What lies in the work folder, is in no commit, and nobody need be asked about. */
export const notTaken = ({ hidden, special }: Pick<Snapshot, "hidden" | "special">): string[] => [
  ...(hidden.length === 0 ? [] : [`left out, because the step's own ignore rules say so: ${somePaths(hidden)}`]),
  ...(special.length === 0
    ? []
    : [`left out, because no commit can hold a pipe, a socket or a device: ${somePaths(special)}`]),
];

/** Whoever decides about the attempt, and whoever makes the next one, knows it, too. */
const alsoTelling = (verdict: OutcomeVerdict, told: string): OutcomeVerdict =>
  "told" in verdict ? { ...verdict, told: `${verdict.told} (${told})` } : verdict;
