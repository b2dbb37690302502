import { join } from "node:path";
import { searchFolders } from "../../config/environment.ts";
import { runOnBase } from "../../contracts/proof/prove-step.ts";
import { purposeOf } from "../../contracts/proof/purpose-of.ts";
import { NotEquipped, type ProofPlace } from "../../contracts/sides/proof-place.ts";
import type { RunSide } from "../../contracts/sides/side.ts";
import { sideCacheIn } from "../../contracts/sides/side-cache.ts";
import { approvedTree } from "../../engine/plan-text/plan-branch.ts";
import type { Contract, Step } from "../../plan/model.ts";
import type { TreeId } from "../../ports/git.ts";
import { couldRunNewTests } from "../../shell/contract-purpose.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import type { Scene } from "../opening/scene.ts";
import { equipping } from "../proving/equip.ts";
import { missingTool } from "../proving/missing-tool.ts";
import { openProofSlot, type ProofSlot } from "../proving/open-proof-place.ts";
import { surroundingsOf } from "../proving/surroundings.ts";
import type { Candidate } from "./run-plan.ts";

/** What the contracts of a plan say before any work. `trouble` is why some were not tried, where it was not the time. */
export type Today = { answers: Answer[]; trouble: string | null };

/**
 * One contract. `isFirst`: no step before it could change the answer. `runsTests`: a test runner has run, so that tests
 * which the step brings may still prove it; `mustProve`: it is declared to. `pending` is as it should be.
 */
export type Answer = { step: number } & Said;

type Said =
  | { says: "passes"; isFirst: boolean; runsTests: boolean; mustProve: boolean }
  | { says: "lacks"; tool: string; remedy: string }
  | { says: "pending" }
  | { says: "untried" };

export type Looking = { seconds: number; signal: AbortSignal; onLine(line: string): void };
type Asked = Pick<Candidate, "plan" | "files" | "base" | "opened">;

/**
 * Runs the contracts of a plan that nobody has approved yet, as the run would before its first step, and keeps what they
 * say for it. Only where they can be held, without a network, and for as long as somebody waits at a terminal. Whatever
 * goes wrong is told, and never stands in the way of the approval.
 */
export async function contractsToday(
  scene: Pick<Scene, "sandbox">,
  found: Asked,
  { seconds, signal, onLine }: Looking,
): Promise<Today> {
  const asked = questionsOf(found.plan.steps);
  const answers: Answer[] = [];
  // Not `AbortSignal.timeout`: nothing holds one that is only part of another, and it may be collected before its time.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), seconds * 1000);
  const inTime = AbortSignal.any([signal, late.signal]);
  const soFar = (trouble: string | null): Today => ({
    answers: [
      ...answers,
      ...asked.slice(answers.length).map(({ step }): Answer => ({ step: step.number, says: "untried" })),
    ],
    trouble,
  });
  try {
    if (asked.length === 0) return soFar(null);
    const slot = await openProofSlot(found.opened, await scene.sandbox());
    try {
      if (!slot.sandbox.offers.isHolding)
        return soFar("without a sandbox nothing of a plan runs before it is approved");
      const ask = await asker(found, { slot, signal: inTime, onLine });
      for (const question of asked) answers.push(await ask(question));
    } finally {
      await slot.close();
    }
    return soFar(null);
  } catch (error) {
    return soFar(inTime.aborted ? null : firstLine(error));
  } finally {
    clearTimeout(timer);
  }
}

type Question = { step: Step; contract: Contract; isFirst: boolean };

/** Guards are meant to pass, a template has no contracts of its own yet, and what a step needs is not granted yet. */
function questionsOf(steps: readonly Step[]): Question[] {
  return steps.flatMap((step, index) =>
    step.template !== undefined || step.needs.length > 0
      ? []
      : step.contracts.flatMap((contract) =>
          purposeOf(contract) === "guards" ? [] : [{ step, contract, isFirst: index === 0 }],
        ),
  );
}

async function asker(
  { plan, files, base, opened }: Asked,
  { slot, signal, onLine }: Omit<Looking, "seconds"> & { slot: ProofSlot },
): Promise<(question: Question) => Promise<Answer>> {
  const { top } = opened.git.facts;
  const equip = equipping(opened, slot, { head: base.commit, surroundings: surroundingsOf(top), signal, onLine });
  const placeFor = async (tree: TreeId): Promise<ProofPlace> => {
    const equipped = await equip(tree);
    if (equipped.status === "failed") throw new NotEquipped(equipped.told);
    return equipped.place;
  };
  const trees = treesOf(opened.git);
  // What is found out about another tree than the run begins with would be of no use to it.
  const tree = await approvedTree(trees, base.commit, files);
  const place = await placeFor(tree);
  const cache = sideCacheIn(join(opened.folder, "sides"));
  const tools = { trees, placeFor, cache, progress() {}, signal };
  return async ({ step, contract, isFirst }) => {
    const [side] = await runOnBase({ plan, step: { ...step, contracts: [contract] }, base: tree }, tools);
    if (side === undefined || side.exit.kind !== "exited") return { step: step.number, says: "untried" };
    return { step: step.number, ...saidBy(side, contract, place, isFirst) };
  };
}

function saidBy(
  { verdict, report }: RunSide,
  { command, kind }: Contract,
  { tools, at }: ProofPlace,
  isFirst: boolean,
): Said {
  if (verdict.status === "passed") {
    const runsTests = report !== null || couldRunNewTests(command);
    return { says: "passes", isFirst, runsTests, mustProve: kind === "proves" };
  }
  if (verdict.status !== "unverified" || verdict.reason !== "missing-tool") return { says: "pending" };
  const [, tool] = /^`([^`/]+)` is not installed$/.exec(verdict.told) ?? [];
  if (tool === undefined) return { says: "pending" };
  return { says: "lacks", tool, remedy: missingTool(tool, { searched: searchFolders(), shown: tools.path, top: at }) };
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
