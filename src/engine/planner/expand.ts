import { approvalHash } from "../../plan/approval.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { WrittenStep } from "../../ports/dialect.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import type { Expansion } from "../../ports/judge.ts";
import type { AgentChoice } from "../../record/run.ts";
import type { RevisedPlan, RunFact } from "../../record/run-event.ts";
import { decodeUtf8 } from "../../std/decode-utf8.ts";
import { changesFinished } from "../plan-text/approved-anew.ts";
import { editedText } from "../plan-text/edited-text.ts";
import { withProgress } from "../plan-text/revise.ts";
import { append, stateOf } from "../state/journal-state.ts";
import { type RunState, stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { planOf, stepOf } from "../state/step-run.ts";
import { judgeOf } from "./ask-planner.ts";
import { askJudge, type Judged, unheard } from "./judged.ts";

/** Has the steps written that a template stands for, now that its turn has come. A person decides about them. */
export async function expand(world: RunWorld, step: string): Promise<void> {
  const state = await stateOf(world);
  if (!isDue(state, step) || state.tip === null) return;
  const { trees } = world.step.place;
  const tree = await trees.treeOf(state.tip);
  const plan = withProgress(planOf(world.run), state);
  const template = stepOf(plan, step);
  const { judge } = judgeOf(world, state, { step, about: "template", head: state.tip, tree });
  const files = await subscribed(trees, tree, template);
  const judged = await askJudge(judge, step, () => judge.expand({ plan, step: template, files }, world.signal));
  // When a person has stopped the run, it is asked anew once it goes on.
  const isHeard = !world.signal.aborted;
  await append(world, null, (now) => ({
    facts: isHeard && isDue(now, step) ? [factOf(world, now, judged)] : unheard(judged, "template"),
    value: null,
  }));
}

function isDue(state: RunState, step: string): boolean {
  const { progress, expansion } = stepState(state, step);
  return state.status === "in-progress" && progress.status === "pending" && expansion === null;
}

/** The files that a step subscribes to, as far as they are there. */
async function subscribed(
  trees: Trees,
  tree: TreeId,
  { subscriptions }: Step,
): Promise<{ path: string; text: string }[]> {
  const names = new Set(
    subscriptions.flatMap(({ kind, name }) => (kind === "file" ? [name.replace(/^\.\//, "")] : [])),
  );
  if (names.size === 0) return [];
  const found = (await trees.entries(tree)).filter(({ path, mode }) => names.has(path) && mode.startsWith("100"));
  const texts = await trees.read(found.map(({ id }) => id));
  return found.flatMap(({ path }, index) => {
    const bytes = texts[index];
    return bytes === undefined ? [] : [{ path, text: decodeUtf8(bytes).text }];
  });
}

function factOf(world: RunWorld, state: RunState, { step, by, proposal, took }: Judged<Expansion>): RunFact {
  const refused = (told: string, oversteps = false): RunFact => ({
    ...{ type: "proposal-refused", step, about: "template", by, told, ...(oversteps && { oversteps }), ...took },
  });
  if (!proposal.ok) return refused(proposal.why, proposal.oversteps);
  const found = expanded(world, step, proposal.value);
  if (typeof found === "string") return refused(found);
  const finished = changesFinished(world.run.plan, found.plan, state);
  if (finished.length > 0) return refused(finished.join("; "), true);
  const origins = originsOf(world.run.plan, found.plan, step);
  const told = found.plan.steps.filter(({ id }) => origins.get(id)?.id === step).map(inWords);
  return { type: "expanded", step, by, revision: found, told, ...took };
}

/** The plan with the steps in the template's place; why it cannot be, where the text has no place for them. */
function expanded({ run, dialect }: RunWorld, step: string, steps: readonly WrittenStep[]): RevisedPlan | string {
  try {
    const { files } = editedText(dialect, { root: ".plan", files: run.files }, [{ type: "expand", step, steps }]);
    const plan = { ...dialect.parse({ root: ".plan", files }).plan, id: run.plan.id };
    const agents: Record<string, AgentChoice> = {};
    for (const [id, origin] of originsOf(run.plan, plan, step)) {
      const agent = run.agents[origin.id];
      if (agent) agents[id] = agent;
    }
    return { plan, files: [...files], hash: approvalHash(plan), agents };
  } catch (error) {
    return `the plan cannot hold these steps: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The earlier form of every step: the template, for those that have come in its place. */
export function originsOf(before: Plan, after: Plan, template: string): Map<string, Step> {
  const at = before.steps.findIndex(({ id }) => id === template);
  const more = after.steps.length - before.steps.length;
  return new Map(
    after.steps.flatMap(({ id }, index) => {
      const origin = before.steps[index <= at ? index : Math.max(at, index - more)];
      return origin ? [[id, origin]] : [];
    }),
  );
}

const inWords = ({ number, title, what, how }: Step): string =>
  [`${number}. ${title}`, what, ...(how === undefined ? [] : [`How: ${how}`])].join("\n");
