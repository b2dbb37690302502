import { writesOf } from "../plan/files.ts";
import type { Budget, Plan, Step } from "../plan/model.ts";

/**
 * The same plan with contracts that a script can meet or miss: nobody knows the real work beforehand. What decides how a
 * plan moves stays: order, dependencies, policies, mode, files, walls. What names people, agents and places goes, and every
 * budget but the one that the scenario is about.
 */
export function standInPlan(plan: Plan, { title, budget }: { title: string; budget: Budget | undefined }): Plan {
  const { estimatedTotalTime: _time, budget: _budget, ...kept } = plan;
  return {
    ...kept,
    title,
    status: "draft",
    ...(budget !== undefined && { budget }),
    steps: plan.steps.map(standInStep),
  };
}

/** What a step is done by in a rehearsal: this file says so. */
export const standInFile = ({ number }: Step): string => `.rehearsal/step-${number}`;

export const DONE = "done\n";

function standInStep(step: Step): Step {
  const { agent: _agent, target: _target, estimatedTime: _time, result: _result, budget: _budget, ...kept } = step;
  const { files, contracts } = step;
  const own = { path: standInFile(step) };
  // A step that lists files is held up for any other that it changes.
  const add = writesOf(step).length > 0 ? [...files.add, own] : files.add;
  return {
    ...kept,
    status: "pending",
    failCount: 0,
    subscriptions: [],
    toolsNeeded: [],
    needs: [],
    files: { ...files, add },
    // Silent where the file is missing, too: a contract that cannot find what it asks for is doubted, not failed.
    contracts: contracts.length === 0 ? [] : [{ command: `test "$(cat ${own.path} 2>/dev/null)" = done`, exitCode: 0 }],
  };
}
