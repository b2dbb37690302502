import type { ProvenContract } from "../../contracts/proof/prove-step.ts";
import { NotEquipped } from "../../contracts/sides/proof-place.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Exit } from "../../record/exit.ts";
import type { AttemptKey } from "../../record/run.ts";
import type { ContractResult } from "../../record/run-event.ts";
import { diffBetween } from "../state/diff.ts";
import { isProtected } from "../state/fences.ts";
import { lastLines } from "../state/last-lines.ts";
import type { Outcome, OutcomeVerdict, Worked } from "../state/outcome.ts";
import { placesOf, type RunWorld } from "../state/run-world.ts";
import { stepOf } from "../state/step-run.ts";
import { baseCheckIsOver } from "./base-check.ts";
import { type Judged, judgeWork } from "./judge-work.ts";
import { publishFor } from "./publish.ts";
import { somePaths } from "./some-paths.ts";
import { trustedTests } from "./trusted-tests.ts";
import { verdictOn } from "./verdict-on.ts";

type Done = Extract<Worked, { status: "worked" }>;

/**
 * What the work of an attempt comes to; null when a person has stopped the run meanwhile. The worker's words count for
 * nothing; its tree and the contract do.
 */
export async function judge(world: RunWorld, key: AttemptKey, worked: Done): Promise<Outcome | null> {
  const step = stepOf(world.run.plan, key.step);
  const { base, tree, agent, text, question, asks } = worked;
  try {
    const judged = await judgeTree(world, key, step, worked);
    const diff = judged.verdict.is === "passed" ? null : await diffBetween(world.step.git, base, tree, judged.changed);
    return { base, tree, agent, text, question, ...(asks && { asks }), diff, ...judged };
  } catch (error) {
    // A person has stopped the run. The work is there, and is judged when it goes on.
    if (world.signal.aborted) return null;
    throw error;
  }
}

type Judgement = Pick<Outcome, "contracts" | "proof" | "verdict" | "changed" | "noted">;

/** What a person would allow by accepting it. */
const changedTests = ({ tests }: Judged): string[] => ("paths" in tests && tests.is !== "kept" ? tests.paths : []);

/** New files that a step which lists files does not announce: they are committed, and nobody is asked. */
function forgotten({ proof: { restoration } }: Judged): string[] {
  const paths = restoration.undeclared.filter(({ before }) => before === null).map(({ path }) => path);
  return paths.length === 0 ? [] : [`new, and not in the step's list of files: ${somePaths(paths)}`];
}

async function judgeTree(world: RunWorld, key: AttemptKey, step: Step, worked: Done): Promise<Judgement> {
  const { base, tree } = worked;
  const found = { contracts: [], proof: null };
  const atOnce = withoutContracts(world.run.plan, step, worked);
  if (atOnce) return { ...found, verdict: atOnce };

  await baseCheckIsOver(world);
  const about = {
    base: await world.step.place.trees.treeOf(base),
    worker: tree,
    attempt: key.attempt,
    version: world.version,
    placeFor: placesOf(world),
    trusted: await trustedTests(world.step.git, base),
    occasion: world.run.id,
  };
  const judging = async (): Promise<Judged | string> =>
    (await publishFor(world, step, { tip: base, base: about.base })) ??
    judgeWork(world.step, step, about, world.signal);
  const judged = await judging().catch((error: unknown) => {
    if (error instanceof NotEquipped) return `what the repository needs could not be installed: ${error.message}`;
    throw error;
  });
  if (typeof judged === "string") {
    return { ...found, verdict: { is: "held", over: "unverified", told: judged, places: [] } };
  }
  const { mode, strict: isStrict = false } = world.run;
  const contracts = judged.proof.contracts.map(contractResult);
  return {
    contracts,
    proof: judged.receipt,
    verdict: verdictOn(judged, { mode, isStrict }),
    changed: changedTests(judged),
    noted: forgotten(judged),
  };
}

/** What is clear before any contract runs. */
function withoutContracts(plan: Plan, step: Step, worked: Done): OutcomeVerdict | null {
  const { places, reason, text, question, unfit } = worked;
  if (places.length > 0) {
    const over = places.some(({ path }) => isProtected(plan, path)) ? "protected-area" : "tampered";
    const told = `the worker changed files that it must not: ${places.map(({ path }) => path).join(", ")}`;
    return { is: "held", over, told, places };
  }
  if (unfit !== undefined && reason !== "aborted") return { is: "failed", reason: "agent", told: unfit };
  switch (reason) {
    case "aborted":
      return { is: "interrupted", why: "stopped" };
    case "asked":
      return { is: "held", over: "question", told: question ?? text, places: [] };
    case "gave-up":
      return { is: "failed", reason: "gave-up", told: `the agent says that it cannot be done: ${question ?? text}` };
    case "budget":
      return { is: "held", over: "budget", told: `the agent was stopped: ${text}`, places: [] };
    case "not-let-in": {
      // Another attempt would end like this one, and none of them says anything about the step.
      const told = `the agent has no access to its model: ${text}; fix that and answer \`retry\`, no attempt is used up`;
      return { is: "held", over: "unverified", told, places: [] };
    }
    case "not-reached": {
      const told = `the agent cannot connect to its model: ${text}; answer \`retry\` when it can, no attempt is used up`;
      return { is: "held", over: "unverified", told, places: [] };
    }
    case "failed":
      return { is: "failed", reason: "agent", told: `the agent failed: ${text}` };
    case "silent":
    case "timeout":
      return { is: "failed", reason: "timeout", told: `the agent was stopped: ${text}` };
    case "finished":
      if (step.contracts.length > 0) return null;
      return {
        is: "held",
        over: "by-eye",
        told: "the step has no contract, so only a person can judge it",
        places: [],
      };
  }
}

function contractResult({ contract, after, conclusion }: ProvenContract): ContractResult {
  return {
    command: contract.command,
    conclusion,
    headline: after.explanation.headline,
    details: after.explanation.details,
    milliseconds: after.milliseconds,
    exit: exitInWords(after.exit),
    log: lastLines(`${after.log.head}${after.log.tail}`),
  };
}

function exitInWords(exit: Exit): string {
  switch (exit.kind) {
    case "exited":
      return String(exit.code);
    case "signalled":
      return `signal ${exit.signal}`;
    case "stopped":
      return `stopped (${exit.by})`;
  }
}
