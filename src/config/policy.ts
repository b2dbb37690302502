import { parseDocument } from "yaml";
import { nearest } from "../std/nearest.ts";
import { type AgentPolicy, readAgents, readHosts } from "./agent-policy.ts";
import { type AutoApproval, readAutoApprove } from "./auto-approve.ts";
import { type ModelPolicy, readModels } from "./model-policy.ts";

/** What a person decides about protection. It is read from outside the repository only, so that no work can change it. */
export type MachinePolicy = {
  /** `off` runs contracts unheld; every receipt then says so. */
  sandbox: "on" | "off";
  /**
   * What agents may use of the machine's network: nothing, only the hosts that they must reach and `agentHosts`, or all.
   */
  agentNetwork: "none" | "listed" | "host";
  /** More hosts for every agent, as `name:port` or `*.name:port`. */
  agentHosts: readonly string[];
  /** Whether the contracts of a step that needs the network have the machine's; no other contract ever has it. */
  contractNetwork: "granted" | "none";
  agents: ReadonlyMap<string, AgentPolicy>;
  /** By `provider/name`. */
  models: ReadonlyMap<string, ModelPolicy>;
  /** Plans that need no person to approve them. */
  autoApprove: readonly AutoApproval[];
};

export type PolicyReading = { ok: true; policy: MachinePolicy } | { ok: false; reason: string };

/** What holds for somebody who has decided nothing. */
export const defaultPolicy = (): MachinePolicy => ({
  sandbox: "on",
  agentNetwork: "listed",
  agentHosts: [],
  contractNetwork: "granted",
  agents: new Map(),
  models: new Map(),
  autoApprove: [],
});

/** Strict, unlike a repository's preferences: a protection that was spelled wrong must not be taken for one that is off. */
export function parsePolicy(text: string): PolicyReading {
  const reading = settingsIn(text);
  if (!reading.ok) return reading;
  const { settings } = reading;
  const unknown = Object.keys(settings).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return refused(`there is no setting \`${unknown}\`${meantKey(unknown)}`);

  const policy = defaultPolicy();
  const { sandbox = policy.sandbox, agent_network: network = policy.agentNetwork, agent_hosts, agents } = settings;
  const { contract_network: contractNetwork = policy.contractNetwork } = settings;
  const spoken = onOrOff(sandbox);
  if (spoken !== "on" && spoken !== "off") return refused("`sandbox` is `on` or `off`");
  if (network !== "none" && network !== "listed" && network !== "host") {
    return refused("`agent_network` is `none`, `listed` or `host`");
  }
  if (contractNetwork !== "granted" && contractNetwork !== "none") {
    return refused("`contract_network` is `granted` or `none`");
  }
  const hosts = readHosts("agent_hosts", agent_hosts ?? []);
  if (!hosts.ok) return hosts;
  const decided = readAgents(agents ?? {});
  if (!decided.ok) return decided;
  const models = readModels(settings.models ?? {});
  if (!models.ok) return models;
  const autoApprove = readAutoApprove(settings.auto_approve ?? []);
  if (!autoApprove.ok) return autoApprove;
  return {
    ok: true,
    policy: {
      sandbox: spoken,
      agentNetwork: network,
      agentHosts: hosts.value,
      contractNetwork,
      agents: decided.value,
      models: models.value,
      autoApprove: autoApprove.value,
    },
  };
}

const KEYS = ["sandbox", "agent_network", "agent_hosts", "contract_network", "agents", "models", "auto_approve"];

function meantKey(key: string): string {
  const meant = nearest(key, KEYS);
  return meant === null ? "" : `; did you mean \`${meant}\`?`;
}

type SettingsReading = { ok: true; settings: Record<string, unknown> } | { ok: false; reason: string };

function settingsIn(text: string): SettingsReading {
  // To YAML, a star that is not quoted begins an alias.
  if (/^[^#"']*(?:[[,:]|-)\s*\*(?:[.:\]\s,]|$)/m.test(text)) {
    return refused('a name that begins with `*` stands in quotes: "*.example.com"');
  }
  if (/(?:^|[\s[{,:])[&*]\w/.test(text)) return refused("aliases are not read; write the value out");
  // Any quieter, and a second document would be passed over in silence.
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error", schema: "core" });
  if (document.errors.some(({ code }) => code === "MULTIPLE_DOCS")) {
    return refused("it holds several documents; write one, without a `---` in it");
  }
  if (document.errors.length > 0) return refused("it is not plain YAML");
  const value: unknown = document.toJS({ maxAliasCount: 0 }) ?? {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refused("it must be a list of settings such as `sandbox: off`");
  }
  return { ok: true, settings: { ...value } };
}

/** People write yes and no in YAML in many ways. */
const onOrOff = (value: unknown): unknown => (value === false ? "off" : value === true ? "on" : value);

const refused = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
