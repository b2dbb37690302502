import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { defaultPolicy, type MachinePolicy } from "../../config/policy.ts";
import { defaultConfig, type RepositoryConfig } from "../../config/repository-config.ts";
import { bundledCatalogue } from "../../models/catalogue.ts";
import { agentFindings } from "./agent-checkup.ts";

beforeEach(() => {
  vi.stubEnv("PLANWRIGHT_HOME", tempFolder());
  vi.stubEnv("PATH", "/usr/bin:/bin");
  for (const key of KEYS) vi.stubEnv(key, "");
  onTestFinished(() => void vi.unstubAllEnvs());
});

const KEYS = [
  ...["ANTHROPIC_API_KEY", "OPENAI_API_KEY"],
  ...["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
];

/** What is said of the agents of a machine that has none on its PATH. */
function checkUp(policy: Partial<MachinePolicy>, config: Partial<RepositoryConfig> = {}) {
  return agentFindings({
    policy: { ...defaultPolicy(), ...policy },
    top: tempFolder(),
    config: { ...defaultConfig(), ...config },
    place: null,
    trying() {},
  });
}

const { date, tiers } = bundledCatalogue;

test("without any agent a key is enough", async () => {
  const [only, ...others] = await checkUp({});
  expect(only).toMatchObject({
    ...{ state: "weak", what: "agents", told: expect.stringContaining("no key is there for the built-in one") },
    remedy: expect.stringMatching(
      /^a key is enough: set ANTHROPIC_API_KEY, or OPENAI_API_KEY, or GEMINI_API_KEY; or npm/,
    ),
  });
  expect(others).toEqual([]);
});

test("the built-in agent is told with its models, what lets it in and where it works", async () => {
  vi.stubEnv("OPENAI_API_KEY", "x");
  const { strong, balanced, fast } = tiers.openai ?? {};
  expect(await checkUp({}, { agent: "builtin:openai" })).toEqual([
    {
      ...{ state: "well", what: "builtin" },
      told: `the built-in agent: openai/${strong} (strong), openai/${balanced} (balanced), openai/${fast} (fast)`,
      more: [
        "authenticated by OPENAI_API_KEY",
        `models and prices as known on ${date}`,
        "what it runs connects to no host",
        "plays every role here",
      ],
    },
  ]);
});

test("the built-in agent has one model where the person has named it, and no key where none is needed", async () => {
  const builtin = { kind: "builtin", model: "ollama/qwen3-coder", endpoint: null, mcp: new Map() } as const;
  const [only] = await checkUp({ agents: new Map([["builtin", builtin]]) });
  expect(only).toMatchObject({ state: "well", told: "the built-in agent: ollama/qwen3-coder" });
  expect(only?.more).toEqual(expect.arrayContaining(["needs no key", "plays no role here unless you name it"]));
});

test.each([
  [
    "with a key that is none",
    "two words",
    {},
    /^ANTHROPIC_API_KEY holds more than a key/,
    "set ANTHROPIC_API_KEY again",
  ],
  [
    "where agents reach nobody",
    "x",
    { agentNetwork: "none" } as const,
    "connects to no host, not even its model's",
    "take `agent_network: none` out of policy.yaml",
  ],
])("the built-in agent cannot work %s", async (_, key, policy, cause, remedy) => {
  vi.stubEnv("ANTHROPIC_API_KEY", key);
  const [only, ...others] = await checkUp(policy, { agent: "builtin" });
  expect(only).toMatchObject({ state: "weak", what: "builtin", remedy });
  expect(only?.more?.[0]).toMatch(cause);
  expect(others).toEqual([]);
});

test.each([
  ["where there is no other", new Map(), ["agents", "nobody"]],
  [
    "beside those that are there",
    new Map([["house", { kind: "own", driver: "command", line: "true", hosts: [], keys: [] } as const]]),
    ["house", "nobody"],
  ],
])("an agent that the configuration names and that is not there is told, %s", async (_, agents, told) => {
  const findings = await checkUp({ agents }, { agent: "nobody" });
  expect(findings.map(({ what }) => what)).toEqual(told);
  expect(findings.at(-1)).toMatchObject({ state: "weak", told: "no agent is called `nobody`" });
});
