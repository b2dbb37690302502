import type { Plan } from "../../plan/model.ts";
import type { CommitId } from "../../ports/git.ts";
import { readMessage } from "../../record/commit-message.ts";
import type { Question } from "../../record/question.ts";
import { historyOf } from "../../workspace/history/history.ts";
import type { FinalProof, Refusal } from "../proof/final-proof.ts";
import { lastLines } from "../state/last-lines.ts";
import type { RunWorld } from "../state/run-world.ts";

type Trouble = Exclude<FinalProof, { status: "proven" }>;

/** Everything a person needs to decide about a plan whose steps are all done, and which does not hold together. */
export async function finalProofQuestion(world: RunWorld, tip: CommitId, trouble: Trouble): Promise<Unnumbered> {
  const { run } = world;
  return {
    run: run.id,
    step: null,
    over: "final",
    kind: "escalation",
    severity: "major",
    headline: `all steps of ${run.plan.id} are done, and ${headlineOf(trouble)}`,
    context:
      trouble.status === "not-equipped"
        ? [`what the repository needs could not be installed: ${trouble.told}`]
        : evidence(trouble.refusals, run.plan, await workOf(world, tip)),
    options: [
      { label: "Prove it again", value: "retry", description: "run the contracts that failed once more, as they are" },
      { label: "Back to draft", value: "revise", description: "stop here and change the plan; accepted steps stay" },
      { label: "Give up", value: "abort", description: "the plan has failed; accepted steps stay" },
    ],
    suggestion: null,
  };
}

/** A question gets its number when it is asked. */
type Unnumbered = Omit<Question, "id">;

function headlineOf(trouble: Trouble): string {
  if (trouble.status === "not-equipped") return "its contracts cannot run on what came out";
  const [first, ...others] = trouble.refusals;
  const what = `the contract of step ${first?.step.number} no longer passes`;
  return others.length === 0 ? what : `${what}, nor ${others.length} more`;
}

/** What a step's worker has changed, in the order of the branch. */
type Work = { step: number; paths: string[] };

/** Of every contract: what it said, the end of its output, and whose work came after its step. */
function evidence(refusals: readonly Refusal[], plan: Plan, work: readonly Work[]): string[] {
  return refusals.flatMap(({ step, contract, side }) => {
    const { verdict, explanation, log } = side;
    const told = verdict.status === "passed" ? "" : verdict.told;
    const own = work.findLastIndex((each) => each.step === step.number);
    const later = work.slice(own + 1).filter(({ paths }) => paths.length > 0);
    return [
      `step ${step.number}, ${step.title}: ${told || explanation.headline}`,
      `$ ${contract.command}\n${lastLines(`${log.head}${log.tail}`)}`.trimEnd(),
      later.length === 0
        ? "no later step changed anything: the contract does not always say the same"
        : ["changed after that step was accepted:", ...later.map((each) => toldOf(each, plan))].join("\n"),
    ];
  });
}

function toldOf({ step, paths }: Work, plan: Plan): string {
  const title = plan.steps.find(({ number }) => number === step)?.title ?? "";
  const more = paths.length > MOST_PATHS ? ` and ${paths.length - MOST_PATHS} more` : "";
  return `  step ${step}, ${title}: ${paths.slice(0, MOST_PATHS).join(", ")}${more}`;
}

const MOST_PATHS = 20;

/** Read from the branch, which says it also when the journal began later. */
async function workOf({ step: { git, place } }: RunWorld, tip: CommitId): Promise<Work[]> {
  const isStart = ({ message }: { message: string }): boolean => readMessage(message).kind === "approved";
  const commits = await historyOf(git).firstParents(tip, isStart);
  const work: Work[] = [];
  for (const { message, tree, parents } of commits.reverse()) {
    const read = readMessage(message);
    const [parent] = parents;
    if (read.kind !== "dev" || parent === undefined) continue;
    const changes = await place.trees.changes(await place.trees.treeOf(parent), tree);
    work.push({ step: read.step, paths: changes.map(({ path }) => path) });
  }
  return work;
}
