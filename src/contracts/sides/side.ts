import type { Contract, Plan } from "../../plan/model.ts";
import { contractTimeout } from "../../plan/policies.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import type { Exit } from "../../record/exit.ts";
import type { KeptText, TestReport } from "../../record/observation.ts";
import type { Seen } from "../../record/seen.ts";
import type { Verdict } from "../../record/verdict.ts";
import { type Explanation, explain } from "../explain/explain.ts";
import { forced } from "../explain/forced.ts";
import { keptLines } from "../explain/plain-lines.ts";
import { testReport } from "../explain/test-report.ts";
import { viewOf } from "../restore/tree-view.ts";
import { fixedFiles } from "./fixed-files.ts";
import { CONTRACT_ENV, type ProofPlace } from "./proof-place.ts";
import { runContract } from "./run-contract.ts";
import { scriptTexts } from "./script-texts.ts";
import { sumsUp } from "./sums-up.ts";
import { isMeantToFail, verdictOf } from "./verdict-of.ts";

/** One contract on one tree: what was seen, what it means, and words for it. */
export type RunSide = {
  tree: TreeId;
  exit: Exit;
  milliseconds: number;
  log: KeptText;
  /** Null where nobody asked. */
  seen: Seen | null;
  report: TestReport | null;
  /** The words in which it sums up its tests. */
  sumsUp?: string | null;
  verdict: Verdict;
  explanation: Explanation;
};

/** `watch` are files of which it matters whether the contract opens them. */
export async function runSide(
  place: ProofPlace,
  plan: Plan,
  contract: Contract,
  tree: TreeId,
  signal: AbortSignal,
  watch?: readonly string[],
): Promise<RunSide> {
  const { command } = contract;
  const seconds = contractTimeout(plan, contract);
  const fixed = await fixedFiles(place.trees, command, tree);
  const observation = await runContract(place, { command, seconds, fixed, ...(watch && { watch }) }, tree, signal);
  const { exit, log, milliseconds, seen } = observation;
  const scripts = await scriptTexts(place.trees, command, tree);
  const reading = testReport(command, scripts, textOf(log));
  const verdict = verdictOf(contract, observation, reading);
  const told = explain({ command, exit, log, report: reading.report, wanted: contract });
  const missing = verdict.status === "passed" ? "" : missingNetwork(place, plan, contract);
  const set = verdict.status === "failed" ? forced([told.headline, ...told.details], CONTRACT_ENV) : null;
  const explanation = {
    headline: `${relative(told.headline, place)}${missing}`,
    details: [...told.details.map((line) => relative(line, place)), ...(set === null ? [] : [set])],
  };
  const executed = await textsAt(place.trees, tree, fixed);
  const said = isMeantToFail(contract)
    ? null
    : sumsUp([command, ...scripts, ...executed], keptLines(log), reading.report);
  return { tree, exit, milliseconds, log, seen, report: reading.report, sumsUp: said, verdict, explanation };
}

async function textsAt(trees: Trees, tree: TreeId, paths: readonly string[]): Promise<string[]> {
  const view = await viewOf(trees, tree);
  return Promise.all(paths.map(async (path) => (await view.text(path)) ?? ""));
}

/** Whoever sees it fail should not look for the cause in the work. */
function missingNetwork({ network, grants, sandbox }: ProofPlace, { steps }: Plan, contract: Contract): string {
  const isAsked = steps.some(({ needs, contracts }) => needs.length > 0 && contracts.includes(contract));
  if (!isAsked || network === "host" || !sandbox.offers.isHolding) return "";
  const why = grants.network === "none" ? ": policy.yaml of Planwright's home says `contract_network: none`" : "";
  return ` (it ran without the network that its step needs${why})`;
}

/** Where something was left out, the two parts must not run together into one line. */
const textOf = ({ head, tail, dropped }: KeptText): string => `${head}${dropped > 0 ? "\n" : ""}${tail}`;

/** Some runners name files by their whole path, which says nothing more to a person and takes half a line. */
const relative = (text: string, { at }: ProofPlace): string => text.replaceAll(`${at}/`, "");
