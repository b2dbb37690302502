import { parseDocument } from "yaml";

/** What a person decides about protection. It is read from outside the repository only, so that no work can change it. */
export type MachinePolicy = {
  /** `off` runs contracts unheld; every receipt then says so. */
  sandbox: "on" | "off";
  /** Whether agents may use the machine's network. Contracts never do unless their step is granted it. */
  agentNetwork: "none" | "host";
};

export type PolicyReading = { ok: true; policy: MachinePolicy } | { ok: false; reason: string };

/** Strict, unlike a repository's preferences: a protection that was spelled wrong must not be taken for one that is off. */
export function parsePolicy(text: string): PolicyReading {
  if (/(?:^|[\s[{,:])[&*]\w/.test(text)) return { ok: false, reason: "aliases are not read; write the value out" };
  const document = parseDocument(text, { prettyErrors: false, logLevel: "silent", schema: "core" });
  if (document.errors.length > 0) return { ok: false, reason: "it is not plain YAML" };
  const value: unknown = document.toJS({ maxAliasCount: 0 }) ?? {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, reason: "it must be a list of settings such as `sandbox: off`" };
  }
  const unknown = Object.keys(value).find((key) => key !== "sandbox" && key !== "agent_network");
  if (unknown !== undefined) return { ok: false, reason: `there is no setting \`${unknown}\`` };
  const agentNetwork = "agent_network" in value ? value.agent_network : "none";
  if (agentNetwork !== "none" && agentNetwork !== "host") {
    return { ok: false, reason: "`agent_network` is `none` or `host`" };
  }
  const sandbox = "sandbox" in value ? spoken(value.sandbox) : "on";
  if (sandbox !== "on" && sandbox !== "off") return { ok: false, reason: "`sandbox` is `on` or `off`" };
  return { ok: true, policy: { sandbox, agentNetwork } };
}

/** People write yes and no in YAML in many ways. */
const spoken = (value: unknown): unknown => (value === false ? "off" : value === true ? "on" : value);
