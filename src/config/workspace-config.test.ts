import { describe, expect, test } from "vitest";
import { parseRepositoryConfig, type RepositoryConfig } from "./repository-config.ts";

function read(text: string): RepositoryConfig {
  const reading = parseRepositoryConfig(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.config;
}
const reasonFor = (text: string): string | null => {
  const reading = parseRepositoryConfig(text);
  return reading.ok ? null : reading.reason;
};
const NOTHING = { setup: [], lockfiles: [], layers: [], copy: [], caches: [] };

describe("a workspace", () => {
  test("is read as it is written", () => {
    const { workspace } = read(`workspace:
  setup: npm ci --ignore-scripts
  lockfiles: [package-lock.json, ./packages/a/package.json]
  layers: [node_modules/]
  copy: [.env.test, config/local.json]
  caches: [~/.npm/_cacache, ~/.cache/uv/wheels/]
`);
    expect(workspace).toEqual({
      setup: ["npm ci --ignore-scripts"],
      lockfiles: ["package-lock.json", "packages/a/package.json"],
      layers: ["node_modules"],
      copy: [".env.test", "config/local.json"],
      caches: [".npm/_cacache", ".cache/uv/wheels"],
    });
  });

  test("may have several commands, in their order", () => {
    const { workspace } = read(
      "workspace:\n  setup:\n    - npm ci\n    - |\n      a\n      b\n  layers: node_modules\n",
    );
    expect(workspace).toEqual({ ...NOTHING, setup: ["npm ci", "a\nb"], layers: ["node_modules"] });
  });

  test("needs no set-up for files that are copied", () => {
    expect(read("workspace:\n  copy: .env.test\n").workspace).toEqual({ ...NOTHING, copy: [".env.test"] });
  });

  test.each(["roles: [a]\n", "workspace:\n", ""])("is none where nothing is said: %j", (text) => {
    expect(read(text).workspace).toBeNull();
  });

  test.each([
    ["workspace: npm ci", "line 1: `workspace` holds settings such as `setup: npm ci`"],
    ["workspace:\n  - setup", "line 2: `workspace` holds settings such as `setup: npm ci`"],
    ["roles: [a]\nworkspace:\n  layer: [a]", "line 3: there is no setting `workspace.layer`; write `layers`"],
    [
      "workspace:\n  shell: zsh",
      "line 2: there is no setting `workspace.shell`; there are setup, lockfiles, layers, copy, caches",
    ],
    ["workspace:\n  setup: 7\n  layers: a", "line 2: `workspace.setup` is one command or a list of commands"],
    ["workspace:\n  setup: [' ']\n  layers: a", "line 2: `workspace.setup` is one command or a list of commands"],
    [
      "workspace:\n  setup: a\n  lockfiles:\n    - b\n    - {c: d}\n",
      "line 5: `workspace.lockfiles` is a list of files, such as [package-lock.json]",
    ],
    [
      "workspace:\n  setup: a\n  layers:\n    - packages/a/node_modules\n",
      "line 4: `packages/a/node_modules` in `workspace.layers` is a path; write `node_modules`, which is found wherever it lies",
    ],
    [
      "workspace:\n  setup: npm ci\n",
      "line 2: `workspace.setup` needs `layers`: the names of the folders that it fills",
    ],
    ["workspace:\n  copy: a\n  layers: a\n", "line 3: `workspace.layers` needs `setup`: the command that installs"],
    ["workspace:\n  lockfiles: a\n", "line 2: `workspace.lockfiles` needs `setup`: the command that installs"],
  ])("%j is refused where it is wrong", (text, reason) => {
    expect(reasonFor(text)).toBe(reason);
  });

  test.each(["/etc/passwd", "../other/.env", "a/../../b", "~/.ssh/id_rsa"])("never copies %s", (path) => {
    expect(reasonFor(`workspace:\n  copy: [${path}]`)).toMatch(
      /leads out of the repository; write a path below its top/,
    );
  });

  test.each([".git/config", "a/.GIT/hooks", "a//b", ".", "./"])("never copies %s", (path) => {
    expect(reasonFor(`workspace:\n  copy: [${path}]`)).toMatch(/`workspace.copy` is no file of the repository$/);
  });

  test.each(["~/", "~/.ssh", "~/.npm", "~/.npmrc", "~/.cargo", "~/.npm/_cacache/../../.ssh", "/root/.npm/_cacache"])(
    "shows no other folder of a person's home: %s",
    (path) => {
      expect(reasonFor(`workspace:\n  caches: [${path}]`)).toMatch(
        /^line 2: .* in `workspace.caches` is no cache that can be shown; those of package managers can: ~\/\.npm\/_cacache, /,
      );
    },
  );
});

describe("the agent", () => {
  test("that works by default is one word or line", () => {
    expect(read("agent: command:./scripts/agent.sh --fast\n").agent).toBe("command:./scripts/agent.sh --fast");
    expect(read("agents: [painter]\n").agent).toBeNull();
  });

  test.each(["agent: [a]", "agent: ''", "agent: 7"])("%j is refused", (text) => {
    expect(reasonFor(`topics: a\n${text}`)).toBe(
      "line 2: `agent` is one agent, such as `codex` or `command:./agent.sh`",
    );
  });
});
