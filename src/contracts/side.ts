import type { Contract, Plan } from "../plan/model.ts";
import { contractTimeout } from "../plan/policies.ts";
import type { TreeId } from "../ports/git.ts";
import type { Exit } from "../record/exit.ts";
import type { KeptText, TestReport } from "../record/observation.ts";
import type { Verdict } from "../record/verdict.ts";
import { type Explanation, explain } from "./explain/explain.ts";
import { testReport } from "./explain/test-report.ts";
import { fixedFiles } from "./fixed-files.ts";
import type { ProofPlace } from "./proof-place.ts";
import { runContract } from "./run-contract.ts";
import { scriptTexts } from "./script-texts.ts";
import { verdictOf } from "./verdict-of.ts";

/** One contract on one tree: what was seen, what it means, and words for it. */
export type RunSide = {
  tree: TreeId;
  exit: Exit;
  milliseconds: number;
  log: KeptText;
  report: TestReport | null;
  verdict: Verdict;
  explanation: Explanation;
};

export async function runSide(
  place: ProofPlace,
  plan: Plan,
  contract: Contract,
  tree: TreeId,
  signal: AbortSignal,
): Promise<RunSide> {
  const { command } = contract;
  const seconds = contractTimeout(plan, contract);
  const fixed = await fixedFiles(place.trees, command, tree);
  const observation = await runContract(place, { command, seconds, fixed }, tree, signal);
  const { exit, log, milliseconds } = observation;
  const reading = testReport(command, await scriptTexts(place.trees, command, tree), textOf(log));
  const verdict = verdictOf(contract, observation, reading);
  const told = explain({ command, exit, log, report: reading.report, wanted: contract });
  const missing = verdict.status === "passed" ? "" : missingNetwork(place, plan, contract);
  const explanation = {
    headline: `${relative(told.headline, place)}${missing}`,
    details: told.details.map((line) => relative(line, place)),
  };
  return { tree, exit, milliseconds, log, report: reading.report, verdict, explanation };
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
