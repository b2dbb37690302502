import { type Document, isNode, parseDocument } from "yaml";
import { ROLE_NAMES, realRole } from "../roles/roles.ts";
import { AGENTS, CONTEXT_WINDOW } from "./defaults.ts";
import { readWorkspace, type WorkspaceConfig } from "./workspace-config.ts";

/** What a repository says about itself in `planwright.config.yaml`, the built-in names included. */
export type RepositoryConfig = {
  roles: readonly string[];
  agents: readonly string[];
  topics: readonly string[];
  /** Commands that judge the whole repository, by their names, such as `test`. */
  gates: ReadonlyMap<string, string>;
  /** Tokens that the model behind a role can take in. */
  contextWindow(role: string): number;
  /** Null when it says nothing about what a fresh tree needs. */
  workspace: WorkspaceConfig | null;
  /** The agent that works unless a person names another, such as `codex` or `command:./scripts/agent.sh`. */
  agent: string | null;
  /** The agent that plays a role; null when it is the one that works otherwise. */
  agentOf(role: string): string | null;
};

export type ConfigReading = { ok: true; config: RepositoryConfig } | { ok: false; reason: string };

export const CONFIG_FILE = "planwright.config.yaml";

export const defaultConfig = (): RepositoryConfig => configOf({}, null);

/** Lenient about names: keys and values it does not know are left alone. What is carried out must be exact. */
export function parseRepositoryConfig(text: string): ConfigReading {
  if (text.length > LARGEST) return { ok: false, reason: "larger than 256 kB, which no configuration is" };
  try {
    const document = parseDocument(text, { uniqueKeys: false, merge: false, prettyErrors: false, logLevel: "silent" });
    const [error] = document.errors;
    if (error) return { ok: false, reason: `line ${lineAt(text, error.pos[0])} is not plain YAML` };
    // Aliases can make a small file expand for ever, and names need none.
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return configIn(isMap(value) ? value : {}, (path) => lineAt(text, offsetOf(document, path)));
  } catch (error) {
    // The parser throws a ReferenceError for an alias, and a RangeError when values are nested too deeply for it.
    if (error instanceof ReferenceError) return { ok: false, reason: "aliases are not read; write the value out" };
    if (error instanceof RangeError) return { ok: false, reason: "nested too deeply to be read" };
    throw error;
  }
}

const LARGEST = 256 * 1024;

function configIn(value: Record<string, unknown>, lineOf: (path: Path) => number): ConfigReading {
  const reading = readWorkspace(value.workspace);
  if (!reading.ok) return { ok: false, reason: `line ${lineOf(["workspace", ...reading.at])}: ${reading.reason}` };
  const wrong = agentPaths(value).find((path) => !isAgent(valueAt(value, path)));
  if (wrong) {
    const told = `\`${wrong.join(".")}\` is one agent, such as \`codex\` or \`command:./agent.sh\``;
    return { ok: false, reason: `line ${lineOf(wrong)}: ${told}` };
  }
  return { ok: true, config: configOf(value, reading.workspace) };
}

/** Every place in which an agent is named. */
const agentPaths = ({ roles }: Record<string, unknown>): string[][] => [
  ["agent"],
  ...Object.keys(isMap(roles) ? roles : {}).map((role) => ["roles", role, "agent"]),
];

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isMap(inner) && Object.hasOwn(inner, key) ? inner[key] : null), value);

const isAgent = (value: unknown): boolean => value === null || (typeof value === "string" && value.trim() !== "");

type Path = readonly (string | number)[];

/** Where a value begins; one that cannot be found begins where the one around it does. */
function offsetOf(document: Document, path: Path): number {
  if (path.length === 0) return 0;
  const node = document.getIn(path, true);
  return isNode(node) && node.range ? node.range[0] : offsetOf(document, path.slice(0, -1));
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function configOf(value: Record<string, unknown>, workspace: WorkspaceConfig | null): RepositoryConfig {
  const { roles, agents, topics, gates } = value;
  const settings = Object.entries(isMap(roles) ? roles : {});
  const windows = new Map(settings.map(([role, map]) => [realRole(role), windowOf(map)]));
  const players = new Map(settings.map(([role, map]) => [realRole(role), agentIn(map)]));
  return {
    roles: [...new Set([...ROLE_NAMES, ...namesIn(roles)])],
    agents: [...new Set([...AGENTS, ...namesIn(agents)])],
    topics: [...new Set(namesIn(topics))],
    gates: commandsIn(gates),
    contextWindow: (role) => windows.get(realRole(role)) ?? CONTEXT_WINDOW,
    workspace,
    agent: agentIn(value),
    agentOf: (role) => players.get(realRole(role)) ?? null,
  };
}

/** A list of names, a map whose keys are names, or a single name. */
function namesIn(value: unknown): string[] {
  const names = Array.isArray(value) ? value : isMap(value) ? Object.keys(value) : [value];
  return names.filter((name) => typeof name === "string" || typeof name === "number").map(String);
}

function commandsIn(gates: unknown): ReadonlyMap<string, string> {
  const all = Object.entries(isMap(gates) ? gates : {});
  return new Map(
    all.flatMap(([name, line]): [string, string][] =>
      typeof line === "string" && line.trim() !== "" ? [[name, line.trim()]] : [],
    ),
  );
}

function windowOf(role: unknown): number | undefined {
  const tokens = isMap(role) ? role.context_window : undefined;
  return typeof tokens === "number" && tokens > 0 ? tokens : undefined;
}

function agentIn(settings: unknown): string | null {
  const agent = valueAt(settings, ["agent"]);
  return typeof agent === "string" ? agent.trim() : null;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
