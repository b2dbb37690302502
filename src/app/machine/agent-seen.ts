import type { FoundAgent } from "./agent-found.ts";
import type { FoundBuiltin, TierModel } from "./builtin-found.ts";

/** An agent as `init` tells of it. */
export type AgentSeen = ProgramSeen | BuiltinSeen;

type ProgramSeen = {
  name: string;
  title: string;
  /** Those of its programs that are there; the version is null when one does not say it. */
  programs: { program: string; version: string | null }[];
  way: "acp" | "command";
  /** The name of a variable or the path of a file; null when nothing lets it in, and `logIn` says what to do. */
  letInBy: string | null;
  logIn: string;
};

/** It has nothing to install, and is told only where it has a model. `letInBy` is null where that needs no key. */
type BuiltinSeen = {
  name: "builtin";
  title: string;
  way: "builtin";
  models: readonly TierModel[];
  /** The day from which its models and their prices are known. */
  catalogue: string;
  letInBy: string | null;
};

/** All that were found; those that somebody has installed come before ours. */
export const agentsSeen = (found: readonly FoundAgent[], builtin: FoundBuiltin | null): AgentSeen[] =>
  [...found.map(programSeen), ...(builtin?.ok ? [builtinSeen(builtin)] : [])].sort(usableFirst);

const programSeen = ({ agent, way, programs, letInBy }: FoundAgent): ProgramSeen => ({
  ...{ name: agent.name, title: agent.title, logIn: agent.logIn },
  ...{ way, letInBy, programs: programs.map(({ program, version }) => ({ program, version })) },
});

const builtinSeen = ({ models, catalogue, letInBy }: FoundBuiltin & { ok: true }): BuiltinSeen => ({
  ...{ name: "builtin", title: "the built-in agent", way: "builtin" },
  ...{ models, catalogue, letInBy },
});

export const isUsable = ({ way, letInBy }: AgentSeen): boolean => way === "builtin" || letInBy !== null;

/** Otherwise in the order in which they are known. */
const usableFirst = (a: AgentSeen, b: AgentSeen): number => Number(isUsable(b)) - Number(isUsable(a));

/** The models of the built-in agent in one line. */
export function spokenModels(models: readonly TierModel[]): string {
  const [first, ...others] = models;
  if (first && others.every(({ model }) => model === first.model)) return first.model;
  return models.map(({ tier, model }) => `${model} (${tier})`).join(", ");
}

/** The lines of a configuration that name the agent; none where nobody could work. */
export function agentText(agents: readonly AgentSeen[]): string[] {
  const [first, ...others] = agents.filter(isUsable);
  if (!first) return [];
  const beside = others.length === 0 ? "" : ` Also here: ${others.map(({ name }) => name).join(", ")}.`;
  return [
    `# Who works unless another is named, in every role.${beside}\n# A role may have its own: \`roles: { reviewer: { agent: NAME } }\`.\nagent: ${first.name}\n`,
  ];
}
