import { parseBudget } from "../plan/budget.ts";
import type { Budget } from "../plan/model.ts";
import { nearest } from "../std/nearest.ts";
import type { Reading } from "./agent-policy.ts";

/** Plans that a person has approved beforehand: those of one repository that keep within these limits. */
export type AutoApproval = {
  /** An absolute path, or one that begins with `~/`. */
  repository: string;
  /** Agents as they are written after `--agent`; a plan that needs any other is shown to a person. */
  agents: readonly string[];
  /** The most that a plan may be allowed to spend. It must name a limit of its own for each of these. */
  budget: Budget;
};

/** Reads `auto_approve:` of a policy. Every limit is written out: one that was forgotten would be none. */
export function readAutoApprove(value: unknown): Reading<readonly AutoApproval[]> {
  if (!Array.isArray(value)) return refused(`\`auto_approve\` is a list, ${EXAMPLE}`);
  const rules: AutoApproval[] = [];
  for (const [index, settings] of value.entries()) {
    const reading = readRule(`auto_approve, entry ${index + 1}`, settings);
    if (!reading.ok) return reading;
    rules.push(reading.value);
  }
  return { ok: true, value: rules };
}

const EXAMPLE =
  'such as `- { repository: ~/shop, agents: [claude-code], max_budget: "max 200k tokens, $1.50, 20 minutes" }`';
const KEYS = ["repository", "agents", "max_budget"];

function readRule(place: string, settings: unknown): Reading<AutoApproval> {
  if (!isMap(settings)) return refused(`${place}: it holds settings, ${EXAMPLE}`);
  const unknown = Object.keys(settings).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return refused(`${place}: there is no setting \`${unknown}\`${meantKey(unknown)}`);
  const { repository, agents, max_budget: limits } = settings;
  if (!isText(repository) || !/^(?:\/|~\/)/.test(repository.trim())) {
    return refused(`${place}: \`repository\` is a whole path, such as \`~/src/shop\``);
  }
  if (!Array.isArray(agents) || agents.length === 0 || !agents.every(isText)) {
    return refused(`${place}: \`agents\` is a list of agents, such as [claude-code]`);
  }
  const movable = agents.find((agent) => /(?:^|[\s:])\.{1,2}\//.test(agent));
  if (movable !== undefined) {
    return refused(`${place}: what \`${movable}\` is, the place where you stand decides; write its whole path`);
  }
  if (!isText(limits))
    return refused(`${place}: \`max_budget\` is missing, as in "max 200k tokens, $1.50, 20 minutes"`);
  const budget = parseBudget(limits);
  if (!budget.ok) return refused(`${place}: \`max_budget\`: ${budget.message}`);
  const names = agents.map((agent) => agent.trim());
  return { ok: true, value: { repository: repository.trim(), agents: names, budget: budget.budget } };
}

function meantKey(key: string): string {
  const meant = nearest(key, KEYS);
  return meant === null ? `; there are ${KEYS.join(", ")}` : `; did you mean \`${meant}\`?`;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const refused = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
