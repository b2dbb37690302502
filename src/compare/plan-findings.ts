import { formatDuration } from "../plan/duration.ts";
import type { Contract, Plan } from "../plan/model.ts";
import { complexityOf, contractTimeout, failurePolicy, modeOf } from "../plan/policies.ts";
import { sameJson } from "../std/same-json.ts";
import { budgetFindings } from "./budget-findings.ts";
import type { Effect, Finding } from "./change.ts";
import { proseFindings } from "./prose-findings.ts";
import { protectedAreaFindings } from "./protected-area-findings.ts";
import { named } from "./spoken.ts";

/** What differs in a plan, its steps aside. */
export function planFindings(before: Plan, after: Plan): Finding[] {
  return Object.values(FIELDS).flatMap((compare) => compare(before, after));
}

type Compare = (before: Plan, after: Plan) => Finding[];

const NOTHING: Compare = () => [];

/** A new field of the model does not compile until someone decides here what a change of it means. */
const FIELDS = {
  protectedAreas: (before, after) => protectedAreaFindings(before.protectedAreas, after.protectedAreas),
  budget: (before, after) => budgetFindings("the budget", before.budget, after.budget),
  mode: (before, after) =>
    policyFindings("mode", before.mode, after.mode, {
      meant: modeOf(before) === modeOf(after),
      effect: modeOf(after) === "autonomous" ? "loosens" : "tightens",
    }),
  strict: ({ strict: then }, { strict: now }) =>
    policyFindings("strict", then, now, {
      meant: (then ?? false) === (now ?? false),
      effect: now === true ? "tightens" : "loosens",
    }),
  complexity: (before, after) =>
    policyFindings("complexity", before.complexity, after.complexity, {
      meant: complexityOf(before) === complexityOf(after),
    }),
  infrastructure: (before, after) => policyFindings("infrastructure", before.infrastructure, after.infrastructure),
  settings: (before, after) => [
    ...policyFindings("max_retries_per_task", before.settings.maxRetriesPerTask, after.settings.maxRetriesPerTask, {
      meant: areTriedAlike(before, after),
    }),
    ...policyFindings(
      "verification_timeout",
      seconds(before.settings.verificationTimeout),
      seconds(after.settings.verificationTimeout),
      { meant: contractTimeout(before, ANY_CONTRACT) === contractTimeout(after, ANY_CONTRACT) },
    ),
  ],
  priority: (before, after) => policyFindings("priority", before.priority, after.priority),
  owner: (before, after) => policyFindings("owner", before.owner, after.owner),
  what: (before, after) => proseFindings("the plan's What", before.what, after.what),
  architecture: (before, after) => proseFindings("the architecture", before.architecture, after.architecture),
  how: (before, after) => proseFindings("the plan's How", before.how, after.how),
  title: ({ title: before }, { title: after }) => {
    if (before === after) return [];
    return [
      {
        effect: "wording",
        area: "text",
        told: `the plan was called ${named(before)}, now ${named(after)}`,
        before,
        after,
      },
    ];
  },
  // The id of a plan follows from its title.
  id: ({ id: before, title }, { id: after, title: newTitle }) => {
    if (before === after || title !== newTitle) return [];
    return [
      {
        effect: "wording",
        area: "text",
        told: `the plan's id was ${named(before)}, now ${named(after)}`,
        before,
        after,
      },
    ];
  },
  context: (before, after) => proseFindings("the context", before.context, after.context, { effect: "wording" }),
  risks: (before, after) => listFindings("the risks", before.risks, after.risks),
  prerequisites: (before, after) => listFindings("the prerequisites", before.prerequisites, after.prerequisites),
  estimatedTotalTime: (before, after) =>
    proseFindings("the estimated time", before.estimatedTotalTime, after.estimatedTotalTime, { effect: "wording" }),
  status: ({ status: before }, { status: after }) => {
    if (before === after) return [];
    return [{ effect: "changes", area: "state", told: `the plan is ${after}, it was ${before}`, before, after }];
  },
  steps: NOTHING,
  // Where a plan was read from is no part of what it says.
  source: NOTHING,
} as const satisfies Record<keyof Plan, Compare>;

const ANY_CONTRACT: Contract = { command: "", exitCode: 0 };

/** Whether no step, as it was or as it is, may be tried more or less often under the settings of the other plan. */
function areTriedAlike(before: Plan, after: Plan): boolean {
  const steps = [...before.steps, ...after.steps];
  return steps.length > 0 && steps.every((step) => sameJson(failurePolicy(before, step), failurePolicy(after, step)));
}

type Value = string | number | boolean | undefined;
/** `meant`: whether both mean the same, one of them perhaps by saying nothing. */
type Manner = { meant?: boolean; effect?: Effect };

function policyFindings(
  name: string,
  before: Value,
  after: Value,
  { meant = false, effect = "changes" }: Manner = {},
): Finding[] {
  if (before === after) return [];
  const told = `\`${name}\` is ${spoken(after)}, it was ${spoken(before)}`;
  return [
    {
      effect: meant ? "wording" : effect,
      area: "policy",
      told: meant ? `${told}, which means the same` : told,
      before,
      after,
    },
  ];
}

const spoken = (value: Value): string => (value === undefined ? "not given" : named(String(value)));

const seconds = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : formatDuration(value);

function listFindings(name: string, before: readonly string[], after: readonly string[]): Finding[] {
  if (sameJson(before, after)) return [];
  const are = after.length === 0 ? "gone" : before.length === 0 ? "new" : "listed differently";
  return [{ effect: "wording", area: "text", told: `${name} are ${are}`, before, after }];
}
