import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { keysToSet } from "../../builtin/choose-model.ts";
import { CONFIG_FILE, type RepositoryConfig } from "../../config/repository-config.ts";
import type { TreeEntry, Trees } from "../../ports/git.ts";
import { configText } from "../../setup/config-text.ts";
import { detect, MAYBE_COPIED, type Proposal } from "../../setup/detect.ts";
import { ignoredFiles } from "../../setup/ignored-files.ts";
import { createFile, ExistsError } from "../../std/create-atomically.ts";
import { Refused } from "../../std/refusal.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { withFile } from "../opening/file-access.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import type { Scene } from "../opening/scene.ts";
import { machineAt } from "../plans/machine.ts";
import { agentsToInstall, findAgents } from "./agent-found.ts";
import { type AgentSeen, agentsSeen, agentText, isUsable } from "./agent-seen.ts";
import { findBuiltin } from "./builtin-found.ts";

/** What was found in a repository, and what its configuration would be or lacks. */
export type Initiation = {
  /** The path of the configuration, and whether it is there already; then it is left alone. */
  config: string;
  isThere: boolean;
  found: Proposal["found"];
  copy: readonly string[];
  gates: Proposal["gates"];
  /** What to run in the checkout, where no lockfile says what package.json needs and nothing is installed. */
  unlocked: string | null;
  /** The agents that are here, the one that is proposed first. */
  agents: AgentSeen[];
  /** Where there are none: what to install, or the keys of which one is enough for the built-in agent. */
  toInstall: ReturnType<typeof agentsToInstall>;
  toSet: string[];
  /** Whom the agent works as, if one is proposed: all roles that have no agent of their own. */
  roles: string[];
  /** The text to write; null when there is nothing to say, since a repository needs no configuration. */
  proposed: string | null;
  /** What the configuration that is there does not say, in words. */
  lacks: string[];
  /** A plan that lies where one usually does; null where there is none yet. */
  plan: string | null;
};

/**
 * Looks at what git has of the repository around a folder, and for agents. Nothing is run but the `--version` of these,
 * and nothing is written.
 */
export async function lookAround(scene: Scene): Promise<Initiation> {
  const { git } = await scene.repository();
  const { top, head } = git.facts;
  const trees = treesOf(git);
  const tree = head.kind === "unborn" ? trees.emptyTree : await trees.treeOf(head.commit);
  const entries = await trees.entries(tree);
  const isTracked = new Set(entries.map(({ path }) => path));
  const beside = MAYBE_COPIED.filter((name) => !isTracked.has(name) && isFile(join(top, name)));
  const isIgnored = await ignoredFiles(git, tree, beside);
  const { which } = machineAt(top);
  const proposal = detect({
    paths: [...isTracked],
    read: await textsAtTop(trees, entries),
    ignored: beside.filter(isIgnored),
    which,
  });
  const { found, gates, workspace, unlocked } = proposal;
  const config = join(top, CONFIG_FILE);
  const isThere = existsSync(config);
  const plan = PLANS.find((name) => existsSync(join(top, name)));
  const says = repositoryConfig(top);
  const machine = { policy: scene.policy, top };
  const agents = agentsSeen(...(await Promise.all([findAgents(machine), findBuiltin(machine)])));
  const isNothing = workspace === null && Object.keys(gates).length === 0 && !agents.some(isUsable);
  return {
    ...{ config, isThere, found, gates, copy: workspace?.copy ?? [], agents },
    plan: plan === undefined ? null : join(top, plan),
    unlocked: existsSync(join(top, "node_modules")) ? null : unlocked,
    toInstall: agents.length === 0 ? agentsToInstall() : [],
    toSet: agents.length === 0 ? keysToSet() : [],
    roles: says.roles.filter((role) => role !== "coder" && says.agentOf(role) === null),
    proposed: isThere || isNothing ? null : [configText(proposal), ...agentText(agents)].join("\n"),
    lacks: isThere ? lacking(says, proposal, agents, readFileSync(config, "utf8")) : [],
  };
}

const PLANS = ["plan.md", ".plan/plan.md", ".plan"];

/** Writes what was proposed. Never over a file that is there. */
export function writeConfig({ config, proposed }: Initiation): void {
  try {
    withFile(config, () => createFile(config, proposed ?? ""));
  } catch (error) {
    if (error instanceof ExistsError) throw new Refused("exists", `${config} is there meanwhile; nothing was written`);
    throw error;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The few files whose content says what a repository can do. */
async function textsAtTop(trees: Trees, entries: readonly TreeEntry[]): Promise<(path: string) => string | null> {
  const read = entries.filter(({ path, mode }) => READ.has(path) && mode.startsWith("100"));
  const texts = await trees.read(read.map(({ id }) => id));
  const byPath = new Map(read.map(({ path }, index) => [path, Buffer.from(texts[index] ?? []).toString("utf8")]));
  return (path) => byPath.get(path) ?? null;
}

const READ = new Set(["package.json", "pyproject.toml", "Makefile", "Rakefile"]);

function lacking(
  { workspace: has, agent }: RepositoryConfig,
  { workspace, found, gates }: Proposal,
  agents: readonly AgentSeen[],
  text: string,
): string[] {
  const wants = Object.entries(gates);
  return [
    ...found
      .filter(({ lockfile }) => !has?.lockfiles.includes(lockfile))
      .map(({ lockfile, command }) => `nothing installs what ${lockfile} names: \`${command}\` in \`workspace.setup\``),
    ...(workspace?.copy ?? [])
      .filter((name) => !has?.copy.includes(name))
      .map((name) => `workers and contracts do not see ${name}: name it in \`workspace.copy\``),
    ...(wants.length === 0 || /^["']?gates["']?\s*:/m.test(text)
      ? []
      : [`no gates are named: ${wants.map(([name, command]) => `\`${name}: ${command}\``).join(", ")} in \`gates\``]),
    ...agents
      .filter((seen) => agent === null && isUsable(seen))
      .slice(0, 1)
      .map(({ name }) => `no agent is named: \`agent: ${name}\``),
  ];
}
