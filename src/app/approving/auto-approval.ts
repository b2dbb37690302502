import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Verdict, verdictOf } from "../../compare/change.ts";
import { comparePlans } from "../../compare/compare-plans.ts";
import type { AutoApproval } from "../../config/auto-approve.ts";
import { personHome } from "../../config/environment.ts";
import { planBranch } from "../../engine/plan-text/plan-branch.ts";
import type { Budget, Plan } from "../../plan/model.ts";
import { modeOf } from "../../plan/policies.ts";
import { amountsInWords } from "../../plan/spending-words.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import { type Advice, advice } from "../../std/refusal.ts";
import type { Scene } from "../opening/scene.ts";
import { openMemory } from "../runs/remembered-runs.ts";
import { committedPlan } from "./committed-plan.ts";
import type { Today } from "./contracts-today.ts";
import { grants } from "./grants.ts";
import { missingTools } from "./obstacles.ts";
import { remarks } from "./remarks.ts";
import type { Candidate, RunOptions } from "./run-plan.ts";
import type { Approval } from "./start-run.ts";

/** What the person's policy says about a plan. `against` is what a person has to decide, one by one. */
export type PolicyWord = { isApproved: true; approval: Approval } | { isApproved: false; against: Advice[] };

/** What was said with the command that a policy does not decide about. */
export type Asked = RunOptions & { publish: boolean; startOver: boolean };

/** Whether a policy says anything about plans of this repository; a plan that lies in no file is for a person. */
export const mayBeAutoApproved = (scene: Scene, { opened, path }: Pick<Candidate, "opened" | "path">): boolean =>
  path !== null && rulesFor(scene, opened).length > 0;

/**
 * Approves a plan in the name of the policy, if it keeps within every limit of one rule and loosens nothing. Whatever is in
 * doubt is for a person: a rule spares them the plans that they would not have looked at twice.
 */
export async function approvedByPolicy(
  scene: Scene,
  found: Candidate,
  today: Today,
  asked: Asked,
): Promise<PolicyWord> {
  const rules = rulesFor(scene, found.opened);
  if (found.path === null || rules.length === 0) return { isApproved: false, against: [] };
  const loosened = [...loosenedBy(scene, found, today, asked), ...(await loosenedSince(scene, found))];
  const [best = []] = rules.map((rule) => beyond(found, rule)).sort((a, b) => a.length - b.length);
  const against = [...best, ...loosened].map(advice);
  if (against.length > 0) return { isApproved: false, against };
  return { isApproved: true, approval: { by: `policy of ${scene.person}`, via: "policy" } };
}

function rulesFor({ policy }: Scene, { git }: Candidate["opened"]): AutoApproval[] {
  const here = realpathSync(git.facts.top);
  return policy.autoApprove.filter(({ repository }) => placeOf(repository) === here);
}

function placeOf(repository: string): string | null {
  const path = repository.startsWith("~/") ? join(personHome(), repository.slice(2)) : repository;
  return existsSync(path) ? realpathSync(path) : null;
}

function beyond({ workers, plannerName, plan }: Candidate, { agents, budget }: AutoApproval): string[] {
  const names = [...workers.map(({ name }) => name), ...(plannerName === null ? [] : [plannerName])];
  const others = [...new Set(names.filter((name) => !agents.includes(name)))];
  return [
    ...others.map((name) => `${name} is none of its agents (${agents.join(", ")})`),
    ...LIMITS.flatMap((limit) => aboveLimit(limit, plan.budget ?? {}, budget)),
  ];
}

const LIMITS = ["tokens", "usd", "wallClock"] as const;

function aboveLimit(name: (typeof LIMITS)[number], own: Budget, most: Budget): string[] {
  const [wanted, limit] = [own[name], most[name]];
  if (limit === undefined) return [];
  const max = amountsInWords({ [name]: limit }).join();
  if (wanted === undefined) return [`the plan's budget sets no limit where the policy says ${max} at most`];
  return wanted <= limit ? [] : [`its budget of ${amountsInWords({ [name]: wanted })} is above ${max}`];
}

/** Everything that a person would be told, or would have said, before they approve it. */
function loosenedBy({ policy }: Scene, found: Candidate, today: Today, asked: Asked): (string | Advice)[] {
  const isLessWatched = asked.mode === "autonomous" && modeOf(found.plan) === "interactive";
  return [
    ...(policy.sandbox === "off" ? ["the sandbox is off, so nothing holds it"] : []),
    ...(asked.inPlace ? ["--in-place works in your checkout"] : []),
    ...(asked.publish ? ["--publish lets it publish"] : []),
    ...(asked.startOver ? ["--start-over sets back what its file says"] : []),
    ...(asked.base === null ? [] : [`--base ${asked.base} is not what is checked out`]),
    ...(isLessWatched ? ["--mode autonomous takes away the stops that the plan has"] : []),
    ...grants(found),
    ...missingTools(found.plan, today),
    ...remarks({ ...found, today }),
  ];
}

/** The text that is committed has been read by somebody, and so has the one that was approved last. */
async function loosenedSince(scene: Scene, found: Candidate): Promise<string[]> {
  const committed = await committedPlan(found);
  const approved = await lastApproved(scene, found);
  return [
    ...(isAsStrict(committed, found.plan) ? [] : ["it is not as strict as the plan that is committed"]),
    ...(isAsStrict(approved, found.plan) ? [] : ["it is not as strict as the plan that was approved last"]),
  ];
}

const isAsStrict = (before: Plan | null, after: Plan): boolean =>
  before === null || AS_STRICT.has(verdictOf(comparePlans({ ...before, status: after.status }, after)));

const AS_STRICT: ReadonlySet<Verdict> = new Set<Verdict>(["same", "wording", "tightens"]);

async function lastApproved(scene: Scene, { opened, plan }: Candidate): Promise<Plan | null> {
  const store = await openMemory(scene);
  if (store === null) return null;
  const runs = await store.runs.list({ repository: repositoryIdOf(opened.git.facts) });
  const last = runs.find(({ branch }) => branch === planBranch(plan));
  return last === undefined ? null : ((await store.runs.get(last.id))?.plan ?? null);
}
