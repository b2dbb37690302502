import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aPerson } from "../../agents/known/a-person.testkit.ts";
import type { AgentDriver } from "../../ports/agent.ts";
import { type AgentsPlace, keysOf, openDriver, parseAgent } from "./choose-driver.ts";

describe("an agent", () => {
  test.each([
    ["claude-code", "agent", "claude-code"],
    [" my.agent_2 ", "agent", "my.agent_2"],
    ["agent:codex", "agent", "codex"],
    ["acp:claude-code", "acp", "claude-code"],
    ["acp: ./agent --acp ", "acp", "./agent --acp"],
    ["command:claude", "command", "claude"],
    ["command:./agent.sh", "command", "./agent.sh"],
    ["command: A=b:c claude -p ", "command", "A=b:c claude -p"],
    ["scripted:agents.yaml", "scripted", "agents.yaml"],
  ])("is named as %s", (text, driver, spec) => {
    expect(parseAgent(text)).toEqual({ driver, spec });
  });

  test("is not named in any other way", () => {
    const names = ["", "comand:./a.sh", "script:a.yaml", "./a.sh -p", "demo/a.yaml", "command:", "toString:x"];
    expect(names.map(parseAgent)).toMatchInlineSnapshot(`
      [
        {
          "problem": "no agent is named; write the name of an agent, such as \`claude-code\`, \`builtin:PROVIDER/MODEL\` for a model and nothing else, \`acp:PROGRAM\` or \`command:PROGRAM\` for any other agent, or \`scripted:FILE\` for a script",
        },
        {
          "problem": "no agent driver is called \`comand\`; did you mean \`command:./a.sh\`?",
        },
        {
          "problem": "no agent driver is called \`script\`; did you mean \`scripted:a.yaml\`?",
        },
        {
          "problem": "no agent driver is called \`./a.sh -p\`; did you mean \`command:./a.sh -p\`?",
        },
        {
          "problem": "no agent driver is called \`demo/a.yaml\`; did you mean \`scripted:demo/a.yaml\`?",
        },
        {
          "problem": "\`command:\` needs something after it; write the name of an agent, such as \`claude-code\`, \`builtin:PROVIDER/MODEL\` for a model and nothing else, \`acp:PROGRAM\` or \`command:PROGRAM\` for any other agent, or \`scripted:FILE\` for a script",
        },
        {
          "problem": "no agent driver is called \`toString\`; write the name of an agent, such as \`claude-code\`, \`builtin:PROVIDER/MODEL\` for a model and nothing else, \`acp:PROGRAM\` or \`command:PROGRAM\` for any other agent, or \`scripted:FILE\` for a script",
        },
      ]
    `);
  });
});

const BUILTIN: AgentsPlace["builtin"] = { model: null, endpoint: null, mcp: new Map(), models: {}, isCutOff: false };

/** A machine with these programs on PATH, in a folder outside the repository or in it. */
function aMachine(programs: readonly string[], at: "outside" | "inside" = "outside"): AgentsPlace {
  const folder = tempFolder();
  const [tree, bin] = [join(folder, "tree"), join(folder, at === "inside" ? "tree/bin" : "bin")];
  mkdirSync(tree);
  mkdirSync(bin);
  for (const program of programs) writeFileSync(join(bin, program), "#!/bin/sh\n", { mode: 0o755 });
  const person = aPerson({ ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "b", GEMINI_API_KEY: "c", HOUSE_KEY: "d" }, folder);
  const own = new Map([["house", { driver: "command", line: "./bin/house -p", hosts: ["h:1"], keys: ["HOUSE_KEY"] }]]);
  return { cwd: tree, search: [bin], tree, person, own: own as AgentsPlace["own"], builtin: BUILTIN };
}

const opened = (text: string, place: AgentsPlace): AgentDriver => {
  const choice = parseAgent(text);
  if ("problem" in choice) throw new Error(choice.problem);
  return openDriver(choice, place);
};

describe("is opened", () => {
  test("by its driver", () => {
    const place = aMachine(["env"]);
    expect(opened("command:env true", place).name).toBe("env");
    expect(opened("scripted:a.yaml", place).name).toBe("scripted");
    expect(() => openDriver({ driver: "toString", spec: "x" }, place)).toThrow("no agent driver is called `toString`");
  });

  test("over ACP where that is installed, and as a command where it is not", async () => {
    const both = await opened("claude-code", aMachine(["claude", "claude-agent-acp"])).probe();
    expect(both).toEqual({ ok: true, told: expect.not.stringContaining("as a command") });
    const one = await opened("claude-code", aMachine(["claude"])).probe();
    expect(one).toEqual({ ok: true, told: expect.stringMatching(/as a command; .*`npm install .*claude-agent-acp`$/) });
    const none = await opened("claude-code", aMachine([])).probe();
    expect(none).toEqual({
      ok: false,
      cause: expect.stringContaining("claude is not installed"),
      remedy: expect.stringContaining("npm install --global @anthropic-ai/claude-code"),
    });
  });

  test("in the way that is asked for", async () => {
    const place = aMachine(["claude"]);
    for (const text of ["command:claude", "command:claude-code"]) {
      expect(await opened(text, place).probe()).toEqual({ ok: true, told: expect.stringMatching(/./) });
      expect(opened(text, place).reaches).toEqual(["api.anthropic.com:443"]);
    }
    expect(await opened("acp:claude-code", place).probe()).toMatchObject({
      ok: false,
      remedy: "npm install --global @agentclientprotocol/claude-agent-acp",
    });
    expect(opened("command:claude -p", place).reaches).toEqual([]);
  });

  test("by the name that a person has given it", async () => {
    const place = aMachine(["house"]);
    expect(await opened("house", place).probe()).toMatchObject({ ok: true });
    expect(opened("house", place)).toMatchObject({ name: "house", reaches: ["h:1"] });
  });

  test.each([
    ["claud-code", "did you mean `claude-code`?"],
    ["claude", "did you mean `claude-code`?"],
    ["hose", "did you mean `house`?"],
    ["script", "did you mean `scripted:…`?"],
    ["built-in", "did you mean `builtin`?"],
    ["toString", /^there are claude-code, codex, opencode, gemini, builtin, house; .*`command:toString`$/],
  ])("under no other name, such as %s", async (name, remedy) => {
    expect(await opened(name, aMachine([])).probe()).toEqual({
      ok: false,
      cause: `no agent is called \`${name}\``,
      remedy: typeof remedy === "string" ? remedy : expect.stringMatching(remedy),
    });
  });

  test.each(["claude-code", "acp:claude-code", "command:claude"])(
    "never from the repository, which would get the key: %s",
    async (text) => {
      const place = aMachine(["claude", "claude-agent-acp"], "inside");
      expect(await opened(text, place).probe()).toMatchObject({ ok: false });
      expect(await opened("command:claude -p", place).probe()).toMatchObject({ ok: true });
    },
  );
});

test("an agent is found outside, though the repository has one that comes first on PATH", async () => {
  const [inside, elsewhere] = [aMachine(["claude"], "inside"), aMachine(["claude"])];
  const place = { ...inside, search: [...inside.search, ...elsewhere.search] };
  const driver = opened("command:claude", place);
  expect(await driver.probe()).toMatchObject({ ok: true });
  expect(driver.mounts).toMatchObject([{ show: join(elsewhere.search[0] ?? "", "claude") }]);
});

test("an agent is not opened when a program of the repository stands behind its name", async () => {
  const place = aMachine(["claude"]);
  writeFileSync(join(place.tree, "codex.sh"), "#!/bin/sh\n", { mode: 0o755 });
  symlinkSync(join(place.tree, "codex.sh"), join(place.search[0] ?? "", "codex"));
  expect(await opened("codex", place).probe()).toMatchObject({
    ok: false,
    cause: "codex on your PATH leads into the repository, whose work could change it",
  });
});

describe("the address of an agent's model", () => {
  const withVariable = (value: string): AgentsPlace => {
    const place = aMachine(["claude", "claude-agent-acp"]);
    const variable = (name: string) => (name === "ANTHROPIC_BASE_URL" ? value : place.person.variable(name));
    return { ...place, person: { ...place.person, variable } };
  };
  const agents = ["claude-code", "acp:claude-code", "command:claude"];

  test.each([
    ["https://*.com/v1", "ANTHROPIC_BASE_URL names no single host: `*.com`"],
    ["https://me:hidden@models.example", /^ANTHROPIC_BASE_URL holds a user or a password/],
    ["https://models.example/v1?key=hidden", /^ANTHROPIC_BASE_URL goes on after its path/],
    ["models.example", /^ANTHROPIC_BASE_URL is no address such as/],
  ])("is one host's and holds no secret, unlike %s", async (endpoint, cause) => {
    for (const text of agents) {
      const driver = opened(text, withVariable(endpoint));
      const probe = await driver.probe();
      expect(probe).toEqual({
        ok: false,
        cause: typeof cause === "string" ? cause : expect.stringMatching(cause),
        remedy: "name one host there, and no key: https://proxy.example.com/v1",
      });
      expect(JSON.stringify(probe)).not.toContain("hidden");
      expect(driver.reaches).toEqual([]);
    }
  });

  test("is reached instead of the usual one", async () => {
    for (const text of agents) {
      const driver = opened(text, withVariable("https://models.example/v1"));
      expect(await driver.probe()).toMatchObject({ ok: true });
      expect(driver.reaches).toEqual(["models.example:443"]);
    }
  });
});

describe("the built-in agent", () => {
  test.each([
    ["builtin", {}, /^anthropic\/\S+, authenticated by ANTHROPIC_API_KEY$/],
    ["builtin:google", {}, /^google\/\S+, authenticated by GEMINI_API_KEY$/],
    ["builtin:openai/gpt-5.4", {}, "openai/gpt-5.4, authenticated by OPENAI_API_KEY"],
    ["builtin:ollama/qwen3-coder", {}, "ollama/qwen3-coder, without a key"],
    ["builtin", { model: "openai-chat/gpt-5.4" }, "openai-chat/gpt-5.4, authenticated by OPENAI_API_KEY"],
  ])("is %s with %j", async (text, settings, told) => {
    const place = { ...aMachine([]), builtin: { ...BUILTIN, ...settings } };
    expect(await opened(text, place).probe()).toEqual({
      ok: true,
      told: typeof told === "string" ? told : expect.stringMatching(told),
      window: expect.any(Number),
    });
  });

  test("needs a model", async () => {
    const machine = aMachine([]);
    const nobody = { ...machine, person: aPerson({}, machine.tree) };
    expect(await opened("builtin", nobody).probe()).toMatchObject({
      ok: false,
      cause: expect.stringMatching(/no model/),
    });
    expect(await opened("builtin:anthropic/x", nobody).probe()).toMatchObject({
      ok: false,
      remedy: "set ANTHROPIC_API_KEY",
    });
  });

  test("is not there where agents reach nobody", async () => {
    const place = { ...aMachine([]), builtin: { ...BUILTIN, isCutOff: true } };
    expect(await opened("builtin", place).probe()).toMatchObject({
      ok: false,
      remedy: expect.stringMatching(/agent_network/),
    });
  });
});

test("what lets an agent in is known before it is opened", () => {
  const place = aMachine([]);
  const keys = (text: string): readonly string[] => {
    const choice = parseAgent(text);
    return "problem" in choice ? [] : keysOf(choice, place);
  };
  for (const text of ["codex", "acp:codex", "command:codex"]) expect(keys(text)).toContain("OPENAI_API_KEY");
  expect(keys("command:claude")).toContain("ANTHROPIC_API_KEY");
  expect(keys("house")).toEqual(["HOUSE_KEY"]);
  expect(keys("builtin:anthropic/x")).toEqual(["ANTHROPIC_API_KEY"]);
  expect(keys("builtin:house/x")).toEqual([]);
  expect(keys("builtin")).toEqual(expect.arrayContaining(["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"]));
  for (const text of ["scripted:codex", "command:codex exec", "acp:claude", "command:house", "nobody"]) {
    expect(keys(text)).toEqual([]);
  }
});
