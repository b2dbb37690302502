import type { FoundAgent } from "./agent-found.ts";

/** An agent as `init` tells of it. */
export type AgentSeen = {
  name: string;
  title: string;
  /** Those of its programs that are there; the version is null when one does not say it. */
  programs: { program: string; version: string | null }[];
  way: "acp" | "command";
  /** The name of a variable or the path of a file; null when nothing lets it in, and `logIn` says what to do. */
  letInBy: string | null;
  logIn: string;
};

export const agentSeen = ({ agent, way, programs, letInBy }: FoundAgent): AgentSeen => ({
  ...{ name: agent.name, title: agent.title, logIn: agent.logIn },
  ...{ way, letInBy, programs: programs.map(({ program, version }) => ({ program, version })) },
});

export const isUsable = ({ letInBy }: AgentSeen): boolean => letInBy !== null;

/** Otherwise in the order in which they are known. */
export const usableFirst = (a: AgentSeen, b: AgentSeen): number => Number(isUsable(b)) - Number(isUsable(a));

/** The lines of a configuration that name the agent; none where nobody could work. */
export function agentText(agents: readonly AgentSeen[]): string[] {
  const [first, ...others] = agents.filter(isUsable);
  if (!first) return [];
  const beside = others.length === 0 ? "" : ` Also here: ${others.map(({ name }) => name).join(", ")}.`;
  return [
    `# Who works unless another is named, in every role.${beside}\n# A role may have its own: \`roles: { reviewer: { agent: NAME } }\`.\nagent: ${first.name}\n`,
  ];
}
