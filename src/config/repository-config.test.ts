import { describe, expect, test } from "vitest";
import { ROLE_NAMES } from "../roles/roles.ts";
import { AGENTS, CONTEXT_WINDOW } from "./defaults.ts";
import { defaultConfig, parseRepositoryConfig, type RepositoryConfig } from "./repository-config.ts";

function read(text: string): RepositoryConfig {
  const reading = parseRepositoryConfig(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.config;
}
const reasonFor = (text: string): string | null => {
  const reading = parseRepositoryConfig(text);
  return reading.ok ? null : reading.reason;
};

describe("names", () => {
  test("of a list are added to the built-in ones, each once", () => {
    const { roles, agents, topics } = read("roles: [designer, tester]\nagents:\n  - painter\ntopics:\n  - support\n");
    expect(roles).toEqual([...ROLE_NAMES, "designer"]);
    expect(agents).toEqual([...AGENTS, "painter"]);
    expect(topics).toEqual(["support"]);
  });

  test("of a map are its keys, and one name needs no list", () => {
    const { roles, topics } = read("roles:\n  designer:\n    model: large\n  painter:\ntopics: support\n");
    expect(roles).toEqual([...ROLE_NAMES, "designer", "painter"]);
    expect(topics).toEqual(["support"]);
  });

  test("that are none are left out", () => {
    expect(read("topics: [support, 7, null, [a], {b: c}, true]").topics).toEqual(["support", "7"]);
    expect(read("roles:\ntopics: 2026-01-01\n").roles).toEqual(ROLE_NAMES);
    expect(read("roles: {__proto__: {context_window: 5}}").roles).toContain("__proto__");
  });
});

test("a role may have a context window of its own", () => {
  const { contextWindow } = read(
    "roles:\n  developer: {context_window: 1000000}\n  tester: {context_window: -1}\n  reviewer: {context_window: large}\n",
  );
  expect(contextWindow("developer")).toBe(1_000_000);
  for (const role of ["tester", "reviewer", "anyone", "toString"]) expect(contextWindow(role)).toBe(CONTEXT_WINDOW);
});

test("the window of the coder is that of the developer, whichever of the two is written", () => {
  for (const name of ["coder", "developer"]) {
    const { contextWindow } = read(`roles: {${name}: {context_window: 5}}`);
    expect([contextWindow("coder"), contextWindow("developer")]).toEqual([5, 5]);
  }
});

test("a role may have an agent of its own, and the coder has that of the developer", () => {
  const { agent, agentOf } = read(
    "agent: claude-code\nroles:\n  reviewer: { agent: ' codex ' }\n  tester: { context_window: 5 }\n  coder: { agent: command:./a.sh }\n  planner:\n",
  );
  expect(agent).toBe("claude-code");
  expect(["reviewer", "developer", "coder", "tester", "planner", "toString"].map(agentOf)).toEqual([
    ...["codex", "command:./a.sh", "command:./a.sh"],
    ...[null, null, null],
  ]);
});

test.each(["", "# nothing yet\n", "[a, b]", "just words", "colours: {test: npm test}\nroles: null\n"])(
  "%j says nothing about names, so the defaults hold",
  (text) => {
    const { contextWindow: _, agentOf, ...names } = read(text);
    const { contextWindow, agentOf: __, ...defaults } = defaultConfig();
    expect(names).toEqual(defaults);
    expect(contextWindow("developer")).toBe(CONTEXT_WINDOW);
    expect(agentOf("developer")).toBeNull();
  },
);

describe("is refused with a reason", () => {
  test.each([
    ["roles:\n  - a\n b: [\n", "line 3 is not plain YAML"],
    ["a: &x [1]\nb: *x\n", "aliases are not read; write the value out"],
    ["roles: *nobody\n", "aliases are not read; write the value out"],
    ["#".repeat(300_000), "larger than 256 kB, which no configuration is"],
    ["[".repeat(20_000), expect.any(String)],
    ["topics: [a]\nagent: [codex]\n", "line 2: `agent` is one agent, such as `codex` or `command:./agent.sh`"],
    ["roles:\n  tester:\n    agent: ''\n", expect.stringMatching(/^line 3: `roles\.tester\.agent` is one agent/)],
    ["roles:\n  tester: {agent: 5}\n", expect.stringMatching(/^line 2: `roles\.tester\.agent` is one agent/)],
  ])("%#", (text, reason) => {
    expect(reasonFor(text)).toEqual(reason);
  });

  test("though it would expand to billions of names", () => {
    const levels = Array.from(
      { length: 9 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
    );
    expect(reasonFor(`a0: &a0 [x]\n${levels.join("\n")}\nroles: *a9\n`)).toMatch(/aliases/);
  });
});

test("gates are commands by their names; what is no command is left alone", () => {
  expect([...read("gates: { test: ' npm test ', lint: [], types: '' }\n").gates]).toEqual([["test", "npm test"]]);
  expect([...read("gates: npm test\n").gates]).toEqual([]);
});
