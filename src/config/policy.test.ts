import { describe, expect, test } from "vitest";
import { defaultPolicy, type MachinePolicy, parsePolicy } from "./policy.ts";

function read(text: string): MachinePolicy {
  const reading = parsePolicy(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.policy;
}

test.each([
  ["", "on"],
  ["# nothing\n", "on"],
  ["sandbox: on\n", "on"],
  ["sandbox: off\n", "off"],
  ["sandbox: false\n", "off"],
  ["---\nsandbox: off\n", "off"],
])("%j means %s", (text, sandbox) => {
  expect(read(text)).toEqual({ ...defaultPolicy(), sandbox });
});

test.each([
  ["sandbox: of", "`sandbox` is `on` or `off`"],
  ["sandbox: 0", "`sandbox` is `on` or `off`"],
  ["sandbox:", "`sandbox` is `on` or `off`"],
  ["sand-box: off", "there is no setting `sand-box`; did you mean `sandbox`?"],
  ["network: none", "there is no setting `network`"],
  ["contract_network: host", "`contract_network` is `granted` or `none`"],
  ["contract_network: false", "`contract_network` is `granted` or `none`"],
  ["contract-network: none", "there is no setting `contract-network`; did you mean `contract_network`?"],
  ["agent_network: open", "`agent_network` is `none`, `listed` or `host`"],
  ["- sandbox", "it must be a list of settings such as `sandbox: off`"],
  ["sandbox: [", "it is not plain YAML"],
  ["sandbox: on\nsandbox: off", "it is not plain YAML"],
  ["---\n---\nagent_network: none", "it holds several documents; write one, without a `---` in it"],
  ["sandbox: on\n---\n", "it holds several documents; write one, without a `---` in it"],
  ["a: &a 1\nsandbox: *a", "aliases are not read; write the value out"],
])("%j is refused: %s", (text, reason) => {
  expect(parsePolicy(text)).toEqual({ ok: false, reason });
});

test("the contracts of a step that needs the network have it, unless it is said that none does", () => {
  expect(read("").contractNetwork).toBe("granted");
  for (const network of ["granted", "none"]) expect(read(`contract_network: ${network}`).contractNetwork).toBe(network);
});

test("agents reach what is listed, and more or less only when it is said so", () => {
  expect(read("").agentNetwork).toBe("listed");
  for (const network of ["none", "listed", "host"])
    expect(read(`agent_network: ${network}`).agentNetwork).toBe(network);
});

describe("a host", () => {
  test("has port 443 unless another is named", () => {
    const text = `agent_hosts:\n  - Proxy.Example.com\n  - "*.example.com:8443"\n  - localhost:8788\n  - 127.0.0.1:80\n`;
    expect(read(text).agentHosts).toEqual([
      "proxy.example.com:443",
      "*.example.com:8443",
      "localhost:8788",
      "127.0.0.1:80",
    ]);
  });

  test.each([
    [`["*"]`, "`*` would be every host; name them, or write `agent_network: host` (`agent_hosts`)"],
    [`["*:443"]`, "`*:443` would be every host; name them, or write `agent_network: host` (`agent_hosts`)"],
    [`["*.com"]`, "`*.com` would be half of the world; name more of it (`agent_hosts`)"],
    [`["*.0.0.1:80"]`, "`*.0.0.1:80` would be many addresses; name each of them (`agent_hosts`)"],
    [`["*.a.0x7f"]`, /would be many addresses/],
    ["[[a.example]]", "`agent_hosts` holds a host that is no text; write it in quotes"],
    ["[{ a.example: 80 }]", /is no text/],
    ["[5]", /is no text/],
    [`["a.*.com"]`, /`a\.\*\.com` is no name of a host/],
    [`["a..com"]`, /is no name of a host/],
    [`["-a.com"]`, /is no name of a host/],
    [`[""]`, /is no name of a host/],
    [`["[::1]:80"]`, /is no name of a host/],
    [`["${"a".repeat(64)}.com"]`, /is no name of a host/],
    ["[a.com:0]", "`a.com:0` needs a port between 1 and 65535, or none for 443 (`agent_hosts`)"],
    ["[a.com:65536]", /needs a port/],
    ["[a.com:https]", /needs a port/],
    [`["a.com:"]`, /needs a port/],
    ["[https://a.com/v1]", /is an address; write only its host/],
    ["[*.example.com]", 'a name that begins with `*` stands in quotes: "*.example.com"'],
    ["\n  - *", 'a name that begins with `*` stands in quotes: "*.example.com"'],
    ["example.com", "`agent_hosts` is a list of hosts, such as [proxy.example.com]"],
  ])("%j is refused", (hosts, reason) => {
    expect(parsePolicy(`agent_hosts: ${hosts}\n`)).toEqual({
      ok: false,
      reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
    });
  });
});

describe("an agent", () => {
  test("that is known may have another model or address", () => {
    const { agents } = read("agents:\n  codex: { model: gpt-5.4 }\n  gemini: { endpoint: http://127.0.0.1:8788/v1 }\n");
    expect(agents.get("codex")).toEqual({ kind: "known", model: "gpt-5.4", endpoint: null });
    expect(agents.get("gemini")).toEqual({ kind: "known", model: null, endpoint: "http://127.0.0.1:8788/v1" });
    expect(agents.get("claude-code")).toBeUndefined();
  });

  test("that is built in may have a model, an address and programs that lend it tools", () => {
    const { agents } = read(
      `agents:
  builtin:
    model: anthropic/claude-sonnet-4-5
    endpoint: https://models.example.com/v1
    mcp:
      docs: { command: " docs-server --stdio " }
      tracker: { command: /opt/tracker/mcp, keys: [TRACKER_TOKEN] }
`,
    );
    expect(agents.get("builtin")).toEqual({
      kind: "builtin",
      model: "anthropic/claude-sonnet-4-5",
      endpoint: "https://models.example.com/v1",
      mcp: new Map([
        ["docs", { line: "docs-server --stdio", keys: [] }],
        ["tracker", { line: "/opt/tracker/mcp", keys: ["TRACKER_TOKEN"] }],
      ]),
    });
    expect(read("agents: { builtin: {} }").agents.get("builtin")).toEqual({
      ...{ kind: "builtin", model: null, endpoint: null, mcp: new Map() },
    });
  });

  test("of one's own says how it is started, whom it reaches and what lets it in", () => {
    const { agents } = read(
      `agents:
  house: { acp: /opt/house/bin/agent --acp, hosts: [models.house.example, "*.cdn.example:8443"], keys: [HOUSE_KEY] }
  plain: { command: "agent.sh -p" }
`,
    );
    expect(agents.get("house")).toEqual({
      kind: "own",
      driver: "acp",
      line: "/opt/house/bin/agent --acp",
      hosts: ["models.house.example:443", "*.cdn.example:8443"],
      keys: ["HOUSE_KEY"],
    });
    expect(agents.get("plain")).toEqual({ kind: "own", driver: "command", line: "agent.sh -p", hosts: [], keys: [] });
  });

  test.each([
    ["[codex]", "`agents` holds agents by their names, such as `codex: { model: gpt-5.4 }`"],
    ["{ codex: gpt-5.4 }", /`agents\.codex` holds settings, such as/],
    ["{ codex: { modle: x } }", "there is no setting `agents.codex.modle`; write `model`"],
    ["{ codex: { keys: [A] } }", "there is no setting `agents.codex.keys`; there are model, endpoint"],
    ["{ codex: { model: 5 } }", "`agents.codex.model` is the name of a model"],
    ["{ codex: { endpoint: 5 } }", "`agents.codex.endpoint` is the address of a service"],
    ["{ codex: { endpoint: proxy.example.com } }", /`agents\.codex\.endpoint` is no address such as/],
    ["{ codex: { endpoint: 'file:///etc' } }", /is no address/],
    ["{ codex: { endpoint: 'https://a:b@x.example' } }", /holds a user or a password/],
    ["{ codex: { endpoint: 'https://x.example/v1?key=b' } }", /goes on after its path/],
    ["{ codex: { endpoint: 'https://*.com/v1' } }", "`agents.codex.endpoint` names no single host: `*.com`"],
    ["{ house: {} }", "`agents.house` needs either `acp` or `command`: how it is started"],
    ["{ house: { acp: a, command: b } }", /needs either `acp` or `command`/],
    ["{ codx: { model: x } }", /no setting `agents\.codx\.model`.*did you mean the agent `codex`\?/],
    ["{ house: { command: a, keys: ['sk-123'] } }", /is a list of variables, such as \[HOUSE_API_KEY\], and never/],
    ["{ house: { command: a, keys: KEY } }", /is a list of variables/],
    ["{ house: { command: a, hosts: ['*'] } }", /would be every host.*`agents\.house\.hosts`/],
    ["{ command: { command: a } }", "an agent cannot be called `command`"],
    ["{ 'a b': { command: a } }", "an agent cannot be called `a b`"],
    ["{ builtin: { modle: a } }", "there is no setting `agents.builtin.modle`; write `model`"],
    ["{ builtin: { endpoint: nowhere } }", /`agents\.builtin\.endpoint` is no address such as/],
    [
      "{ builtin: { endpoint: 'https://models.example.com/v1' } }",
      "`agents.builtin.endpoint` does not say whose address it is; name the provider in `agents.builtin.model`, such as `acme/coder`",
    ],
    ["{ builtin: { mcp: [docs] } }", /`agents\.builtin\.mcp` holds servers by their names, such as/],
    ["{ builtin: { mcp: { 'a b': { command: a } } } }", "an MCP server cannot be called `a b`"],
    [`{ builtin: { mcp: { ${"a".repeat(25)}: { command: a } } } }`, /^an MCP server cannot be called/],
    ["{ builtin: { mcp: { docs: docs-server } } }", /`agents\.builtin\.mcp\.docs` holds settings, such as/],
    ["{ builtin: { mcp: { docs: {} } } }", "`agents.builtin.mcp.docs.command` is missing: the line that starts it"],
    ["{ builtin: { mcp: { docs: { command: a, key: [A] } } } }", /`agents\.builtin\.mcp\.docs\.key`; write `keys`/],
    ["{ builtin: { mcp: { docs: { command: a, keys: [sk-1] } } } }", /is a list of variables.*and never their values/],
    [
      "{ builtin: { mcp: { docs: { url: 'https://docs.example/mcp' } } } }",
      "`agents.builtin.mcp.docs.url`: only servers that are programs can be used, by `command`",
    ],
    ["{ codex: { mcp: {} } }", "there is no setting `agents.codex.mcp`; there are model, endpoint"],
  ])("%s is refused", (agents, reason) => {
    expect(parsePolicy(`agents: ${agents}\n`)).toEqual({
      ok: false,
      reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
    });
  });
});
