import { nearest } from "../std/nearest.ts";
import { faultOfAddress } from "../std/web-address.ts";
import { AGENTS } from "./defaults.ts";
import { readHost } from "./host-pattern.ts";

/** What a person has decided about an agent that Planwright knows. */
export type KnownAgentPolicy = { kind: "known"; model: string | null; endpoint: string | null };

/** An agent of the person's own: how it is started, whom it reaches, and the variables that let it in. */
export type OwnAgentPolicy = {
  kind: "own";
  driver: "acp" | "command";
  line: string;
  hosts: readonly string[];
  keys: readonly string[];
};

/** What a person has decided about the agent that comes with Planwright: its model, and programs that lend it tools. */
export type BuiltinAgentPolicy = {
  kind: "builtin";
  model: string | null;
  /** Where the provider of `model` is; null without a model. */
  endpoint: string | null;
  /** MCP servers by their names. */
  mcp: ReadonlyMap<string, McpServerPolicy>;
};

/** How a server is started, and the variables that it is given. */
export type McpServerPolicy = { line: string; keys: readonly string[] };

export type AgentPolicy = KnownAgentPolicy | OwnAgentPolicy | BuiltinAgentPolicy;

export type Reading<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Reads `agents:` of a policy. The first thing that is wrong refuses all of it. */
export function readAgents(value: unknown): Reading<ReadonlyMap<string, AgentPolicy>> {
  if (!isMap(value)) return refused("`agents` holds agents by their names, such as `codex: { model: gpt-5.4 }`");
  const agents = new Map<string, AgentPolicy>();
  for (const [name, settings] of Object.entries(value)) {
    const reading = readAgent(name, settings);
    if (!reading.ok) return reading;
    agents.set(name, reading.value);
  }
  return { ok: true, value: agents };
}

/** A list of hosts, each as `readHost` reads it. */
export function readHosts(key: string, value: unknown): Reading<string[]> {
  if (!Array.isArray(value)) return refused(`\`${key}\` is a list of hosts, such as [proxy.example.com]`);
  const hosts: string[] = [];
  for (const each of value) {
    if (typeof each !== "string") return refused(`\`${key}\` holds a host that is no text; write it in quotes`);
    const reading = readHost(each);
    if (!reading.ok) return refused(`${reading.reason} (\`${key}\`)`);
    hosts.push(reading.host);
  }
  return { ok: true, value: hosts };
}

function readAgent(name: string, settings: unknown): Reading<AgentPolicy> {
  if (!isMap(settings)) return refused(`\`agents.${name}\` holds settings, ${EXAMPLE}`);
  if (name === "builtin") return readBuiltin(settings);
  if (KNOWN.has(name)) return readKnown(name, settings);
  if (!/^[a-z][\w.-]*$/i.test(name) || TAKEN.has(name)) return refused(`an agent cannot be called \`${name}\``);
  return readOwn(name, settings);
}

const KNOWN: ReadonlySet<string> = new Set(AGENTS.filter((name) => name !== "builtin"));

/** Words that mean something else after `--agent`. */
const TAKEN = new Set(["agent", "acp", "command", "scripted"]);

const EXAMPLE = "such as `{ model: NAME }` for a known agent and `{ command: /path/of/agent }` for one of your own";

function readKnown(name: string, settings: Record<string, unknown>): Reading<AgentPolicy> {
  const unknown = unknownKey(name, settings, ["model", "endpoint"]);
  if (unknown !== null) return refused(unknown);
  const reading = readModel(name, settings);
  return reading.ok ? { ok: true, value: { kind: "known", ...reading.value } } : reading;
}

function readBuiltin(settings: Record<string, unknown>): Reading<BuiltinAgentPolicy> {
  const unknown = unknownKey("builtin", settings, ["model", "endpoint", "mcp"]);
  if (unknown !== null) return refused(unknown);
  const model = readModel("builtin", settings);
  if (!model.ok) return model;
  if (model.value.endpoint !== null && model.value.model === null) return refused(WHOSE_ENDPOINT);
  const mcp = readMcp(settings.mcp ?? {});
  if (!mcp.ok) return mcp;
  return { ok: true, value: { kind: "builtin", ...model.value, mcp: mcp.value } };
}

/** Without a provider, any key could be sent there. */
const WHOSE_ENDPOINT =
  "`agents.builtin.endpoint` does not say whose address it is; name the provider in `agents.builtin.model`, such as `acme/coder`";

type ModelAndEndpoint = { model: string | null; endpoint: string | null };

function readModel(
  name: string,
  { model = null, endpoint = null }: Record<string, unknown>,
): Reading<ModelAndEndpoint> {
  if (model !== null && !isText(model)) return refused(`\`agents.${name}.model\` is the name of a model`);
  if (endpoint !== null && !isText(endpoint)) return refused(`\`agents.${name}.endpoint\` is the address of a service`);
  const fault = endpoint === null ? null : faultOfAddress(endpoint.trim());
  if (fault !== null) return refused(`\`agents.${name}.endpoint\` ${fault}`);
  return { ok: true, value: { model: model?.trim() ?? null, endpoint: endpoint?.trim() ?? null } };
}

function readMcp(value: unknown): Reading<ReadonlyMap<string, McpServerPolicy>> {
  if (!isMap(value))
    return refused("`agents.builtin.mcp` holds servers by their names, such as `docs: { command: LINE }`");
  const servers = new Map<string, McpServerPolicy>();
  for (const [name, settings] of Object.entries(value)) {
    const reading = readMcpServer(name, settings);
    if (!reading.ok) return reading;
    servers.set(name, reading.value);
  }
  return { ok: true, value: servers };
}

function readMcpServer(name: string, settings: unknown): Reading<McpServerPolicy> {
  // It becomes a part of its tools' names, which models want short and plain.
  if (!/^[a-z][\w-]{0,23}$/i.test(name)) return refused(`an MCP server cannot be called \`${name}\``);
  const place = `builtin.mcp.${name}`;
  if (!isMap(settings)) return refused(`\`agents.${place}\` holds settings, such as \`{ command: LINE }\``);
  if ("url" in settings)
    return refused(`\`agents.${place}.url\`: only servers that are programs can be used, by \`command\``);
  const unknown = unknownKey(place, settings, ["command", "keys"]);
  if (unknown !== null) return refused(unknown);
  const { command, keys = [] } = settings;
  if (!isText(command)) return refused(`\`agents.${place}.command\` is missing: the line that starts it`);
  if (!areVariables(keys)) return refused(faultOfKeys(place));
  return { ok: true, value: { line: command.trim(), keys } };
}

function readOwn(name: string, settings: Record<string, unknown>): Reading<AgentPolicy> {
  const unknown = unknownKey(name, settings, ["acp", "command", "hosts", "keys"]);
  if (unknown !== null) return refused(`${unknown}${meantAgent(name)}`);
  const { acp = null, command = null, hosts = [], keys = [] } = settings;
  const line = acp ?? command;
  if (!isText(line) || (acp !== null && command !== null)) {
    return refused(`\`agents.${name}\` needs either \`acp\` or \`command\`: how it is started${meantAgent(name)}`);
  }
  if (!areVariables(keys)) return refused(faultOfKeys(name));
  const reading = readHosts(`agents.${name}.hosts`, hosts);
  if (!reading.ok) return reading;
  const driver = acp === null ? "command" : "acp";
  return { ok: true, value: { kind: "own", driver, line: line.trim(), hosts: reading.value, keys } };
}

const areVariables = (keys: unknown): keys is string[] =>
  Array.isArray(keys) && keys.every((key) => isText(key) && /^[A-Za-z_]\w*$/.test(key));

const faultOfKeys = (name: string): string =>
  `\`agents.${name}.keys\` is a list of variables, such as [HOUSE_API_KEY], and never their values`;

function unknownKey(name: string, settings: Record<string, unknown>, keys: readonly string[]): string | null {
  const unknown = Object.keys(settings).find((key) => !keys.includes(key));
  if (unknown === undefined) return null;
  const meant = nearest(unknown, keys);
  const help = meant === null ? `there are ${keys.join(", ")}` : `write \`${meant}\``;
  return `there is no setting \`agents.${name}.${unknown}\`; ${help}`;
}

const meantAgent = (name: string): string => {
  const meant = nearest(name, KNOWN);
  return meant === null ? "" : `; or did you mean the agent \`${meant}\`?`;
};

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const refused = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
