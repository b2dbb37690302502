import { formatDuration } from "../plan/duration.ts";
import type { Plan, Step } from "../plan/model.ts";
import { formatOnFail } from "../plan/on-fail.ts";
import { failurePolicy, roleOf, workLimits } from "../plan/policies.ts";
import { sameJson } from "../std/same-json.ts";
import { budgetFindings } from "./budget-findings.ts";
import type { Finding } from "./change.ts";
import { contractFindings } from "./contract-findings.ts";
import { proseFindings } from "./prose-findings.ts";
import { scopeFindings } from "./scope-findings.ts";
import { inBackticks, named } from "./spoken.ts";

/** The two plans: what a step does not say follows from its plan. */
type Plans = { before: Plan; after: Plan };

/** What differs in one step, its place and its dependencies aside. */
export function stepFindings(before: Step, after: Step, plans: Plans): Finding[] {
  const findings = Object.values(FIELDS).flatMap((compare) => compare(before, after, plans));
  return [...doneFindings(before, findings), ...findings];
}

/** Its work is in the tree already, proven by the contract it had. */
function doneFindings({ status }: Step, findings: readonly Finding[]): Finding[] {
  const isTouched = findings.some(({ area, effect }) => area !== "state" && effect !== "wording");
  if (status !== "done" || !isTouched) return [];
  return [{ effect: "changes", area: "step", told: "was done already, and is another step now" }];
}

type Compare = (before: Step, after: Step, plans: Plans) => Finding[];

const NOTHING: Compare = () => [];

/** A new field of the model does not compile until someone decides here what a change of it means. */
const FIELDS = {
  contracts: (before, after) => contractFindings(before.contracts, after.contracts),
  files: (before, after) => scopeFindings(before.files, after.files),
  needs: (before, after) => needsFindings(before.needs, after.needs),
  what: prose("its What", (step) => step.what),
  how: prose("its How", (step) => step.how),
  acceptsWhen: prose("its Accepts when", (step) => step.acceptsWhen),
  expected: prose("its Expected", (step) => step.expected),
  subtasks: subtaskFindings,
  target: targetFindings,
  agent: valueFindings("agent", "grants", (step) => step.agent),
  onFail: valueFindings(
    "on_fail",
    "policy",
    (step) => step.onFail && formatOnFail(step.onFail),
    (step, plan) => failurePolicy(plan, step),
  ),
  workTimeout: valueFindings(
    "work_timeout",
    "policy",
    (step) => step.workTimeout && formatDuration(step.workTimeout),
    workLimits,
  ),
  budget: (before, after) => budgetFindings("its budget", before.budget, after.budget),
  subscriptions: listFindings("subscriptions", "is told about", "is no longer told about", (step) =>
    step.subscriptions.map(({ kind, name }) => `${kind}:${name}`),
  ),
  toolsNeeded: listFindings("tools", "names the tool", "no longer names the tool", (step) => step.toolsNeeded),
  track: valueFindings("track", "order", (step) => step.track),
  template: valueFindings("template", "step", (step) => step.template),
  title: ({ title: before }, { title: after }) => {
    if (before === after) return [];
    return [{ effect: "wording", area: "text", told: `was called ${named(before)}`, before, after }];
  },
  reason: wording("its reason", (step) => step.reason),
  estimatedTime: wording("its estimate", (step) => step.estimatedTime),
  status: ({ status: before }, { status: after }) => {
    if (before === after) return [];
    return [{ effect: "changes", area: "state", told: `is ${after}, it was ${before}`, before, after }];
  },
  failCount: ({ failCount: before }, { failCount: after }) => {
    if (before === after) return [];
    return [{ effect: "changes", area: "state", told: `its fail count is ${after}, it was ${before}`, before, after }];
  },
  result: prose("its result", (step) => step.result, "state"),
  // Compared over the whole plan, because they name or number other steps.
  id: NOTHING,
  number: NOTHING,
  dependsOn: NOTHING,
} as const satisfies Record<keyof Step, Compare>;

export function needsFindings(before: Step["needs"], after: Step["needs"]): Finding[] {
  const more = after.filter((need) => !before.includes(need));
  const fewer = before.filter((need) => !after.includes(need));
  if (more.length === 0 && fewer.length === 0 && !sameJson(before, after)) {
    return [{ effect: "wording", area: "grants", told: "lists its needs in another order", before, after }];
  }
  return [
    ...more.map(
      (need): Finding => ({ effect: "loosens", area: "grants", told: `is granted \`${need}\``, before, after }),
    ),
    ...fewer.map(
      (need): Finding => ({
        effect: "tightens",
        area: "grants",
        told: `is no longer granted \`${need}\``,
        before,
        after,
      }),
    ),
  ];
}

/** `coder` is another name for a developer, and so is silence. */
function targetFindings(before: Step, after: Step): Finding[] {
  if (before.target === after.target) return [];
  const [then, now] = [roleOf(before), roleOf(after)];
  const values = { area: "grants", before: before.target, after: after.target } as const;
  if (then === now) return [{ effect: "wording", told: `spells its target ${named(now)} differently`, ...values }];
  return [{ effect: "changes", told: `is for ${named(now)}, it was for ${named(then)}`, ...values }];
}

function prose(name: string, read: (step: Step) => string | undefined, area: "text" | "state" = "text"): Compare {
  return (before, after) => proseFindings(name, read(before), read(after), { area });
}

function wording(name: string, read: (step: Step) => string | undefined): Compare {
  return (before, after) => proseFindings(name, read(before), read(after), { effect: "wording" });
}

/** `meaning` is what holds, one of the two perhaps saying nothing; without it, silence means nothing else. */
function valueFindings(
  name: string,
  area: Finding["area"],
  read: (step: Step) => string | undefined | 0,
  meaning?: (step: Step, plan: Plan) => object,
): Compare {
  return (then, now, plans) => {
    const [before, after] = [read(then) || undefined, read(now) || undefined];
    if (before === after) return [];
    const told = `its \`${name}\` is ${spoken(after)}, it was ${spoken(before)}`;
    const isSame = meaning !== undefined && sameJson(meaning(then, plans.before), meaning(now, plans.after));
    if (isSame) return [{ effect: "wording", area, told: `${told}, which means the same`, before, after }];
    return [{ effect: "changes", area, told, before, after }];
  };
}

const spoken = (value: string | undefined): string => (value === undefined ? "not given" : named(value));

function listFindings(name: string, more: string, fewer: string, read: (step: Step) => string[]): Compare {
  return (then, now) => {
    const [before, after] = [read(then), read(now)];
    const [old, fresh] = [new Set(before), new Set(after)];
    const [gained, lost] = [after.filter((name) => !old.has(name)), before.filter((name) => !fresh.has(name))];
    const tell = (verb: string, names: string[]): Finding[] =>
      names.length === 0
        ? []
        : [{ effect: "changes", area: "text", told: `${verb} ${inBackticks(names)}`, before, after }];
    const findings = [...tell(more, gained), ...tell(fewer, lost)];
    if (findings.length > 0 || sameJson(before, after)) return findings;
    return [{ effect: "wording", area: "text", told: `lists its ${name} in another order`, before, after }];
  };
}

/** What a subtask says is part of the What; its tick is the worker's. */
function subtaskFindings({ subtasks: before }: Step, { subtasks: after }: Step): Finding[] {
  const texts = (list: Step["subtasks"]): string => list.map(({ text }) => text).join("\n");
  const findings = proseFindings("its checklist", texts(before), texts(after));
  if (findings.length > 0 || sameJson(before, after)) return findings;
  return [{ effect: "changes", area: "state", told: "its checklist is ticked differently", before, after }];
}
