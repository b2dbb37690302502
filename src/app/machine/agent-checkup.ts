import { endpointFault } from "../../agents/known/equip-agent.ts";
import { keysToSet } from "../../builtin/choose-model.ts";
import type { MachinePolicy } from "../../config/policy.ts";
import type { RepositoryConfig } from "../../config/repository-config.ts";
import { docPage } from "../../std/doc-page.ts";
import { agentPlace } from "../agents/agent-place.ts";
import { openDriver } from "../agents/choose-driver.ts";
import { agentsToInstall, type FoundAgent, findAgents } from "./agent-found.ts";
import { spokenModels } from "./agent-seen.ts";
import { type TryPlace, tryAgent } from "./agent-try.ts";
import { type FoundBuiltin, findBuiltin } from "./builtin-found.ts";
import type { Finding } from "./doctor-finding.ts";
import { missingAgents } from "./missing-agents.ts";

export type Checkup = {
  policy: MachinePolicy;
  /** The repository's top folder, or our own home where there is none. */
  top: string;
  /** Null where there is no repository, and so no role to play. */
  config: RepositoryConfig | null;
  /** Where agents can be started; null when nothing holds them here. */
  place: TryPlace | null;
  /** Hears whom it takes some time to try. */
  trying(names: readonly string[]): void;
};

/** What can be said about every agent of this machine without spending anything. None of it keeps contracts from running. */
export async function agentFindings(checkup: Checkup): Promise<Finding[]> {
  const { policy, trying } = checkup;
  const [found, builtin] = await Promise.all([findAgents(checkup), findBuiltin(checkup)]);
  const own = [...policy.agents].flatMap(([name, agent]) => (agent.kind === "own" ? [{ name, keys: agent.keys }] : []));
  const names = [...found.map(({ agent }) => agent.name), ...own.map(({ name }) => name)];
  const told = builtin === null ? names : [...names, "builtin"];
  const missing = missingAgents(checkup, told);
  if (told.length === 0) return [nobody(), ...(await missing)];
  trying(found.map(({ agent }) => agent.name));
  const here = Promise.all([
    ...found.map((each) => knownFinding(each, checkup)),
    ...own.map((each) => ownFinding(each, checkup)),
  ]);
  const ours = builtin === null ? [] : [builtinFinding(builtin, checkup)];
  return [...(await here), ...ours, ...(await missing)];
}

function nobody(): Finding {
  const [{ title, install } = { title: "", install: "" }, ...others] = agentsToInstall();
  const more = others.map((other) => other.title).join(", ");
  return {
    state: "weak",
    what: "agents",
    told: "none of those that are known is on your PATH, and no key is there for the built-in one; contracts run without",
    remedy: `a key is enough: set ${keysToSet().join(", or ")}; or ${install}   (${title}; for ${more} see ${docPage("agents.md")})`,
  };
}

/** What is wrong, and what helps. */
type Complaint = { told: string; remedy: string };

async function knownFinding(found: FoundAgent, checkup: Checkup): Promise<Finding> {
  const { agent, way, letInBy, programs } = found;
  const fault = endpointFault(agent, found.place.person);
  // One that could not be used is not tried, either.
  const place = fault === null ? checkup.place : null;
  const trouble = place === null ? null : await tryAgent(found, place);
  const where = place?.sandbox.offers.isHolding ? " in the sandbox" : "";
  const install = (way === "acp" ? agent.acp : agent.headless).install;
  const complaints: Complaint[] = [
    ...(fault === null ? [] : [{ told: fault.cause, remedy: fault.remedy }]),
    ...(trouble === null ? [] : [{ told: `does not start${where}: ${trouble}`, remedy: install }]),
    ...(letInBy === null ? [{ told: "not logged in", remedy: agent.logIn }] : []),
    ...programs
      .filter(({ isOld }) => isOld)
      .map(({ program, version, install: update }) => ({
        told: `${program} ${version} is older than what was tried with Planwright`,
        remedy: update,
      })),
    ...cutOff(checkup.policy),
  ];
  const versions = programs.map(({ program, version }) =>
    version === null ? `${program}, which does not say its version` : `${program} ${version}`,
  );
  return finding(agent.name, `${agent.title}, ${WAYS[way]}: ${versions.join(", ")}`, complaints, [
    ...(trouble === null && place !== null ? [`starts${where}`] : []),
    ...(letInBy === null ? [] : [`authenticated by ${letInBy}`]),
    `continues a conversation ${MEMORY[(way === "acp" ? agent.acp : agent.headless).remembers]}`,
    ...(way === "command" ? [`\`${agent.acp.install}\` lets it be watched more closely`] : []),
    ...reached(found.reaches, checkup.policy),
    ...played([agent.name, agent.headless.program], checkup),
  ]);
}

const MEMORY = {
  "session/resume": "with session/resume",
  "session/load": "with session/load",
  flag: "with its own flag",
  text: "from its text",
};

const WAYS = { acp: "over ACP", command: "as a command" };

/** It needs no program, and its model is not asked: that would cost something. */
function builtinFinding(found: FoundBuiltin, checkup: Checkup): Finding {
  const { policy } = checkup;
  const models = found.ok ? `: ${spokenModels(found.models)}` : "";
  const complaints = found.ok ? [] : [{ told: found.cause, remedy: found.remedy }];
  return finding(
    "builtin",
    `the built-in agent${models}`,
    [...complaints, ...cutOff(policy)],
    [
      ...(found.ok ? [found.letInBy === null ? "needs no key" : `authenticated by ${found.letInBy}`] : []),
      `models and prices as known on ${found.catalogue}`,
      ...reached([], policy).map((told) => `what it runs ${told}`),
      ...played(["builtin"], checkup),
    ],
  );
}

/** It is not started: nobody knows what it would do. */
async function ownFinding(
  { name, keys }: { name: string; keys: readonly string[] },
  checkup: Checkup,
): Promise<Finding> {
  const { top, policy } = checkup;
  const place = await agentPlace(keys, { policy, top, from: top });
  const { probe, reaches } = openDriver({ driver: "agent", spec: name }, place);
  const probed = await probe();
  const complaints = probed.ok ? [] : [{ told: probed.cause, remedy: probed.remedy }];
  return finding(
    name,
    probed.ok ? `your own: ${probed.told}` : "your own",
    [...complaints, ...cutOff(policy)],
    [...reached(reaches, policy), ...played([name], checkup)],
  );
}

/** What is wrong comes first, and the first of it says what to do. */
function finding(what: string, told: string, complaints: readonly Complaint[], rest: readonly string[]): Finding {
  const [first] = complaints;
  const state = first ? "weak" : "well";
  const more = [...complaints.map((complaint) => complaint.told), ...rest];
  return { state, what, told, more, ...(first && { remedy: first.remedy }) };
}

const cutOff = ({ agentNetwork }: MachinePolicy): Complaint[] =>
  agentNetwork === "none"
    ? [{ told: "connects to no host, not even its model's", remedy: "take `agent_network: none` out of policy.yaml" }]
    : [];

function reached(hosts: readonly string[], { agentNetwork, agentHosts }: MachinePolicy): string[] {
  if (agentNetwork === "none") return [];
  if (agentNetwork === "host") return ["connects to every host, as `agent_network: host` says"];
  return [`connects to ${[...hosts, ...agentHosts].join(", ") || "no host"}`];
}

function played(names: readonly string[], { config }: Checkup): string[] {
  if (config === null) return [];
  const roles = config.roles.filter((role) => role !== "coder");
  const own = roles.filter((role) => isMeant(config.agentOf(role) ?? config.agent, names));
  if (own.length === 0) return ["plays no role here unless you name it"];
  return [own.length === roles.length ? "plays every role here" : `plays ${own.join(", ")} here`];
}

const isMeant = (agent: string | null, names: readonly string[]): boolean =>
  agent !== null && names.includes(nameIn(agent));

/** The built-in agent is the same one with whatever model it is named. */
const nameIn = (agent: string): string =>
  agent.replace(/^builtin\s*:.*$/, "builtin").replace(/^(?:agent|acp|command)\s*:\s*/, "");
